import { DAY_MS } from '@piecework/base';
import { SHARED_ACCOUNT_DAYS } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import type { Fingerprints } from './account-number';
import { type WithdrawalDocument, withdrawals } from './withdrawal.store';

const SHARED_MS = SHARED_ACCOUNT_DAYS * DAY_MS;

const isOpen = ({ status, payout }: WithdrawalDocument): boolean => status === 'pending' || payout === 'due';

/** Ids of the pending and due ones whose account number is the last one of another worker's withdrawal, too. */
export const sharedAmong = async (
  tx: Transaction,
  found: readonly WithdrawalDocument[],
  now: number,
): Promise<Set<string>> => {
  const open = found.filter(isOpen);
  // Requests of an earlier release have only that of the payment system.
  const shared = await Promise.all([
    sharedBy('numberFingerprint', tx, open, now),
    sharedBy('fingerprint', tx, open, now),
  ]);
  return new Set(shared.flat());
};

const sharedBy = async (
  field: keyof Fingerprints,
  tx: Transaction,
  open: readonly WithdrawalDocument[],
  now: number,
): Promise<string[]> => {
  const given = [...new Set(open.flatMap((withdrawal) => withdrawal[field] ?? []))];
  if (given.length === 0) return [];
  const same = { [field]: { $in: given }, requestedAt: { $gte: now - SHARED_MS } };
  const workersOf = new Map(given.map((fingerprint) => [fingerprint, new Set<string>()]));
  for (const withdrawal of await tx.collection(withdrawals).find(same))
    workersOf.get(withdrawal[field] ?? '')?.add(withdrawal.workerId);
  const isOfAnother = ({ workerId, [field]: fingerprint = '' }: WithdrawalDocument) => {
    const workers = workersOf.get(fingerprint) ?? new Set();
    return workers.size > (workers.has(workerId) ? 1 : 0);
  };
  return open.filter(isOfAnother).map(({ _id }) => _id);
};
