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
