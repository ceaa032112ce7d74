import { DAY_MS } from '@piecework/base';
import { SHARED_ACCOUNT_DAYS } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
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
  const given = [...new Set(open.flatMap(({ numberFingerprint }) => numberFingerprint ?? []))];
  if (given.length === 0) return new Set();
  const same = { numberFingerprint: { $in: given }, requestedAt: { $gte: now - SHARED_MS } };
  const workersOf = new Map(given.map((fingerprint) => [fingerprint, new Set<string>()]));
  for (const { numberFingerprint = '', workerId } of await tx.collection(withdrawals).find(same))
    workersOf.get(numberFingerprint)?.add(workerId);
  const isOfAnother = ({ workerId, numberFingerprint = '' }: WithdrawalDocument) => {
    const workers = workersOf.get(numberFingerprint) ?? new Set();
    return workers.size > (workers.has(workerId) ? 1 : 0);
  };
  return new Set(open.filter(isOfAnother).map(({ _id }) => _id));
};
