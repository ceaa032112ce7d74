import { centsToDollars, coinsToDollars } from '@piecework/contracts';
import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { adjustmentTally } from './adjustment/adjustment.tally';
import { accountTally } from './ledger/ledger.tally';
import { paymentTally } from './payment/payment.tally';
import { askedTally, withdrawalTally } from './withdrawal/withdrawal.tally';

export const createWalletTotals =
  ({ counters }: Pick<ServiceDeps, 'counters'>): NonNullable<Service['totals']> =>
  async ({ role, userId }) => {
    if (role === 'worker') {
      const owner = { by: 'worker', id: userId };
      const [asked, { paidOut }] = await Promise.all([
        counters.read(askedTally, owner),
        counters.read(withdrawalTally, owner),
      ]);
      return { worker: { askedCoins: asked.coins, withdrawnCoins: paidOut } };
    }
    if (role !== 'admin') return {};
    const [withdrawals, payments, accounts, adjustments] = await Promise.all([
      counters.read(withdrawalTally),
      counters.read(paymentTally),
      counters.read(accountTally),
      counters.read(adjustmentTally),
    ]);
    return {
      admin: {
        pendingWithdrawals: withdrawals.pending,
        duePayouts: withdrawals.due,
        waitingAdjustments: adjustments.waiting,
        dollarsIn: centsToDollars(payments.cents),
        dollarsOut: coinsToDollars(withdrawals.paidOut),
        dollarsOwed: coinsToDollars(accounts.user),
      },
    };
  };
