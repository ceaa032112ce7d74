import { defineService } from '@piecework/service-runtime';
import { createAccountConsumers } from './account.consumers';
import { accounts } from './account.store';
import { createAccountNumbers } from './account-number';
import { chooseProcessor } from './choose-processor';
import { createFlowOperations } from './flow.routes';
import { createFundingConsumers } from './funding.consumers';
import { fundings } from './funding.store';
import { createHoldOperations } from './hold.routes';
import { holdEnd } from './hold.timers';
import { createLedgerGauges } from './ledger.gauges';
import { createLedgerOperations } from './ledger.routes';
import { entries, transfers } from './ledger.store';
import { accountTally, earningsTally, flowTally, worldTally } from './ledger.tally';
import { createPaymentInternal } from './payment.internal';
import { createPaymentOperations } from './payment.routes';
import { payments } from './payment.store';
import { paidInTally, paymentTally } from './payment.tally';
import { createPayoutChecks } from './payout.checks';
import { createPayoutOperations } from './payout.routes';
import { createPayoutTimers } from './payout.timers';
import { createSignalOperations } from './signals.routes';
import { simulatedIntents } from './simulated-processor.store';
import { stripeEvents } from './stripe.routes';
import { stripeIntents } from './stripe.store';
import { createWalletTotals } from './wallet.totals';
import { createWithdrawalOperations } from './withdrawal.routes';
import { withdrawals } from './withdrawal.store';
import { askedTally, withdrawalTally } from './withdrawal.tally';

/** The double-entry ledger of coins; the only writer of balances. */
export const walletService = defineService({
  name: 'wallet',
  collections: [
    ...[accounts, transfers, entries, fundings, withdrawals, payments],
    ...[simulatedIntents, stripeIntents, stripeEvents],
  ],
  tallies: [
    ...[accountTally, worldTally, withdrawalTally, paymentTally],
    ...[askedTally, earningsTally, flowTally, paidInTally],
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
        ...createWithdrawalOperations({ ...deps, accountNumbers }),
        ...createHoldOperations(deps),
        ...createSignalOperations(deps),
        ...createPayoutOperations({ ...deps, accountNumbers }),
        ...createPaymentOperations(withProcessor),
        ...operations,
      },
      consumers: [...createAccountConsumers(), ...createFundingConsumers()],
      timers: [...createPayoutTimers(accountNumbers), holdEnd],
      totals: createWalletTotals(deps),
      internal: createPaymentInternal(withProcessor),
      gauges,
      invariantChecks: { ...invariantChecks, ...createPayoutChecks({ ...deps, accountNumbers }) },
    };
  },
});
