import type { AddressInfo } from 'node:net';
import { MINUTE_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import type { MailLinkPurpose, NotificationKind } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import type { Harness } from '@piecework/service-runtime/testing';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { mails } from '../src/mail/mail.store';
import { startNotificationHarness } from './notification.fixtures';

/** Longer than the pause between two sweeps. */
export const NEXT_SWEEP = 6_000;

export interface Delivery {
  from: string;
  to: string[];
  mail: ParsedMail;
  raw: string;
}

/** Rejects or delays a mail. */
export type OnMail = (raw: string) => Promise<void>;

export const refusal = (responseCode: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode });

const textOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts).toString();
};

/** A mail server on a free port, or on `port`. */
export const startMailServer = async (port = 0) => {
  const deliveries: Delivery[] = [];
  let onMail: OnMail = async () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const accept = async () => {
        const raw = await textOf(stream);
        await onMail(raw);
        const from = mailFrom ? mailFrom.address : '';
        const to = rcptTo.map(({ address }) => address);
        deliveries.push({ from, to, mail: await simpleParser(raw), raw });
      };
      accept().then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
  // A client that gives up.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    deliveries,
    onMail: (next: OnMail) => {
      onMail = next;
    },
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
};

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

export const smtpEnv = (port: number) => ({
  MAIL: 'smtp',
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'Piecework <no-reply@piecework.example>',
  PUBLIC_ORIGIN: 'https://piecework.example/some/page',
});

/** The service, and steps of a mail's life. */
export const startMailHarness = async (env: Record<string, string>) => {
  const clock = createLeapingClock();
  const h = await startNotificationHarness({ clock, env });
  return {
    h,
    clock,
    register: ({ userId, email, name }: Actor, userName = name) =>
      h.given('user.registered', userId, { userId, email, userName, userPhotoURL: '', role: 'worker' }),
    confirm: ({ userId }: Actor) => h.given('user.email-confirmed', userId, { userId }),
    choose: (as: Actor, ...kinds: NotificationKind[]) =>
      h.call('changeNotificationSettings', {
        as,
        body: { email: Object.fromEntries(kinds.map((kind) => [kind, true])) },
      }),
    requestLink: (
      email: string,
      requestId: string,
      {
        purpose = 'password-reset',
        name = 'Wilma',
        expiresAt = clock.now() + 30 * MINUTE_MS,
      }: { purpose?: MailLinkPurpose; name?: string; expiresAt?: number } = {},
    ) => h.given('user.mail-link-requested', 'uid-1', { requestId, uid: 'uid-1', email, name, purpose, expiresAt }),
    /** What is due is attempted. */
    pass: async (ms = NEXT_SWEEP) => {
      clock.leap(ms);
      await h.settle();
    },
    rows: () => rowsIn(h),
  };
};

const rowsIn = (h: Harness) => h.store.collection(mails).find({}, { sort: { createdAt: 1 } });
