import { centsToDollars, coinsToDollars } from '@piecework/contracts';
import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { accountTally } from './ledger.tally';
import { paymentTally } from './payment.tally';
import { withdrawalTally } from './withdrawal.tally';

export const createWalletTotals =
  ({ counters }: Pick<ServiceDeps, 'counters'>): NonNullable<Service['totals']> =>
  async ({ role }) => {
    if (role !== 'admin') return {};
    const [withdrawals, payments, accounts] = await Promise.all([
      counters.read(withdrawalTally),
      counters.read(paymentTally),
      counters.read(accountTally),
    ]);
    return {
      admin: {
        pendingWithdrawals: withdrawals.pending,
        duePayouts: withdrawals.due,
        dollarsIn: centsToDollars(payments.cents),
        dollarsOut: coinsToDollars(withdrawals.paidOut),
        dollarsOwed: coinsToDollars(accounts.user),
      },
    };
  };
