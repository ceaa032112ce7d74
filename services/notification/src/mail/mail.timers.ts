import { createHash } from 'node:crypto';
import { DAY_MS } from '@piecework/base';
import { MAIL_DAYS } from '@piecework/contracts';
import { expiry, type ServiceDeps, type Timer, timer, type Unit } from '@piecework/service-runtime';
import { beginAttempt, failAttempt, type Letter } from './mail';
import { type MailDocument, mails, toUpdate } from './mail.store';
import { nameOf, type Wording, wordLink, wordNotification } from './mail-texts';
import { MailError } from './mailer';
import { createMailer } from './mailers';

type Deps = Pick<ServiceDeps, 'settings' | 'clock' | 'ids' | 'transact' | 'log'>;

export const oldMails = expiry({ name: 'old-mails', of: mails, deadline: 'createdAt', after: MAIL_DAYS * DAY_MS });

const originOf = ({ publicOrigin, port }: Pick<ServiceDeps['settings'], 'publicOrigin' | 'port'>): string =>
  publicOrigin === undefined ? `http://localhost:${port}` : new URL(publicOrigin).origin;

/**
 * Sends mails outside the transactions, in two lines, so that no notification delays a link. The transaction that begins an attempt
 * moves the deadline to the end of a lease: it decides between replicas, and a crash repeats the attempt.
 */
export const createMailTimers = ({ settings, clock, ids, transact, log }: Deps): readonly Timer[] => {
  const mailer = createMailer(settings);
  const wording: Wording = { origin: originOf(settings), supportEmail: settings.supportEmail };

  const begin = async (unit: Unit<never>, row: MailDocument, now: number) => {
    const rows = unit.collection(mails);
    if (!mailer) {
      // Mail was turned off since.
      await rows.deleteOne({ _id: row._id });
      return null;
    }
    const begun = beginAttempt(row, now);
    await rows.updateOne({ _id: row._id }, toUpdate(begun));
    return begun.state === 'queued' ? { ...row, ...begun } : null;
  };

  const update = ({ _id }: MailDocument, changes: Parameters<typeof toUpdate>[0], more: { attempts?: number } = {}) =>
    transact((unit) => unit.collection(mails).updateOne({ _id, state: 'queued', ...more }, toUpdate(changes)));

  const attempt = async (row: MailDocument, letter: Letter, stopping: AbortSignal): Promise<void> => {
    const { _id: id, kind, to: address, name, attempts } = row;
    let kept: Letter | undefined;
    try {
      kept = await mailer?.send({ id, to: { address, name: nameOf(name) }, ...letter }, stopping);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      // The mail may have been sent: its lease ends, and the next attempt has the same Message-ID.
      if (stopping.aborted) return;
      const { message, isFinal } = error;
      const failed = failAttempt(row, { error: message, isFinal }, clock.now());
      log.warn({ mail: id, kind, attempts, reason: message, state: failed.state }, 'a mail was not sent');
      await update(row, failed, { attempts });
      return;
    }
    await update(row, { state: 'sent', sentAt: clock.now(), ...kept });
  };

  return [
    timer({
      name: 'mailed-links',
      emits: ['mail.link-issued'],
      of: mails,
      deadline: 'nextAttemptAt',
      where: { state: 'queued', isLink: true },
      fire: async (unit, row, now) => {
        const begun = await begin(unit, row, now);
        if (!begun?.isLink) return;
        const { requestId, kind: purpose, name, linkExpiresAt: expiresAt } = begun;
        const token = ids.secret();
        const tokenHash = createHash('sha256').update(token).digest('base64url');
        unit.emit('mail.link-issued', requestId, { requestId, tokenHash });
        const letter = wordLink({ name, purpose, requestId, token, expiresAt }, wording);
        return (stopping) => attempt(begun, letter, stopping);
      },
    }),
    timer({
      name: 'mailed-notifications',
      emits: [],
      of: mails,
      deadline: 'nextAttemptAt',
      where: { state: 'queued', isLink: false },
      fire: async (unit, row, now) => {
        const begun = await begin(unit, row, now);
        if (!begun || begun.isLink) return;
        const letter = wordNotification(begun, wording);
        return (stopping) => attempt(begun, letter, stopping);
      },
    }),
    oldMails,
  ];
};
