import { buffer } from 'node:stream/consumers';
import { DAY_MS } from '@piecework/base';
import { fail, isFailure, ok } from '@piecework/http';
import { answer, type Call, type ServiceDeps } from '@piecework/service-runtime';
import { collection, type Document } from '@piecework/store';
import type Stripe from 'stripe';
import { causeOfCall } from '../ledger/ledger.store';
import { applyPaidIntent } from './payment.store';
import type { PaymentProcessor } from './payment-processor';
import { intentOf } from './stripe';

/** Deduplicates: Stripe delivers at least once. */
interface StripeEvent extends Document {
  type: string;
  intent: string;
  at: number;
}

export const stripeEvents = collection<StripeEvent>('stripeEvents', [{ key: { at: 1 } }]);

/** Milliseconds. Stripe retries for 3 days, and for 30 days by hand. */
const EVENT_RETENTION_MS = 31 * DAY_MS;
/** Seconds (https://docs.stripe.com/webhooks#replay-attacks). */
const TOLERANCE_SECONDS = 300;

type Deps = Pick<ServiceDeps, 'settings' | 'store' | 'clock' | 'log'> & {
  stripe: Promise<Stripe>;
  webhookSecret: string;
  processor: PaymentProcessor;
};
const EMITTED = ['payment.recorded', 'payment.credited', 'payment.reversed', 'wallet.balance-changed'] as const;

/** An event only triggers a read of the payment, so events may be repeated, late, reordered or concurrent. */
export const createStripeOperations = (deps: Deps) => {
  const { store, processor, log } = deps;
  return answer('stripeWebhook', EMITTED, async (_input, call) => {
    const { correlationId } = call;
    const event = await signedEvent(deps, call);
    if (!event) return fail('bad-signature');
    const intent = intentOf(event);
    if (!intent || (await store.collection(stripeEvents).findOne({ _id: event.id }))) return RECEIVED;
    const paid = await processor.verify(intent);
    if (isFailure(paid)) return paid;
    if (paid) await handleEvent(deps, { _id: event.id, type: event.type, intent }, paid, call);
    else log.info({ event: event.id, type: event.type, intent, correlationId }, UNKNOWN_PAYMENT);
    return RECEIVED;
  });
};

const RECEIVED = ok({ received: true });
const UNKNOWN_PAYMENT = 'webhook event ignored: its payment was not created here, or is unpaid';

/** null: unsigned, wrongly signed or expired. */
const signedEvent = async (
  { stripe, webhookSecret, clock, log }: Deps,
  { raw, headers, correlationId }: Pick<Call, 'raw' | 'headers' | 'correlationId'>,
): Promise<Stripe.Event | null> => {
  const signature = headers['stripe-signature'] ?? '';
  try {
    const body = raw ? await buffer(raw) : '';
    const { webhooks } = await stripe;
    return webhooks.constructEvent(body, signature, webhookSecret, TOLERANCE_SECONDS, undefined, clock.now());
  } catch (error) {
    // First line only: the message contains the request body.
    const [reason] = (error instanceof Error ? error.message : String(error)).split('\n');
    log.warn({ reason, correlationId }, 'webhook call refused: invalid signature');
    return null;
  }
};

type Taken = Parameters<typeof applyPaidIntent>;
type Emitted = (typeof EMITTED)[number];

const handleEvent = ({ settings, clock }: Deps, event: Omit<StripeEvent, 'at'>, paid: Taken[1], call: Call<Emitted>) =>
  call.transact(async (unit) => {
    const events = unit.collection(stripeEvents);
    if (await events.findOne({ _id: event._id })) return;
    const cause = causeOfCall(call, clock);
    await events.insertOne({ ...event, at: cause.at });
    await events.deleteMany({ at: { $lt: cause.at - EVENT_RETENTION_MS } });
    await applyPaidIntent(unit, paid, { ...cause, isAutomatic: settings.coinCredit === 'automatic' });
  });

/** Declares the same events as the real handler: the table of events must not depend on settings. */
export const noStripeOperations = answer('stripeWebhook', EMITTED, async () => fail('not-found'));
