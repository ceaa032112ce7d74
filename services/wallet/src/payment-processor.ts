import type { Failure } from '@piecework/http';

/** The currency of everything that is bought. */
export const CURRENCY = 'usd';

export interface IntentRequest {
  amountCents: number;
  currency: typeof CURRENCY;
  userId: string;
  /** Where the receipt goes. */
  email: string;
  /** Whole dollars: names the package. */
  price: number;
  /** The same key is the same intent. */
  idempotencyKey: string;
}

/** A payment that has gone through, as the processor knows it. */
export interface PaidIntent {
  /** The processor's id of it. */
  intent: string;
  userId: string;
  email: string;
  amountCents: number;
  currency: string;
  /** Last four digits of the card. */
  card: string;
  /** When it was made. */
  at: number;
  /** Cents of it that were refunded to the card. */
  refundedCents: number;
  /** Whether its money is not ours any more: refunded whole, or claimed by a dispute that we have not won. */
  isTakenBack: boolean;
}

/** The processor does not answer: what was asked can be asked again without harm. */
export type Unanswered = Failure<'processor-down'>;

/**
 * The port to whoever charges cards. Its calls are input and output: they are made before a transaction, never within one, and what they
 * answer is checked against the wallet's own records inside.
 */
export interface PaymentProcessor {
  /** Begins a payment; the browser finishes it with the `clientSecret`. */
  createIntent(
    request: IntentRequest,
  ): Promise<{ intent: string; clientSecret: string } | Unanswered | Failure<'idempotency-mismatch'>>;
  /** What someone has paid in that amount, oldest first: at least what was paid last and has not been recorded. */
  succeededIntents(of: { userId: string; amountCents: number }): Promise<PaidIntent[] | Unanswered>;
  /** Asks about one intent; null when it is unknown, not of this installation or not paid. */
  verify(intent: string): Promise<PaidIntent | null | Unanswered>;
}
