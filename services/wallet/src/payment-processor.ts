import type { Failure } from '@piecework/http';

export const CURRENCY = 'usd';

export interface IntentRequest {
  amountCents: number;
  currency: typeof CURRENCY;
  userId: string;
  email: string;
  /** Whole dollars: identifies the package. */
  price: number;
  idempotencyKey: string;
}

export interface PaidIntent {
  intent: string;
  userId: string;
  email: string;
  amountCents: number;
  currency: string;
  card: string;
  at: number;
  refundedCents: number;
  /** Fully refunded, or claimed by a dispute that we have not won. */
  isTakenBack: boolean;
}

/** The request can be retried. */
export type Unanswered = Failure<'processor-down'>;

/** The port of the card processor. Call it before a transaction, never inside one, and check its answer against the wallet's records inside. */
export interface PaymentProcessor {
  /** The browser confirms the payment with the `clientSecret`. */
  createIntent(
    request: IntentRequest,
  ): Promise<{ intent: string; clientSecret: string } | Unanswered | Failure<'idempotency-mismatch'>>;
  /** Oldest first; contains at least the latest unrecorded payment. */
  succeededIntents(of: { userId: string; amountCents: number }): Promise<PaidIntent[] | Unanswered>;
  /** null when the intent is unknown, of another installation or unpaid. */
  verify(intent: string): Promise<PaidIntent | null | Unanswered>;
}
