import type { Suspect } from '@piecework/contracts';
import { inBatches } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { fundings } from '../funding/funding.store';
import { escrowAccountId } from '../ledger/ledger';
import { entries, transfers } from '../ledger/ledger.store';
import { sharedAmong } from '../withdrawal/shared-accounts.store';
import { pendingInBatches, tracesOf, withdrawals } from '../withdrawal/withdrawal.store';
import { toAdminView } from '../withdrawal/withdrawal.views';
import type { GrantedLimits } from '../withdrawal/withdrawal-trace';
import { FEW_WORKERS, signalsOf } from './signals';

/** Newest tasks of a buyer whose workers are counted. */
const MAX_TASKS = 100;
/** A task pays a worker once at most, so that three of its settles are three workers. */
const MAX_SETTLES = MAX_TASKS * (FEW_WORKERS + 1);

/** All covered ones with at least one signal, the largest first, then due payouts to a shared account. Reads only: nothing is stored, and an approval does not wait for it. */
export async function* suspects(
  tx: Transaction,
  { now, limits }: { now: number; limits: GrantedLimits },
  /** Absent: of all workers. */
  workerId?: string,
): AsyncGenerator<Suspect> {
  const theirs = workerId === undefined ? {} : { workerId };
  const few = new Map<string, boolean>();
  for await (const batch of pendingInBatches(tx, theirs, 'coins')) {
    const traces = await tracesOf(tx, batch, limits);
    const covered = batch.filter(({ _id }) => traces.get(_id)?.funding.covered);
    const shared = await sharedAmong(tx, covered, now);
    for (const withdrawal of covered) {
      const buyers = traces.get(withdrawal._id)?.mainBuyers ?? [];
      for (const buyerId of buyers) if (!few.has(buyerId)) few.set(buyerId, await hasFewWorkers(tx, buyerId));
      const facts = { isShared: shared.has(withdrawal._id), hasFewWorkers: buyers.some((buyerId) => few.get(buyerId)) };
      const view = toAdminView(withdrawal, traces.get(withdrawal._id));
      const signals = signalsOf(view, facts);
      if (signals.length > 0) yield { ...view, signals };
    }
  }
  yield* dueSuspects(tx, now, theirs);
}

/** With an account number that another worker has given: it may have come after the approval. */
async function* dueSuspects(tx: Transaction, now: number, theirs: { workerId?: string }): AsyncGenerator<Suspect> {
  const due = { payout: 'due', ...theirs } as const;
  for await (const batch of inBatches(tx.collection(withdrawals), due, 'requestedAt', 1)) {
    const shared = await sharedAmong(tx, batch, now);
    for (const withdrawal of batch)
      if (shared.has(withdrawal._id)) yield { ...toAdminView(withdrawal, undefined), signals: ['shared-account'] };
  }
}

const hasFewWorkers = async (tx: Transaction, buyerId: string): Promise<boolean> => {
  const newest = { sort: { at: -1 }, limit: MAX_TASKS } as const;
  const tasks = await tx.collection(fundings).find({ buyerId, state: 'funded' }, newest);
  const paidFrom = { account: { $in: tasks.map(({ _id }) => escrowAccountId(_id)) }, kind: 'settle' } as const;
  const settles = await tx.collection(entries).find(paidFrom, { limit: MAX_SETTLES });
  const ids = settles.map(({ transfer }) => transfer);
  const paid = await tx.collection(transfers).find({ _id: { $in: ids } });
  return new Set(paid.map(({ to }) => to)).size <= FEW_WORKERS;
};
