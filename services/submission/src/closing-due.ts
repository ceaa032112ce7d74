import type { Closing } from '@piecework/contracts';
import { type Consumer, internally, on, type Service, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { taskPlaces } from './places/places.store';
import { reservations } from './reservation/reservation.store';
import { submissions } from './submission/submission.store';

/** What the closing of a person's account waits for (P-7.8). */
const dueOf = async (tx: Transaction, userId: string) => {
  const [works, holds] = [tx.collection(submissions), tx.collection(reservations)];
  const [pendingSubmissions, openAppeals, heldPlaces, undecidedSubmissions, placesOfWorkers] = await Promise.all([
    works.countDocuments({ workerId: userId, status: 'pending' }),
    works.countDocuments({ workerId: userId, 'appeal.filedAt': { $gt: 0 }, 'appeal.state': 'open' }),
    holds.countDocuments({ workerId: userId, state: 'held' }),
    works.countDocuments({ buyerId: userId, status: 'pending' }),
    holds.countDocuments({ buyerId: userId, state: 'held' }),
  ]);
  return { pendingSubmissions, openAppeals, heldPlaces, undecidedSubmissions, placesOfWorkers } satisfies Partial<
    Closing['due']
  >;
};

const openTasksOf = (tx: Transaction, buyerId: string) => tx.collection(taskPlaces).find({ buyerId, state: 'open' });

/** An open task is due too: its end is under way, and workers could still submit to it. */
export const closingCheck: Consumer = on(
  'user.closing-checked',
  ['submission.closing-counted'],
  async ({ data: { userId, check } }, unit) => {
    const counts = Object.values(await dueOf(unit, userId));
    const openTasks = await openTasksOf(unit, userId);
    const due = counts.reduce((sum, count) => sum + count, openTasks.length);
    unit.emit('submission.closing-counted', userId, { userId, check, due });
  },
);

export const createClosingInternal = ({ store }: Pick<ServiceDeps, 'store'>) =>
  ({
    /** Its part of `GET /closing`. `coins`: of pending work, and of open places, which return when their tasks end. */
    closing: internally([], async (args) => {
      const userId = String(args.userId);
      const [due, openTasks, pendingPay] = await Promise.all([
        dueOf(store, userId),
        openTasksOf(store, userId),
        store.collection(submissions).sum({ workerId: userId, status: 'pending' }, 'payable'),
      ]);
      const escrow = openTasks.map(
        ({ payable, places: { open, spared = 0, reserved = 0 } }) => payable * (open + spared + reserved),
      );
      return { due, openTasks: openTasks.length, coins: escrow.reduce((sum, coins) => sum + coins, pendingPay) };
    }),
  }) satisfies Service['internal'];
