import { type Consumer, on, type ServiceDeps } from '@piecework/service-runtime';
import type { FirstStart } from '../notification/first-start';
import { isTooOld, linkMailOf, MAIL_AGE_MS, MAX_LINKS } from './mail';
import { mails } from './mail.store';

export const createMailConsumers = (
  { settings, clock }: Pick<ServiceDeps, 'settings' | 'clock'>,
  { isBefore }: Pick<FirstStart, 'isBefore'>,
): readonly Consumer[] => [
  on('user.mail-link-requested', [], async ({ data, occurredAt }, unit) => {
    const { requestId, email: to, name, purpose, expiresAt } = data;
    const at = Date.parse(occurredAt);
    if (settings.mail === 'none' || isBefore(at) || isTooOld(at, clock.now())) return;
    const rows = unit.collection(mails);
    const _id = `${requestId}:link`;
    if (await rows.findOne({ _id })) return;
    const lately = { to, createdAt: { $gt: at - MAIL_AGE_MS }, kind: purpose };
    if ((await rows.countDocuments(lately, { limit: MAX_LINKS })) >= MAX_LINKS) return;
    await rows.insertOne({ _id, ...linkMailOf({ to, name, purpose, requestId }, at, expiresAt) });
  }),
];
