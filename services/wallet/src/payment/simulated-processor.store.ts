import type { ServiceDeps } from '@piecework/service-runtime';
import { collection, type Document } from '@piecework/store';
import { CURRENCY, type IntentRequest, type PaidIntent, type PaymentProcessor } from './payment-processor';
import type { IntentStatus } from './simulated-processor';

interface SimulatedIntent extends Document, IntentRequest {
  clientSecret: string;
  status: IntentStatus;
  /** Last four digits; '' until a card is accepted. */
  card: string;
  at: number;
}

export const simulatedIntents = collection<SimulatedIntent>('simulatedIntents', [
  { key: { idempotencyKey: 1 }, unique: true },
  { key: { clientSecret: 1 }, unique: true },
  { key: { userId: 1, status: 1, at: 1 } },
]);

export const createSimulatedProcessor = ({
  store,
  ids,
  clock,
}: Pick<ServiceDeps, 'store' | 'ids' | 'clock'>): PaymentProcessor => ({
  createIntent: async (request) => {
    const intent = `pi_${ids.next()}`;
    const clientSecret = `${intent}_secret_${ids.secret()}`;
    return store.transaction(async (tx) => {
      const existing = await tx.collection(simulatedIntents).findOne({ idempotencyKey: request.idempotencyKey });
      if (existing) return { intent: existing._id, clientSecret: existing.clientSecret };
      const opened = { clientSecret, status: 'requires_payment_method', card: '', at: clock.now() } as const;
      await tx.collection(simulatedIntents).insertOne({ _id: intent, ...request, ...opened });
      return { intent, clientSecret };
    });
  },
  succeededIntents: async ({ userId, amountCents }) => {
    const paid = { userId, amountCents, currency: CURRENCY, status: 'succeeded' } as const;
    const succeeded = await store.collection(simulatedIntents).find(paid, { sort: { at: 1 } });
    return succeeded.map(toPaid);
  },
  verify: async (intent) => {
    const succeeded = await store.collection(simulatedIntents).findOne({ _id: intent, status: 'succeeded' });
    return succeeded && toPaid(succeeded);
  },
});

const toPaid = ({ _id: intent, userId, email, amountCents, currency, card, at }: SimulatedIntent): PaidIntent => ({
  intent,
  userId,
  email,
  amountCents,
  currency,
  card,
  at,
  refundedCents: 0,
  isReversed: false,
});
