import { type OperationInput, searchKey } from '@piecework/contracts';
import { page, type Reply } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { inBatches, type Unit } from '@piecework/service-runtime';
import { collection, containing, type Document, type Filter, type Transaction } from '@piecework/store';
import { withEntry } from '../payout/payout';
import { CANCEL_REASONS, type Withdrawal } from './withdrawal';
import type { GrantedLimits } from './withdrawal-trace';
import { type Trace, traceWithdrawals } from './withdrawal-trace.store';

export interface WithdrawalDocument extends Document, Withdrawal {
  search: string;
}

export const withdrawals = collection<WithdrawalDocument>(
  'withdrawals',
  [
    { key: { workerId: 1, requestedAt: -1 } },
    { key: { workerId: 1, status: 1, requestedAt: -1 } },
    { key: { status: 1, requestedAt: -1 } },
    { key: { status: 1, coins: -1 } },
    { key: { requestedAt: -1 } },
    { key: { coins: -1 } },
    { key: { payout: 1, requestedAt: -1 } },
    { key: { eraseAt: 1 } },
    { key: { holdUntil: 1 } },
    { key: { numberFingerprint: 1, requestedAt: 1 } },
    { key: { payoutReference: 1, requestedAt: -1 } },
    { key: { 'account.mask': 1, requestedAt: -1 } },
    { key: { 'account.key': 1, requestedAt: 1 } },
  ],
  { searchField: 'search' },
);

const searchText = ({ workerName, workerEmail }: Pick<Withdrawal, 'workerName' | 'workerEmail'>): string =>
  searchKey([workerName, workerEmail].join('\n'));

export const toDocument = (_id: string, withdrawal: Withdrawal): WithdrawalDocument => ({
  ...withdrawal,
  _id,
  search: searchText(withdrawal),
});

/** Decided withdrawals keep the name. */
export const renamePending = async (tx: Transaction, workerId: string, workerName: string): Promise<void> => {
  for (const { _id, workerEmail } of await tx.collection(withdrawals).find({ workerId, status: 'pending' })) {
    const search = searchText({ workerName, workerEmail });
    await tx.collection(withdrawals).updateOne({ _id }, { $set: { workerName, search } });
  }
};

export const cancelForLeaving = async (
  unit: Unit<'withdrawal.canceled'>,
  workerId: string,
  roleVersion: number,
  at: number,
) => {
  const ended = { workerId, status: 'pending', roleVersion: { $lt: roleVersion } } as const;
  for (const withdrawal of await unit.collection(withdrawals).find(ended))
    await cancelUndecided(unit, withdrawal, 'left-role', at);
};

/** Without a decision of an admin. @param withdrawal a pending one */
export const cancelUndecided = async (
  unit: Unit<'withdrawal.canceled'>,
  withdrawal: WithdrawalDocument,
  reason: 'left-role' | 'worker',
  at: number,
): Promise<void> => {
  const { _id: withdrawalId, workerId, coins } = withdrawal;
  const canceled = cancellation(withdrawal, at, CANCEL_REASONS[reason]);
  await unit.collection(withdrawals).updateOne({ _id: withdrawalId }, canceled);
  unit.emit('withdrawal.canceled', withdrawalId, { withdrawalId, workerId, coins, reason });
};

/** Requests of the time since then that no admin has canceled. Each one notifies the admins. */
export const countTakenBack = async (
  tx: Transaction,
  workerId: string,
  { since, limit }: { since: number; limit: number },
): Promise<number> => {
  const filter = { workerId, status: 'canceled', requestedAt: { $gt: since }, decidedBy: null } as const;
  return (await tx.collection(withdrawals).find(filter, { limit })).length;
};

/** Erases the account number (P-5.10) and ends a hold. */
export const cancellation = (withdrawal: WithdrawalDocument, at: number, reason: string | undefined) => {
  const note = reason === undefined ? {} : { note: reason };
  return {
    $set: {
      status: 'canceled' as const,
      timeline: withEntry(withdrawal, { state: 'canceled', at, ...note }),
      ...(reason !== undefined && { cancelReason: reason }),
    },
    $unset: { account: true, hold: true, holdUntil: true, payFrom: true } as const,
  };
};

export const ORDERS = {
  newest: { requestedAt: -1 },
  // A queue: new requests do not move existing ones.
  oldest: { requestedAt: 1 },
  coins: { coins: -1 },
} as const;

/** Whose withdrawals the caller may read, or wants to; undefined: all. */
export const ownerOf = ({ role, userId }: Actor, wanted: string | undefined): string | undefined =>
  role === 'admin' ? wanted : userId;

export const searchFilter = ({
  q,
  status,
  payout,
}: Pick<OperationInput<'listWithdrawals'>['query'], 'q' | 'status' | 'payout'>): Filter<WithdrawalDocument> => ({
  ...(status !== undefined && { status }),
  ...(payout !== undefined && { payout }),
  ...(q && { search: containing(searchKey(q)) }),
});
/** With the other pending ones of their workers, which share the coins. */
export const tracesOf = async (
  tx: Transaction,
  found: readonly WithdrawalDocument[],
  limits: GrantedLimits,
): Promise<Map<string, Trace>> => {
  const workerIds = [...new Set(found.filter(isPending).map(({ workerId }) => workerId))];
  if (workerIds.length === 0) return new Map();
  const theirs = { workerId: { $in: workerIds }, status: 'pending' } as const;
  const pending = await tx.collection(withdrawals).find(theirs, { sort: { requestedAt: 1 } });
  return traceWithdrawals(tx, pending, limits);
};

const isPending = ({ status }: WithdrawalDocument): boolean => status === 'pending';
export const pendingInBatches = (
  tx: Transaction,
  filter: Filter<WithdrawalDocument>,
  order: keyof typeof ORDERS,
): AsyncGenerator<WithdrawalDocument[]> => {
  const [[field, direction]] = Object.entries(ORDERS[order]) as [['coins' | 'requestedAt', 1 | -1]];
  const pending = { $and: [{ status: 'pending' as const }, filter] };
  return inBatches(tx.collection(withdrawals), pending, field, direction);
};

/** Rows per answer of a list that is computed. */
const COMPUTED_ROWS = 200;

/** Counts all rows and keeps those of the page. */
export const pageOf = async (rows: AsyncIterable<unknown>, offset: number, limit: number): Promise<Reply> => {
  const end = offset + Math.min(limit, COMPUTED_ROWS);
  const shown: unknown[] = [];
  let total = 0;
  for await (const row of rows) {
    if (total >= offset && total < end) shown.push(row);
    total++;
  }
  return page(shown, total, shown.length > 0 && end < total && limit > COMPUTED_ROWS ? end : undefined);
};
