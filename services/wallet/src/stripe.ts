import type Stripe from 'stripe';
import type { PaidIntent } from './payment-processor';

/** What the wallet remembers of a payment that it began at Stripe: only such a payment is ours. */
export interface BegunIntent {
  userId: string;
  email: string;
  amountCents: number;
  currency: string;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * The events that are heeded (https://docs.stripe.com/api/events/types): each says that something has become of a payment, and what it is
 * is asked anew. `funds_withdrawn` also ends an inquiry that has become a dispute.
 */
export const HEEDED_EVENTS: ReadonlySet<string> = new Set([
  'payment_intent.succeeded',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.closed',
] satisfies Stripe.Event['type'][]);

/** Disputes of these states leave the money with us: won, or only asked about as yet. Of any other, also of one to come, we believe the worst. */
const HARMLESS: ReadonlySet<string> = new Set([
  'won',
  'prevented',
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
] satisfies Stripe.Dispute.Status[]);

/** The payment that an event is about; null when it is about none, or of a kind that is not heeded. */
export const intentOf = ({ type, data }: Pick<Stripe.Event, 'type' | 'data'>): string | null => {
  if (!HEEDED_EVENTS.has(type)) return null;
  const object = data.object as { id?: unknown; payment_intent?: unknown };
  const named = type === 'payment_intent.succeeded' ? object.id : object.payment_intent;
  const intent = isObject(named) ? named.id : named;
  return typeof intent === 'string' && intent !== '' ? intent : null;
};

const isObject = (value: unknown): value is { id?: unknown } => typeof value === 'object' && value !== null;

/** Whether a payment is the one that we began: an amount, currency or user that was changed at Stripe is not. */
export const isAsBegun = (begun: BegunIntent, intent: Stripe.PaymentIntent): boolean =>
  intent.amount_received === begun.amountCents &&
  intent.currency === begun.currency &&
  intent.metadata.userId === begun.userId;

/** The charge of a payment that has gone through; Stripe is asked to send it along. */
export const chargeOf = ({ latest_charge }: Stripe.PaymentIntent): Stripe.Charge | null =>
  typeof latest_charge === 'object' ? latest_charge : null;

/** A payment that has gone through, as the wallet takes it in. */
export const paidOf = (
  { userId, email, amountCents, currency, at }: BegunIntent,
  { id: intent, ...of }: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[],
): PaidIntent => {
  const charge = chargeOf({ id: intent, ...of });
  const refundedCents = charge?.amount_refunded ?? 0;
  return {
    ...{ intent, userId, email, amountCents, currency, at, refundedCents },
    card: charge?.payment_method_details?.card?.last4 ?? '',
    isTakenBack: refundedCents >= amountCents || disputes.some(({ status }) => !HARMLESS.has(status)),
  };
};
