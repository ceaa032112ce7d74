import type { Mail as MailView } from '@piecework/contracts';
import { collection, type Document, type Transaction, type Update } from '@piecework/store';
import type { LinkMail, NotificationMail } from './mail';

/** `_id`: `{event}:{userId}`, or `{request}:link`, so that no event mails a person twice. */
export type MailDocument = Document & (LinkMail | NotificationMail);

export const mails = collection<MailDocument>('mails', [
  { key: { state: 1, isLink: 1, nextAttemptAt: 1 } },
  { key: { state: 1, createdAt: 1 } },
  { key: { createdAt: 1 } },
  { key: { to: 1, createdAt: 1 } },
]);

/** Ends or continues the life of a mail: only a queued one has a next attempt. */
export const toUpdate = ({
  nextAttemptAt,
  ...fields
}: Partial<Omit<MailDocument, '_id' | 'kind' | 'isLink'>>): Update<MailDocument> => ({
  $set: { ...fields, ...(nextAttemptAt !== undefined && { nextAttemptAt }) },
  ...(nextAttemptAt === undefined && { $unset: { nextAttemptAt: true } }),
});

/** Called when an account closes. */
export const deleteMails = (tx: Transaction, to: string) => tx.collection(mails).deleteMany({ to });

const iso = (time: number) => new Date(time).toISOString();

/** @param isKept whether texts are for admins to read: with `MAIL=outbox` only, though rows of that time may be left */
export const toMailView = (mail: MailDocument, isKept: boolean): MailView => {
  const { _id, kind, to, state, attempts, createdAt, nextAttemptAt, sentAt, error, subject, text, html } = mail;
  return {
    _id,
    kind,
    to,
    state,
    attempts,
    createdAt: iso(createdAt),
    ...(nextAttemptAt !== undefined && { nextAttemptAt: iso(nextAttemptAt) }),
    ...(sentAt !== undefined && { sentAt: iso(sentAt) }),
    ...(error !== undefined && { error }),
    ...(isKept && text !== undefined && { subject, text, html }),
  };
};
