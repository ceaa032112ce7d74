import { exported, type OwnData, withheld } from '@piecework/service-runtime';
import { accounts } from './account/account.store';
import { adjustments } from './adjustment/adjustment.store';
import { bonuses } from './bonus/bonus.store';
import { toView as toBonusView } from './bonus/bonus.views';
import { fundings } from './funding/funding.store';
import { userAccountId } from './ledger/ledger';
import { entries, transfers } from './ledger/ledger.store';
import { toViews as toEntryViews } from './ledger/ledger.views';
import { payments } from './payment/payment.store';
import { toView as toPaymentView } from './payment/payment.views';
import { simulatedIntents } from './payment/simulated-processor.store';
import { stripeEvents } from './payment/stripe.routes';
import { stripeIntents } from './payment/stripe.store';
import { payoutRates } from './payout/payout-rate.store';
import { withdrawals } from './withdrawal/withdrawal.store';
import { toView as toWithdrawalView } from './withdrawal/withdrawal.views';

export const walletOwnData: readonly OwnData[] = [
  exported({
    of: entries,
    file: 'statement',
    where: ({ userId }) => ({ account: userAccountId(userId) }),
    by: 'seq',
    view: (found, { store }) => toEntryViews(store, found),
  }),
  // Account numbers are masked, as on every screen of their owner (I18).
  exported({
    of: withdrawals,
    file: 'withdrawals',
    where: ({ userId }) => ({ workerId: userId }),
    by: 'requestedAt',
    view: (found) => found.map(toWithdrawalView),
  }),
  exported({
    of: payments,
    file: 'payments',
    where: ({ userId }) => ({ userId }),
    by: 'at',
    view: (found) => found.map(toPaymentView),
  }),
  exported({
    of: bonuses,
    file: 'bonuses',
    where: ({ userId }) => ({ workerId: userId }),
    by: 'at',
    view: (found) => found.map(toBonusView),
  }),
  exported({
    of: bonuses,
    file: 'bonuses-given',
    where: ({ userId }) => ({ buyerId: userId }),
    by: 'at',
    view: (found) => found.map(toBonusView),
  }),
  withheld('they are sums and causes of statement', accounts, transfers, fundings),
  withheld('the posted ones are in statement, the others changed nothing', adjustments),
  withheld('the payments are in payments', simulatedIntents, stripeIntents, stripeEvents),
  withheld('an admin sets them for everybody', payoutRates),
];
