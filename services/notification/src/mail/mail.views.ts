import { isoTime } from '@piecework/base';
import type { Mail as MailView } from '@piecework/contracts';
import type { MailDocument } from './mail.store';

/** @param isKept whether texts are for admins to read: with `MAIL=outbox` only, though rows of that time may be left */
export const toMailView = (mail: MailDocument, isKept: boolean): MailView => {
  const { _id, kind, to, state, attempts, createdAt, nextAttemptAt, sentAt, error, subject, text, html } = mail;
  return {
    _id,
    kind,
    to,
    state,
    attempts,
    createdAt: isoTime(createdAt),
    ...(nextAttemptAt !== undefined && { nextAttemptAt: isoTime(nextAttemptAt) }),
    ...(sentAt !== undefined && { sentAt: isoTime(sentAt) }),
    ...(error !== undefined && { error }),
    ...(isKept && text !== undefined && { subject, text, html }),
  };
};
