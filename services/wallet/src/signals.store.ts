import { SHARED_ACCOUNT_DAYS, type Suspect, TRACED_WITHDRAWALS } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { userAccountsOf } from './account.store';
import { fundings } from './funding.store';
import { escrowAccountId, userAccountId } from './ledger';
import { entries, transfers } from './ledger.store';
import { FEW_WORKERS, mainBuyersOf, signalsOf } from './signals';
import { toAdminViews, type WithdrawalDocument, withdrawals } from './withdrawal.store';
import { movesOf } from './withdrawal-trace.store';

const SHARED_MS = SHARED_ACCOUNT_DAYS * 24 * 3_600_000;
/** Newest tasks of a buyer whose workers are counted. */
const MAX_TASKS = 100;
/** A task pays a worker once at most, so that three of its settles are three workers. */
const MAX_SETTLES = MAX_TASKS * (FEW_WORKERS + 1);

/** The longest waiting ones with at least one signal. Reads only: nothing is stored, and an approval does not wait for it. */
export const suspects = async (tx: Transaction, now: number): Promise<Suspect[]> => {
  const oldest = { sort: { requestedAt: 1 }, limit: TRACED_WITHDRAWALS } as const;
  const pending = await tx.collection(withdrawals).find({ status: 'pending' }, oldest);
  const workerIds = [...new Set(pending.map(({ workerId }) => workerId))];
  const [views, moves, workers] = await Promise.all([
    toAdminViews(tx, pending),
    movesOf(tx, workerIds),
    userAccountsOf(tx, workerIds),
  ]);
  const earned = new Map(workers.map((account) => [account._id, account.earned]));
  const buyersOf = new Map(
    pending.map(({ _id, workerId, coins }) => {
      const fromWork = Math.min(coins, earned.get(userAccountId(workerId)) ?? 0);
      return [_id, mainBuyersOf(moves.get(workerId) ?? [], fromWork)];
    }),
  );
  const [shared, few] = await Promise.all([
    sharedAmong(tx, pending, now),
    withFewWorkers(tx, [...new Set([...buyersOf.values()].flat())]),
  ]);
  return views
    .map((view): Suspect => {
      const hasFewWorkers = (buyersOf.get(view._id) ?? []).some((buyerId) => few.has(buyerId));
      return { ...view, signals: signalsOf(view, { isShared: shared.has(view._id), hasFewWorkers }) };
    })
    .filter(({ signals }) => signals.length > 0);
};

/** Ids of those whose account number another worker has given, too. */
const sharedAmong = async (
  tx: Transaction,
  pending: readonly WithdrawalDocument[],
  now: number,
): Promise<Set<string>> => {
  const shared = new Set<string>();
  const since = { requestedAt: { $gte: now - SHARED_MS } };
  for (const { _id, workerId, fingerprint } of pending) {
    if (fingerprint === undefined) continue;
    const other = { fingerprint, ...since, workerId: { $ne: workerId } };
    if (await tx.collection(withdrawals).findOne(other)) shared.add(_id);
  }
  return shared;
};

const withFewWorkers = async (tx: Transaction, buyerIds: readonly string[]): Promise<Set<string>> => {
  const few = new Set<string>();
  for (const buyerId of buyerIds) {
    const tasks = await tx
      .collection(fundings)
      .find({ buyerId, state: 'funded' }, { sort: { at: -1 }, limit: MAX_TASKS });
    const escrows = tasks.map(({ _id }) => escrowAccountId(_id));
    const settles = await tx
      .collection(entries)
      .find({ account: { $in: escrows }, kind: 'settle' }, { limit: MAX_SETTLES });
    const ids = settles.map(({ transfer }) => transfer);
    const paid = await tx.collection(transfers).find({ _id: { $in: ids } });
    if (new Set(paid.map(({ to }) => to)).size <= FEW_WORKERS) few.add(buyerId);
  }
  return few;
};
