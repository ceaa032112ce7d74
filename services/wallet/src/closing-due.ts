import type { Closing } from '@piecework/contracts';
import { withdrawableOf } from '@piecework/contracts/withdrawal-coins';
import { type Consumer, internally, on, type Service, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { userAccountOf } from './account/account.store';
import { fundings } from './funding/funding.store';
import { withdrawals } from './withdrawal/withdrawal.store';

/** What the closing of a person's account waits for (P-7.8). */
const dueOf = async (tx: Transaction, workerId: string) => {
  const rows = tx.collection(withdrawals);
  const [pendingWithdrawals, duePayouts] = await Promise.all([
    rows.countDocuments({ workerId, status: 'pending' }),
    rows.countDocuments({ workerId, status: 'approved', payout: { $in: ['due', 'failed'] } }),
  ]);
  return { pendingWithdrawals, duePayouts } satisfies Partial<Closing['due']>;
};

/** A balance above what the person has agreed to lose is due too, and coins that a task is about to take. */
export const closingCheck: Consumer = on(
  'user.closing-checked',
  ['wallet.closing-counted'],
  async ({ data: { userId, check, coins } }, unit) => {
    const { balance } = await userAccountOf(unit, userId);
    const { pendingWithdrawals, duePayouts } = await dueOf(unit, userId);
    const waiting = await unit.collection(fundings).countDocuments({ buyerId: userId, state: 'waiting' });
    const due = pendingWithdrawals + duePayouts + waiting + Number(balance > coins);
    unit.emit('wallet.closing-counted', userId, { userId, check, due });
  },
);

export const createClosingInternal = ({ store }: Pick<ServiceDeps, 'store'>) =>
  ({
    /** Its part of `GET /closing`. */
    closing: internally([], async (args) => {
      const userId = String(args.userId);
      const [{ balance, role }, due, requested] = await Promise.all([
        userAccountOf(store, userId),
        dueOf(store, userId),
        store.collection(withdrawals).sum({ workerId: userId, status: 'pending' }, 'coins'),
      ]);
      const withdrawableCoins = role === 'worker' ? withdrawableOf({ available: balance, requested }) : 0;
      return { due, coins: balance, withdrawableCoins };
    }),
  }) satisfies Service['internal'];
