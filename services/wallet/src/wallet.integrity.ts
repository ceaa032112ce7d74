import { isoTime } from '@piecework/base';
import { centsToDollars, coinsToDollars } from '@piecework/contracts';
import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { accountTally, worldTally } from './ledger/ledger.tally';
import { paymentTally } from './payment/payment.tally';
import { withdrawals } from './withdrawal/withdrawal.store';
import { askedTally, withdrawalTally } from './withdrawal/withdrawal.tally';

export const createWalletIntegrity =
  ({ store, counters }: Pick<ServiceDeps, 'store' | 'counters'>): NonNullable<Service['integrity']> =>
  async () => {
    const together = await counters.readTogether(accountTally, worldTally, paymentTally, withdrawalTally, askedTally);
    if (!together) return {};
    const [{ user, escrow }, world, { cents }, { due, paidOut }, asked] = together;
    const longest = { sort: { requestedAt: 1 } } as const;
    const oldest = await store.collection(withdrawals).findOne({ payout: 'due' }, longest);
    return {
      coins: {
        users: user,
        escrow,
        // An issuing account has a negative sum. Never -0.
        grants: 0 - world.promo,
        topUps: 0 - world.payments,
        appeals: 0 - world.appeals,
        adjustments: 0 - world.adjust,
        payouts: world.payout,
      },
      dollars: {
        paidIn: centsToDollars(cents),
        paidOut: coinsToDollars(paidOut),
        requested: coinsToDollars(paidOut + asked.coins),
        owed: coinsToDollars(user),
      },
      payouts: { due, ...(oldest && { oldest: isoTime(oldest.requestedAt) }) },
    };
  };
