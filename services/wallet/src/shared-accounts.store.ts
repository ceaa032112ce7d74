import { SHARED_ACCOUNT_DAYS, type Withdrawal as WithdrawalView } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { type WithdrawalDocument, withdrawals } from './withdrawal.store';

const SHARED_MS = SHARED_ACCOUNT_DAYS * 24 * 3_600_000;

const isOpen = ({ status, payout }: WithdrawalDocument): boolean => status === 'pending' || payout === 'due';

/** Ids of the pending and due ones whose account number another worker has given, too, now or before. */
export const sharedAmong = async (
  tx: Transaction,
  found: readonly WithdrawalDocument[],
  now: number,
): Promise<Set<string>> => {
  const shared = new Set<string>();
  const since = { requestedAt: { $gte: now - SHARED_MS } };
  for (const { _id, workerId, fingerprint, numberFingerprint } of found.filter(isOpen))
    for (const same of [{ numberFingerprint }, { fingerprint }]) {
      // Requests of an earlier release have only that of the payment system.
      if (Object.values(same)[0] === undefined) continue;
      const other = { ...same, ...since, workerId: { $ne: workerId } };
      if (await tx.collection(withdrawals).findOne(other)) shared.add(_id);
    }
  return shared;
};

/** @param views of `found`, as admins see them */
export const markShared = async (
  tx: Transaction,
  found: readonly WithdrawalDocument[],
  views: readonly WithdrawalView[],
  now: number,
): Promise<WithdrawalView[]> => {
  const shared = await sharedAmong(tx, found, now);
  return views.map((view) => (shared.has(view._id) ? { ...view, sharedAccount: true as const } : view));
};
