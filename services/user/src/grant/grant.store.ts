import type { GrantCheck } from '@piecework/contracts';
import type { ServiceDeps, Unit } from '@piecework/service-runtime';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { DailyQuota } from '../identity/daily-quota.store';
import type { UserRecord } from '../user/user';
import { users } from '../user/user.store';
import { mailboxOf, startingCoins, type WaitingGrant } from './grant';

/** Mailboxes with an account whose grant was due. `_id`: {@link mailboxOf}, so that of concurrent registrations one is first. */
interface GrantedMailbox extends Document {
  userId: string;
}
export const grantedMailboxes = collection<GrantedMailbox>('granted-mailboxes');

type GrantUnit = Unit<'user.grant-released'>;

/** Emits once per user: `user` is read in `unit`, and waits no longer. */
export const releaseGrant = async (unit: GrantUnit, user: UserRecord, grantReleasedBy?: string): Promise<void> => {
  const { _id, role } = user;
  const by = grantReleasedBy && { $set: { grantReleasedBy } };
  await unit.collection(users).updateOne({ _id }, { $unset: { waitingGrant: true }, ...by });
  unit.emit('user.grant-released', _id, { userId: _id, role, coins: startingCoins(user) });
};

/** False: another account has had it. */
const claimMailbox = async (
  tx: Transaction,
  { _id: userId, email }: Pick<UserRecord, '_id' | 'email'>,
): Promise<boolean> => {
  const _id = mailboxOf(email);
  if (await tx.collection(grantedMailboxes).findOne({ _id })) return false;
  await tx.collection(grantedMailboxes).insertOne({ _id, userId });
  return true;
};

/** The coins of a role come in place of those that wait, and are those of the mailbox. */
export const replaceGrant = async (unit: GrantUnit, user: UserRecord): Promise<void> => {
  if (!user.waitingGrant) return;
  if (user.waitingGrant.for === 'email') await claimMailbox(unit, user);
  await releaseGrant(unit, user);
};

export const createGrants = ({ clock, settings }: Pick<ServiceDeps, 'clock' | 'settings'>, quota: DailyQuota) => {
  /** null: none. Counts the grant. */
  const checkOf = async (tx: Transaction, user: UserRecord, network: string): Promise<GrantCheck | null> => {
    if (!(await claimMailbox(tx, user))) return 'mailbox';
    return (await quota.take(tx, 'grants', network)) ? null : 'network';
  };

  return {
    /** What the grant of a new account waits for; undefined: nothing. */
    waitingFor: async (
      tx: Transaction,
      user: UserRecord,
      network: string,
      isConfirmed: boolean,
    ): Promise<WaitingGrant | undefined> => {
      const registered = { network, at: clock.now() };
      if (settings.verifyEmail && !isConfirmed) return { for: 'email', ...registered };
      const check = await checkOf(tx, user, network);
      return check ? { for: 'admin', check, ...registered } : undefined;
    },

    /** The address is confirmed, or need not be any more. */
    whenConfirmed: async (unit: GrantUnit, user: UserRecord): Promise<void> => {
      const { _id, waitingGrant } = user;
      if (waitingGrant?.for !== 'email') return;
      const check = await checkOf(unit, user, waitingGrant.network);
      if (!check) return releaseGrant(unit, user);
      const $set = { waitingGrant: { ...waitingGrant, for: 'admin', check } as const };
      await unit.collection(users).updateOne({ _id }, { $set });
    },
  };
};
export type Grants = ReturnType<typeof createGrants>;
