import type { PaymentSystem } from '@piecework/contracts';
import { collection, type Document, type Transaction } from '@piecework/store';

export interface PayoutRateDocument extends Document {
  _id: PaymentSystem;
  currency: string;
  /** A decimal. */
  perDollar: string;
  /** Milliseconds since 1970. */
  setAt: number;
  /** Each has a row in the trail. */
  sets: number;
}

export const payoutRates = collection<PayoutRateDocument>('payoutRates', []);

type Currencies = Partial<Record<PaymentSystem, string>>;

/** Undefined without a rate. That of another currency than the present one does not count. */
export const payoutRateOf = async (tx: Transaction, _id: PaymentSystem, currencies: Currencies) => {
  const currency = currencies[_id];
  const rate = currency === undefined ? null : await tx.collection(payoutRates).findOne({ _id, currency });
  return rate ? { currency: rate.currency, perDollar: rate.perDollar } : undefined;
};
