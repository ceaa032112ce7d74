import { centsToDollars, coinsToDollars } from '@piecework/contracts';
import type { Service, ServiceDeps } from '@piecework/service-runtime';
import type { Filter } from '@piecework/store';
import { accounts } from './account.store';
import { type PaymentDocument, payments } from './payment.store';
import { withdrawals } from './withdrawal.store';

/** Excludes reversed payments. */
export const createWalletTotals =
  ({ store }: Pick<ServiceDeps, 'store'>): NonNullable<Service['totals']> =>
  async ({ role }) => {
    if (role !== 'admin') return {};
    const kept: Filter<PaymentDocument> = { state: { $in: ['recorded', 'credited'] } };
    const [pendingWithdrawals, duePayouts, cents, refunded, paidOut, owed] = await Promise.all([
      store.collection(withdrawals).countDocuments({ status: 'pending' }),
      store.collection(withdrawals).countDocuments({ payout: 'due' }),
      store.collection(payments).sum(kept, 'cents'),
      store.collection(payments).sum(kept, 'refundedCents'),
      store.collection(withdrawals).sum({ status: 'approved' }, 'coins'),
      store.collection(accounts).sum({ kind: 'user' }, 'balance'),
    ]);
    return {
      admin: {
        pendingWithdrawals,
        duePayouts,
        dollarsIn: centsToDollars(cents - refunded),
        dollarsOut: coinsToDollars(paidOut),
        dollarsOwed: coinsToDollars(owed),
      },
    };
  };
