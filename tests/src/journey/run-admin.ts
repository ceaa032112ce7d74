import type { Random } from '../simulation/random';
import { type JourneyContext, type Person, thinkTime } from './context';

/** Number of tasks that each admin deletes. */
const DELETED_TASKS = 2;

/** Runs an admin who credits payments, decides withdrawals and deletes a few tasks. Two admins run concurrently and conflict. */
export const runAdmin = async (
  { calls, expectedState, coinCredit, mayBeParked }: JourneyContext,
  me: Person,
  random: Random,
  isOver: () => boolean,
) => {
  let tasksToDelete = DELETED_TASKS;
  /** Withdrawals whose decision is unknown: another admin decided, or the answer was lost. */
  const undetermined = new Set<string>();

  const credit = async () => {
    const waiting = await calls.get('listPayments', { as: me, query: { state: 'recorded' } });
    for (const { _id, email, amount } of waiting) {
      const buyerId = expectedState.idOf(email);
      if (!buyerId) continue;
      // Also succeeds if another admin has credited it.
      await calls.get('creditPayment', { as: me, params: { intent: _id } });
      expectedState.credited(_id, buyerId, amount);
    }
  };

  const decide = async () => {
    const waiting = await calls.get('listWithdrawals', { as: me, query: { status: 'pending' } });
    const ours = waiting.filter(({ workerId }) => expectedState.isWorker(workerId));
    for (const { _id, workerId, withdrawalCoin } of ours) {
      const status = random.chance(0.85) ? 'approved' : 'canceled';
      const asked = { as: me, params: { id: _id }, body: { status }, refusals: [409] };
      const done = await calls.ask('decideWithdrawal', asked);
      if (done?.modifiedCount === 1 && done.status === 'approved') expectedState.paidOut(_id, workerId, withdrawalCoin);
      if (done?.modifiedCount !== 1 && calls.mayLoseAnswers) undetermined.add(_id);
    }
    return ours.length;
  };

  /** Looks up the decisions of `undetermined` withdrawals. */
  const resolveUndetermined = async () => {
    if (undetermined.size === 0) return;
    const paid = await calls.get('listWithdrawals', { as: me, query: { status: 'approved' } });
    for (const { _id, workerId, withdrawalCoin } of paid)
      if (undetermined.has(_id)) expectedState.paidOut(_id, workerId, withdrawalCoin);
    undetermined.clear();
  };

  const deleteSomeTask = async () => {
    const open = [...expectedState.tasks.values()].filter(({ end, approved }) => end === null && approved > 0);
    if (tasksToDelete === 0 || open.length === 0 || !random.chance(0.1)) return;
    tasksToDelete -= 1;
    const { id } = random.pick(open);
    await calls.get('deleteTask', { as: me, params: { id } });
    expectedState.ended(id, 'deleted');
  };

  const readDashboard = async () => {
    await calls.get('totals', { as: me });
    await calls.get('listUsers', { as: me, query: { limit: 20, sort: 'newest' } });
    const parked = await calls.get('listParked', { as: me });
    const unexpected = parked.filter((event) => !mayBeParked?.(event));
    if (unexpected.length > 0) throw new Error(`Events are parked: ${JSON.stringify(unexpected.slice(0, 3))}`);
  };

  for (;;) {
    // Read first: this round then decides everything created before the others finished.
    const last = isOver();
    if (coinCredit === 'manual') await credit();
    const decided = await decide();
    await resolveUndetermined();
    await deleteSomeTask();
    if (random.chance(0.2)) await readDashboard();
    if (last && decided === 0) return;
    await thinkTime(random);
  }
};
