import type { OperationHandlers, ServiceDeps } from '@piecework/service-kit';
import type { PaymentProcessor } from './processor';
import { createSimulatedOperations, noSimulatedOperations } from './simulated.routes';
import { createSimulatedProcessor } from './simulated.store';
import { openStripe } from './stripe.client';
import { createStripeOperations, noStripeOperations } from './stripe.routes';
import { createStripeProcessor } from './stripe.store';

interface Processing {
  processor: PaymentProcessor;
  /** The calls of one processor alone; those of the others are not there. */
  operations: Pick<OperationHandlers<'wallet'>, 'confirmSimulatedPayment' | 'stripeWebhook'>;
}

/** Who charges the cards, as the settings choose. */
export const processing = (deps: ServiceDeps): Processing => {
  const { stripe: access } = deps.settings;
  if (!access)
    return {
      processor: createSimulatedProcessor(deps),
      operations: { ...createSimulatedOperations(deps), ...noStripeOperations },
    };
  const withStripe = { ...deps, stripe: openStripe(access) };
  const processor = createStripeProcessor(withStripe);
  const { webhookSecret } = access;
  return {
    processor,
    operations: {
      ...noSimulatedOperations,
      ...createStripeOperations({ ...withStripe, processor, webhookSecret }),
    },
  };
};
