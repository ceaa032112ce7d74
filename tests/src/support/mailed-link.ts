import { createHash, randomBytes } from 'node:crypto';
import { createIds } from '@piecework/base';
import { type AnyEvent, EVENTS, type MailLinkPurpose } from '@piecework/contracts';
import { toRecord } from '@piecework/event-log';
import { mailLinks } from '@piecework/user/stores';
import { outcome } from './client';
import { PASSWORD } from './people';
import type { TestStack } from './stack';

const ids = createIds(Date.now);
let count = 0;

/** A new account, which has no user record. */
export const mailableAccount = async (stack: TestStack) => {
  const body = { email: `mailed-${++count}@people.example`, password: PASSWORD, displayName: 'Mia' };
  return stack.get('signUp', { body });
};

/** The link of the account's last request, as one more attempt to send it would mail it. */
export const mailedToken = async (
  stack: TestStack,
  { uid }: { uid: string },
  purpose: MailLinkPurpose,
): Promise<string> => {
  const link = await stack.storeOf('user').collection(mailLinks).findOne({ uid, purpose });
  if (!link) throw new Error(`No link was requested for ${purpose}`);
  const requestId = link._id;
  const secret = randomBytes(32).toString('base64url');
  const event = {
    eventId: ids.next(),
    type: 'mail.link-issued',
    version: EVENTS['mail.link-issued'].version,
    occurredAt: new Date().toISOString(),
    aggregateId: requestId,
    correlationId: ids.next(),
    causationId: null,
    actor: null,
    data: { requestId, tokenHash: createHash('sha256').update(secret).digest('base64url') },
  } as AnyEvent;
  await stack.bus.publish([toRecord('notification', event)]);
  await stack.settle();
  return `${requestId}.${secret}`;
};

export const resetLinkOf = async (stack: TestStack): Promise<{ email: string; token: string }> => {
  const account = await mailableAccount(stack);
  const { email } = account;
  const answer = await stack.ask('requestPasswordReset', { body: { email } });
  if (answer.status !== 204) throw new Error(`No link was requested: ${outcome(answer)}`);
  return { email, token: await mailedToken(stack, account, 'password-reset') };
};
