import { HOUR_MS } from '@piecework/base';
import { MAX_MAILED_LINKS, type MailLinkPurpose } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { ServiceDeps, Unit } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { DailyQuota } from './daily-quota.store';
import { type Account, isConfirmed, secondsUntilGuess, withFailure } from './identity';
import { LINK_LIFETIME_MS, type MailLink, opens, parseLinkToken } from './identity.mail-link';
import { isClosed } from './identity.sessions';
import { accounts, mailLinks, mailRequests } from './identity.store';

/** Per purpose and address. */
const LIMIT = { limit: MAX_MAILED_LINKS, windowMs: HOUR_MS };

interface OpenedLink {
  link: MailLink;
  account: Account;
}

export const createMailLinks = (
  { clock, ids, settings }: Pick<ServiceDeps, 'clock' | 'ids' | 'settings'>,
  quota: DailyQuota,
) => {
  const mail = (unit: Unit<'user.mail-link-requested'>, account: Account, purpose: MailLinkPurpose) => {
    const link = {
      _id: ids.next(),
      uid: account._id,
      purpose,
      tokenHashes: [],
      expiresAt: clock.now() + LINK_LIFETIME_MS[purpose],
    };
    unit.emit('user.mail-link-requested', account._id, {
      requestId: link._id,
      uid: account._id,
      email: account.email,
      // An account can name an address of another person, who must get no text of its making.
      name: isConfirmed(account) ? account.displayName : '',
      purpose,
      expiresAt: link.expiresAt,
    });
    return link;
  };

  return {
    /** False: no call that mails a link is offered. */
    isOn: settings.mail !== 'none',

    /**
     * Mails a link to `account`, in place of the unused ones of this purpose. null: the address gets none, and the answer takes as long.
     * In the store, because replicas share the counts; of concurrent requests no more than allowed mail a link.
     * @param network of the caller, for the mails of a day to addresses that are not confirmed
     */
    request: async (
      unit: Unit<'user.mail-link-requested'>,
      purpose: MailLinkPurpose,
      { email, network }: { email: string; network: string },
      account: Account | null,
    ): Promise<Failure<'too-many-requests'> | null> => {
      const now = clock.now();
      const _id = `${purpose}:${email}`;
      const requests = unit.collection(mailRequests);
      const earlierRequests = await requests.findOne({ _id });
      const seconds = secondsUntilGuess(earlierRequests, LIMIT, now);
      if (seconds > 0)
        return fail('too-many-requests', {
          retryAfter: seconds,
          message: 'We’ve already sent several emails. Please check your spam folder, or try again later.',
        });
      await requests.updateOne({ _id }, { $set: withFailure(earlierRequests, LIMIT, now) }, { upsert: true });
      if (!account) return null;
      if (!isConfirmed(account) && !(await quota.take(unit, 'firstMails', network)))
        return fail('too-many-requests', {
          retryAfter: quota.retryAfter(),
          message: 'Too many emails have been requested from your network today. Please try again tomorrow.',
        });
      await unit.collection(mailLinks).deleteMany({ uid: account._id, purpose, used: { $exists: false } });
      await unit.collection(mailLinks).insertOne(mail(unit, account, purpose));
      return null;
    },

    /** null: wrong, expired, or of an account that is closed. */
    open: async (tx: Transaction, purpose: MailLinkPurpose, token: string): Promise<OpenedLink | null> => {
      const { requestId, hash } = parseLinkToken(token);
      if (requestId === '') return null;
      const link = await tx.collection(mailLinks).findOne({ _id: requestId });
      if (!link || !opens(link, purpose, hash, clock.now())) return null;
      const account = await tx.collection(accounts).findOne({ _id: link.uid });
      return account && !(await isClosed(tx, account)) ? { link, account } : null;
    },

    use: async (tx: Transaction, { _id }: MailLink): Promise<void> => {
      await tx.collection(mailLinks).updateOne({ _id }, { $set: { used: true } });
    },

    /** A new password ends every link that could set another one. */
    dropResets: async (tx: Transaction, uid: string): Promise<void> => {
      await tx.collection(mailLinks).deleteMany({ uid, purpose: 'password-reset' });
    },
  };
};
export type MailLinks = ReturnType<typeof createMailLinks>;
