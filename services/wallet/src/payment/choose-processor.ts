import type { OperationHandlers, ServiceDeps } from '@piecework/service-runtime';
import type { PaymentProcessor } from './payment-processor';
import { createSimulatedOperations, noSimulatedOperations } from './simulated-processor.routes';
import { createSimulatedProcessor } from './simulated-processor.store';
import { openStripe } from './stripe.client';
import { createStripeOperations, noStripeOperations } from './stripe.routes';
import { createStripeProcessor } from './stripe.store';

interface Processing {
  processor: PaymentProcessor;
  /** The other processor's operations answer 404. */
  operations: Pick<OperationHandlers<'wallet'>, 'confirmSimulatedPayment' | 'stripeWebhook'>;
}

export const chooseProcessor = (deps: ServiceDeps): Processing => {
  const { payments, stripeAccount: access } = deps.settings;
  if (payments === 'simulated')
    return {
      processor: createSimulatedProcessor(deps),
      operations: { ...createSimulatedOperations(deps), ...noStripeOperations },
    };
  if (!access) throw new Error('PAYMENTS=stripe requires the STRIPE_… keys, which this program does not read');
  const withStripe = { ...deps, stripe: openStripe(access) };
  const processor = createStripeProcessor(withStripe);
  const { webhookSecret } = access;
  return {
    processor,
    operations: { ...noSimulatedOperations, ...createStripeOperations({ ...withStripe, processor, webhookSecret }) },
  };
};
