import { centsToDollars, type Payment as PaymentView } from '@piecework/contracts';
import {
  type Actor,
  collection,
  containing,
  type Document,
  type Failure,
  type Filter,
  isFailure,
  type Unit,
} from '@piecework/service-kit';
import { userAccountOf } from './account.store';
import { transferOf } from './ledger';
import { type Cause, post } from './ledger.store';
import { decideCredit, decideReversal, type Payment, paymentOf } from './payment';
import type { PaidIntent } from './processor';

/** By the processor's intent id, so that a payment is recorded once whoever reports it first. */
export interface PaymentDocument extends Document, Payment {
  /** Lower case: what people search in. */
  search: string;
}

export const payments = collection<PaymentDocument>('payments', [
  { key: { userId: 1, at: -1 } },
  { key: { state: 1, at: -1 } },
  { key: { at: -1 } },
]);

const toDocument = (intent: string, payment: Payment): PaymentDocument => ({
  ...payment,
  _id: intent,
  search: [payment.email, intent, payment.card].join('\n').toLowerCase(),
});

/** Keeps a payment that the processor confirmed. */
export const record = async (
  unit: Unit<'payment.recorded'>,
  paid: PaidIntent,
  time: number,
): Promise<PaymentDocument> => {
  const payment = toDocument(paid.intent, paymentOf(paid, time));
  const { _id: paymentId, userId, cents, coins } = payment;
  await unit.collection(payments).insertOne(payment);
  unit.emit('payment.recorded', paymentId, { paymentId, userId, cents, coins });
  return payment;
};

type CreditUnit = Unit<'wallet.balance-changed' | 'payment.credited'>;

export const credit = async (
  unit: CreditUnit,
  payment: PaymentDocument,
  cause: Cause,
): Promise<0 | 1 | Failure<'payment-reversed' | 'not-a-buyer'>> => {
  const { _id: paymentId, userId, coins } = payment;
  const decision = decideCredit(payment, await userAccountOf(unit, userId));
  if (isFailure(decision)) return decision;
  if (decision === 'repeat') return 0;
  await unit.collection(payments).updateOne({ _id: paymentId }, { $set: { state: 'credited' } });
  unit.emit('payment.credited', paymentId, { paymentId, userId, coins });
  await post(unit, transferOf.topup(paymentId, userId, coins), cause);
  return 1;
};

type ReversalUnit = Unit<'wallet.balance-changed' | 'payment.reversed'>;

export const reverse = async (unit: ReversalUnit, payment: PaymentDocument, cause: Cause): Promise<0 | 1> => {
  const { _id: paymentId, userId } = payment;
  const { balance } = await userAccountOf(unit, userId);
  const decision = decideReversal(payment, balance);
  if (decision === 'repeat') return 0;
  const { taken: coins, shortfall } = decision;
  await unit.collection(payments).updateOne({ _id: paymentId }, { $set: { state: 'reversed', shortfall } });
  unit.emit('payment.reversed', paymentId, { paymentId, userId, coins, shortfall });
  await post(unit, transferOf.reverse(paymentId, userId, coins), cause);
  return 1;
};

interface PaymentSearch {
  q?: string | undefined;
  state?: Payment['state'] | undefined;
}

/** Own, or all for an admin. */
export const visibleTo = ({ role, userId }: Actor): Filter<PaymentDocument> =>
  role === 'admin' ? {} : { userId };

export const searchFilter = ({ q, state }: PaymentSearch): Filter<PaymentDocument> => ({
  ...(state !== undefined && { state }),
  ...(q && { search: containing(q.toLowerCase()) }),
});

export const toView = ({
  _id,
  email,
  cents,
  coins,
  card,
  at,
  state,
  shortfall,
}: PaymentDocument): PaymentView => ({
  _id,
  email,
  amount: centsToDollars(cents),
  coins,
  card,
  time: new Date(at).toISOString(),
  state,
  shortfall,
});
