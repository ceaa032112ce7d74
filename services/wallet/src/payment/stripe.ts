import type Stripe from 'stripe';
import type { PaidIntent } from './payment-processor';

export interface StoredIntent {
  userId: string;
  email: string;
  amountCents: number;
  currency: string;
  at: number;
}

/** Each triggers a read (https://docs.stripe.com/api/events/types). `funds_withdrawn` also ends an inquiry that became a dispute. */
const HANDLED_EVENTS: ReadonlySet<string> = new Set([
  'payment_intent.succeeded',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
] satisfies Stripe.Event['type'][]);

/** We keep the money; any other state, future ones included, counts as lost. */
const HARMLESS_DISPUTES: ReadonlySet<string> = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
] satisfies Stripe.Dispute.Status[]);

/** null: not about a payment, or an ignored type. */
export const intentOf = ({ type, data }: Pick<Stripe.Event, 'type' | 'data'>): string | null => {
  if (!HANDLED_EVENTS.has(type)) return null;
  const object = data.object as { id?: unknown; payment_intent?: unknown };
  const named = type === 'payment_intent.succeeded' ? object.id : object.payment_intent;
  const intent = isObject(named) ? named.id : named;
  return typeof intent === 'string' && intent !== '' ? intent : null;
};

const isObject = (value: unknown): value is { id?: unknown } => typeof value === 'object' && value !== null;

/** False when amount, currency or user were changed at Stripe. */
export const isUnchanged = (stored: StoredIntent, intent: Stripe.PaymentIntent): boolean =>
  intent.amount_received === stored.amountCents &&
  intent.currency === stored.currency &&
  intent.metadata.userId === stored.userId;

/** Needs `expand: ['latest_charge']`. */
export const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null;

export const paidOf = (
  { userId, email, amountCents, currency, at }: StoredIntent,
  { id: intent, ...of }: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[],
): PaidIntent => {
  const charge = chargeOf({ id: intent, ...of });
  const refundedCents = charge?.amount_refunded ?? 0;
  return {
    intent,
    userId,
    email,
    amountCents,
    currency,
    at,
    refundedCents,
    card: charge?.payment_method_details?.card?.last4 ?? '',
    isReversed: refundedCents >= amountCents || disputes.some(({ status }) => !HARMLESS_DISPUTES.has(status)),
  };
};
