import type { Random } from '../simulation/random';
import { type JourneyContext, type Person, pauseLikeAPerson } from './context';

/** Tasks that the admins take down, whatever their buyers say. */
const TAKEN_DOWN = 2;

/** Somebody who credits payments, decides withdrawals, and takes a task down now and then. Two of them get in each other's way. */
export const liveAsAdmin = async (
  { calls, book, coinCredit, mayBeParked }: JourneyContext,
  me: Person,
  random: Random,
  isOver: () => boolean,
) => {
  let toTakeDown = TAKEN_DOWN;
  /** Withdrawals that somebody has decided, one way or the other. */
  const unsure = new Set<string>();

  const credit = async () => {
    const waiting = await calls.get('listPayments', { as: me, query: { state: 'recorded' } });
    for (const { _id, email, amount } of waiting) {
      const buyerId = book.idOf(email);
      if (!buyerId) continue;
      // Whether by this click or by another admin's: it is credited.
      await calls.get('creditPayment', { as: me, params: { intent: _id } });
      book.credited(_id, buyerId, amount);
    }
  };

  const decide = async () => {
    const waiting = await calls.get('listWithdrawals', { as: me, query: { status: 'pending' } });
    const ours = waiting.filter(({ workerId }) => book.isWorker(workerId));
    for (const { _id, workerId, withdrawalCoin } of ours) {
      const status = random.chance(0.85) ? 'approved' : 'canceled';
      const asked = { as: me, params: { id: _id }, body: { status }, refusals: [409] };
      const done = await calls.ask('decideWithdrawal', asked);
      if (done?.modifiedCount === 1 && done.status === 'approved')
        book.paidOut(_id, workerId, withdrawalCoin);
      if (done?.modifiedCount !== 1 && calls.losesAnswers) unsure.add(_id);
    }
    return ours.length;
  };

  /** Decided by the other admin, or by a click of one's own whose answer was lost: one looks what became of it. */
  const lookAgain = async () => {
    if (unsure.size === 0) return;
    const paid = await calls.get('listWithdrawals', { as: me, query: { status: 'approved' } });
    for (const { _id, workerId, withdrawalCoin } of paid)
      if (unsure.has(_id)) book.paidOut(_id, workerId, withdrawalCoin);
    unsure.clear();
  };

  const takeDown = async () => {
    const open = [...book.tasks.values()].filter(({ end, approved }) => end === null && approved > 0);
    if (toTakeDown === 0 || open.length === 0 || !random.chance(0.1)) return;
    toTakeDown -= 1;
    const { id } = random.pick(open);
    await calls.get('deleteTask', { as: me, params: { id } });
    book.ended(id, 'deleted');
  };

  const lookAfterThings = async () => {
    await calls.get('totals', { as: me });
    await calls.get('listUsers', { as: me, query: { limit: 20, sort: 'newest' } });
    const parked = await calls.get('listParked', { as: me });
    const wrongly = parked.filter((event) => !mayBeParked?.(event));
    if (wrongly.length > 0) throw new Error(`Events are parked: ${JSON.stringify(wrongly.slice(0, 3))}`);
  };

  for (;;) {
    // Looked at first: what came before everybody was done is then decided in this round.
    const last = isOver();
    if (coinCredit === 'manual') await credit();
    const decided = await decide();
    await lookAgain();
    await takeDown();
    if (random.chance(0.2)) await lookAfterThings();
    if (last && decided === 0) return;
    await pauseLikeAPerson(random);
  }
};
