import { centsToDollars, type OperationInput, searchKey } from '@piecework/contracts';
import { type Failure, isFailure } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { noteAdminAct, type Unit } from '@piecework/service-runtime';
import { collection, containing, type Document, type Filter } from '@piecework/store';
import { userAccountOf } from '../account/account.store';
import { transferOf } from '../ledger/ledger';
import { type Cause, post } from '../ledger/ledger.store';
import { decideCredit, decideReversal, type Payment, paymentOf } from './payment';
import type { PaidIntent } from './payment-processor';

/** `_id` is the processor's intent id, which makes recording idempotent. */
export interface PaymentDocument extends Document, Payment {
  search: string;
}

export const payments = collection<PaymentDocument>(
  'payments',
  [
    { key: { userId: 1, at: -1 } },
    { key: { userId: 1, state: 1, at: -1 } },
    { key: { state: 1, at: -1 } },
    { key: { at: -1 } },
  ],
  { searchField: 'search' },
);

const toDocument = (intent: string, payment: Payment): PaymentDocument => ({
  ...payment,
  _id: intent,
  search: searchKey([payment.email, intent, payment.card].join('\n')),
});

/** `isClaimed`: reported by the buyer, not only by the processor. */
export const record = async (
  unit: Unit<'payment.recorded'>,
  paid: PaidIntent,
  time: number,
  isClaimed: boolean,
): Promise<PaymentDocument> => {
  const payment = toDocument(paid.intent, paymentOf(paid, time, isClaimed));
  const { _id: paymentId, userId, cents, coins } = payment;
  await unit.collection(payments).insertOne(payment);
  unit.emit('payment.recorded', paymentId, { paymentId, userId, cents, coins });
  return payment;
};

export const claim = async (
  unit: Unit,
  { userId, cents }: Pick<Payment, 'userId' | 'cents'>,
): Promise<PaymentDocument | null> =>
  unit
    .collection(payments)
    .findOneAndUpdate(
      { userId, cents, isClaimed: false, state: { $ne: 'reversed' } },
      { $set: { isClaimed: true } },
      { sort: { at: -1 } },
    );

type CreditUnit = Unit<'wallet.balance-changed' | 'payment.credited'>;

export const credit = async (
  unit: CreditUnit,
  payment: PaymentDocument,
  cause: Cause,
): Promise<0 | 1 | Failure<'payment-reversed' | 'not-a-buyer' | 'unavailable'>> => {
  const { _id: paymentId, userId, coins } = payment;
  const decision = decideCredit(payment, await userAccountOf(unit, userId));
  if (isFailure(decision)) return decision;
  if (decision === 'repeat') return 0;
  await unit.collection(payments).updateOne({ _id: paymentId }, { $set: { state: 'credited' } });
  unit.emit('payment.credited', paymentId, { paymentId, userId, coins });
  await post(unit, transferOf.topup(paymentId, userId, coins), cause);
  return 1;
};

/** Notes the credit by an admin in the trail. */
export const noteCredit = async (unit: Unit<never>, payment: PaymentDocument, creditedBy: string) => {
  const { _id, email, coins, cents } = payment;
  await unit.collection(payments).updateOne({ _id }, { $set: { creditedBy } });
  await noteAdminAct(unit, {
    action: 'payment-credited',
    subject: { type: 'payment', id: _id, title: email },
    detail: `${coins} coins for $${centsToDollars(cents)}`,
  });
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

type PaidIntentUnit = Unit<'payment.recorded' | 'payment.credited' | 'payment.reversed' | 'wallet.balance-changed'>;

/** Idempotent. Ignores outdated states: a refund or reversal is final. */
export const applyPaidIntent = async (
  unit: PaidIntentUnit,
  paid: PaidIntent,
  { isAutomatic, ...cause }: Cause & { isAutomatic: boolean },
): Promise<void> => {
  const recorded = await unit.collection(payments).findOne({ _id: paid.intent });
  const payment = recorded ?? (await record(unit, paid, cause.at, false));
  if (paid.refundedCents > (payment.refundedCents ?? 0))
    await unit.collection(payments).updateOne({ _id: payment._id }, { $set: { refundedCents: paid.refundedCents } });
  if (paid.isReversed) await reverse(unit, payment, cause);
  // A payment that cannot be credited (the payer has just left the role, or is not known yet) waits for an admin.
  else if (isAutomatic) await credit(unit, payment, cause);
};

/** Whose payments the caller may read, or wants to; undefined: all. */
export const ownerOf = ({ role, userId }: Actor, wanted: string | undefined): string | undefined =>
  role === 'admin' ? wanted : userId;

export const searchFilter = ({
  q,
  state,
}: Pick<OperationInput<'listPayments'>['query'], 'q' | 'state'>): Filter<PaymentDocument> => ({
  ...(state !== undefined && { state }),
  ...(q && { search: containing(searchKey(q)) }),
});
