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
  /** Fully refunded, or claimed by a dispute that is not won. */
  isReversed: boolean;
}

export type ProcessorDown = Failure<'processor-down'>;

/** Call it outside transactions; check its answer against the wallet's records inside one. */
export interface PaymentProcessor {
  /** The browser confirms with `clientSecret`. */
  createIntent(
    request: IntentRequest,
  ): Promise<{ intent: string; clientSecret: string } | ProcessorDown | Failure<'idempotency-mismatch'>>;
  /** Oldest first; includes at least the latest unrecorded payment. */
  succeededIntents(of: { userId: string; amountCents: number }): Promise<PaidIntent[] | ProcessorDown>;
  /** null: unknown, of another installation, or unpaid. */
  verify(intent: string): Promise<PaidIntent | null | ProcessorDown>;
}
