import { defineService } from '@piecework/service-runtime';
import { createAccountConsumers } from './account/account.consumers';
import { accounts } from './account/account.store';
import { createAdjustmentOperations } from './adjustment/adjustment.routes';
import { adjustments } from './adjustment/adjustment.store';
import { adjustmentTally } from './adjustment/adjustment.tally';
import { createBonusOperations } from './bonus/bonus.routes';
import { bonuses } from './bonus/bonus.store';
import { closingCheck, createClosingInternal } from './closing-due';
import { createFlowOperations } from './flow/flow.routes';
import { createFundingConsumers } from './funding/funding.consumers';
import { fundings } from './funding/funding.store';
import { createHoldOperations } from './hold/hold.routes';
import { holdEnd } from './hold/hold.timers';
import { createLedgerGauges } from './ledger/ledger.gauges';
import { createLedgerOperations } from './ledger/ledger.routes';
import { entries, transfers } from './ledger/ledger.store';
import { accountTally, earningsTally, flowTally, worldTally } from './ledger/ledger.tally';
import { walletOwnData } from './own-data';
import { chooseProcessor } from './payment/choose-processor';
import { createPaymentInternal } from './payment/payment.internal';
import { createPaymentOperations } from './payment/payment.routes';
import { payments } from './payment/payment.store';
import { paidInTally, paymentTally } from './payment/payment.tally';
import { simulatedIntents } from './payment/simulated-processor.store';
import { stripeEvents } from './payment/stripe.routes';
import { stripeIntents } from './payment/stripe.store';
import { createPayoutChecks } from './payout/payout.checks';
import { createPayoutOperations } from './payout/payout.routes';
import { createPayoutTimers } from './payout/payout.timers';
import { createPayoutRateOperations } from './payout/payout-rate.routes';
import { payoutRates } from './payout/payout-rate.store';
import { createReversalConsumers } from './reversal/reversal.consumers';
import { createSignalOperations } from './signals/signals.routes';
import { createWalletIntegrity } from './wallet.integrity';
import { createPeopleInternal } from './wallet.internal';
import { createWalletTotals } from './wallet.totals';
import { createAccountNumbers } from './withdrawal/account-number';
import { createWithdrawalOperations } from './withdrawal/withdrawal.routes';
import { withdrawals } from './withdrawal/withdrawal.store';
import { askedTally, withdrawalTally } from './withdrawal/withdrawal.tally';

/** The double-entry ledger of coins; the only writer of balances. */
export const walletService = defineService({
  name: 'wallet',
  collections: [
    ...[accounts, transfers, entries, fundings, withdrawals, payments],
    ...[bonuses, adjustments, payoutRates, simulatedIntents, stripeIntents, stripeEvents],
  ],
  ownData: walletOwnData,
  tallies: [
    ...[accountTally, worldTally, withdrawalTally, paymentTally],
    ...[askedTally, earningsTally, flowTally, paidInTally, adjustmentTally],
  ],
  create: (deps) => {
    const { processor, operations } = chooseProcessor(deps);
    const accountNumbers = createAccountNumbers(deps.settings.payoutKeys, deps.ids);
    const withProcessor = { ...deps, processor };
    const { gauges, invariantChecks } = createLedgerGauges(deps);
    return {
      operations: {
        ...createLedgerOperations(deps),
        ...createFlowOperations(deps),
        ...createBonusOperations(deps),
        ...createAdjustmentOperations(deps),
        ...createWithdrawalOperations({ ...deps, accountNumbers }),
        ...createHoldOperations(deps),
        ...createSignalOperations(deps),
        ...createPayoutOperations({ ...deps, accountNumbers }),
        ...createPayoutRateOperations(deps),
        ...createPaymentOperations(withProcessor),
        ...operations,
      },
      consumers: [...createAccountConsumers(), ...createFundingConsumers(), ...createReversalConsumers(), closingCheck],
      timers: [...createPayoutTimers(accountNumbers), holdEnd],
      totals: createWalletTotals(deps),
      integrity: createWalletIntegrity(deps),
      internal: {
        ...createPaymentInternal(withProcessor),
        ...createPeopleInternal(deps),
        ...createClosingInternal(deps),
      },
      gauges,
      invariantChecks: { ...invariantChecks, ...createPayoutChecks({ ...deps, accountNumbers }) },
    };
  },
});
