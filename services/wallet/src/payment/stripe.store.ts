import { createHash } from 'node:crypto';
import type { Log } from '@piecework/base';
import { fail, isFailure } from '@piecework/http';
import type { ServiceDeps } from '@piecework/service-runtime';
import { collection, type Document } from '@piecework/store';
import type Stripe from 'stripe';
import { payments } from './payment.store';
import type { IntentRequest, PaidIntent, PaymentProcessor, ProcessorDown } from './payment-processor';
import { chargeOf, isUnchanged, paidOf, type StoredIntent } from './stripe';

interface StripeIntent extends Document, StoredIntent {}

export const stripeIntents = collection<StripeIntent>('stripeIntents', [
  { key: { userId: 1, amountCents: 1, at: -1 } },
]);

/** Newest payments per user and amount that are compared with the recorded ones. */
const MAX_COMPARED = 50;
/** Unrecorded payments that are looked up at Stripe; the webhook covers the rest. */
const MAX_RETRIEVED = 10;

type Deps = Pick<ServiceDeps, 'store' | 'clock' | 'log'> & { stripe: Promise<Stripe> };

/** Stores its intents: Stripe's search is eventually consistent, and other installations may share the account. */
export const createStripeProcessor = (deps: Deps): PaymentProcessor => {
  const { store, log } = deps;
  const callStripe = withStripeErrors(log);

  const retrieve = async ({ _id: intent, ...stored }: StripeIntent): Promise<PaidIntent | null> => {
    const stripe = await deps.stripe;
    const retrieved = await stripe.paymentIntents.retrieve(intent, { expand: ['latest_charge'] });
    if (retrieved.status !== 'succeeded') return null;
    if (!isUnchanged(stored, retrieved)) {
      log.error({ intent }, 'payment refused: its amount, currency or user was changed at Stripe');
      return null;
    }
    const disputes = chargeOf(retrieved)?.disputed ? (await stripe.disputes.list({ payment_intent: intent })).data : [];
    return paidOf(stored, retrieved, disputes);
  };

  return {
    createIntent: createIntent(deps),
    succeededIntents: async ({ userId, amountCents }) => {
      const newest = { sort: { at: -1 }, limit: MAX_COMPARED } as const;
      const stored = await store.collection(stripeIntents).find({ userId, amountCents }, newest);
      const recorded = await store.collection(payments).find({ _id: { $in: stored.map(({ _id }) => _id) } });
      const recordedIds = new Set(recorded.map(({ _id }) => _id));
      const open = stored.filter(({ _id }) => !recordedIds.has(_id)).slice(0, MAX_RETRIEVED);
      const retrieved = await callStripe(() => Promise.all(open.map(retrieve)));
      return isFailure(retrieved) ? retrieved : retrieved.filter((paid) => paid !== null).reverse();
    },
    verify: async (intent) => {
      const stored = await store.collection(stripeIntents).findOne({ _id: intent });
      return stored && callStripe(() => retrieve(stored));
    },
  };
};

const createIntent =
  ({ store, stripe, clock, log }: Deps): PaymentProcessor['createIntent'] =>
  async (request) => {
    const created = await withStripeErrors(log)(async () => createStripeIntent(await stripe, request));
    if (isFailure(created)) return created;
    if (!created) return fail('idempotency-mismatch');
    const { userId, email, amountCents, currency } = request;
    const stored: StoredIntent = { userId, email, amountCents, currency, at: clock.now() };
    const insert = { $setOnInsert: { ...stored } };
    await store.collection(stripeIntents).updateOne({ _id: created.intent }, insert, { upsert: true });
    return created;
  };

/** null: the key was used with other parameters. */
const createStripeIntent = async (stripe: Stripe, { idempotencyKey, ...request }: IntentRequest) => {
  // Stripe limits keys to 255 characters.
  const options = { idempotencyKey: createHash('sha256').update(idempotencyKey).digest('hex') };
  const create = (params: Stripe.PaymentIntentCreateParams) => stripe.paymentIntents.create(params, options);
  const params = paramsOf(request);
  try {
    const { id: intent, client_secret: clientSecret } = await create(params).catch((error: unknown) => {
      if (!isOfReceipt(error)) throw error;
      const { receipt_email: _, ...others } = params;
      return create(others);
    });
    if (!clientSecret) throw new Error(`Stripe returned no client secret for ${intent}`);
    return { intent, clientSecret };
  } catch (error) {
    if (isStripeError(error, ['StripeIdempotencyError'])) return null;
    throw error;
  }
};

/** Cards only: other methods redirect or complete days later. */
const paramsOf = ({
  amountCents: amount,
  currency,
  userId,
  email,
  price,
}: Omit<IntentRequest, 'idempotencyKey'>): Stripe.PaymentIntentCreateParams => ({
  amount,
  currency,
  allowed_payment_method_types: ['card'],
  metadata: { userId, email, price },
  receipt_email: email,
});

/** Stripe rejects some valid emails: pay without a receipt then. */
const isOfReceipt = (error: unknown): boolean =>
  isStripeError(error, ['StripeInvalidRequestError']) && error.param === 'receipt_email';

/** Transient errors become failures; a permanent refusal is a bug and throws. */
const withStripeErrors =
  (log: Pick<Log, 'error'>) =>
  async <R>(call: () => Promise<R>): Promise<R | ProcessorDown> => {
    try {
      return await call();
    } catch (error) {
      if (!isTransient(error)) throw error;
      const { type, statusCode, code, requestId, message } = error;
      log.error({ type, statusCode, code, requestId, reason: message }, 'Stripe is unavailable');
      return fail('processor-down');
    }
  };

/** Types of the SDK's errors (https://docs.stripe.com/error-handling). */
const isStripeError = (error: unknown, types: readonly string[]): error is Stripe.errors.StripeError =>
  types.includes((error as { type?: string } | null)?.type ?? '');

/** Includes a wrong or revoked key: an operator can replace it. */
const isTransient = (error: unknown): error is Stripe.errors.StripeError =>
  isStripeError(error, [
    'StripeConnectionError',
    'StripeAPIError',
    'StripeRateLimitError',
    'StripeAuthenticationError',
  ]);
