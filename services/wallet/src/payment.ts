import { COIN_PACKAGES, type CoinPackage, type PaymentState } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { UserAccount } from './account';
import { CURRENCY, type PaidIntent } from './payment-processor';

/** A payment that the processor confirmed; credited at most once, and never again once it has been taken back. */
export interface Payment {
  userId: string;
  email: string;
  cents: number;
  coins: number;
  card: string;
  /** When it was recorded. */
  at: number;
  state: PaymentState;
  /** Coins that a refund or dispute could not take back. */
  shortfall: number;
  /** Cents of it that were refunded; none of those that were recorded before refunds were known. */
  refundedCents?: number;
  /** Whether its buyer has been told that it is recorded; false when the processor told us before they did. */
  isClaimed?: boolean;
}

export const centsOf = (price: number): number => price * 100;

const packageOf = (cents: number): CoinPackage | undefined =>
  COIN_PACKAGES.find(({ price }) => centsOf(price) === cents);

/** The oldest payment of this buyer and amount that has not been recorded; the processor's list is not taken at its word. */
export const unrecorded = (
  paid: readonly PaidIntent[],
  recorded: ReadonlySet<string>,
  { userId, price }: { userId: string; price: number },
): PaidIntent | undefined =>
  paid.find(
    ({ intent, ...of }) =>
      !of.isTakenBack &&
      of.userId === userId &&
      of.amountCents === centsOf(price) &&
      of.currency === CURRENCY &&
      !recorded.has(intent),
  );

/** @throws when nothing is sold at what was paid: intents are made for packages only */
export const paymentOf = (
  { intent, userId, email, amountCents: cents, card }: PaidIntent,
  time: number,
  isClaimed: boolean,
): Payment => {
  const bought = packageOf(cents);
  if (!bought) throw new Error(`Nothing is sold for the ${cents} cents of ${intent}`);
  const { coins } = bought;
  const nothingBack = { shortfall: 0, refundedCents: 0 };
  return { userId, email, cents, coins, card, at: time, state: 'recorded', ...nothingBack, isClaimed };
};

/** Coins are for buyers only: in another role they would be money to withdraw. */
export const decideCredit = (
  { state }: Pick<Payment, 'state'>,
  { role, closed }: Pick<UserAccount, 'role' | 'closed'>,
): 'credit' | 'repeat' | Failure<'payment-reversed' | 'not-a-buyer'> => {
  if (state === 'credited') return 'repeat';
  if (state === 'reversed') return fail('payment-reversed');
  return role === 'buyer' && !closed ? 'credit' : fail('not-a-buyer');
};

/** What a refund or dispute takes: the coins that were credited, as far as they are still there. */
export const decideReversal = (
  { state, coins }: Pick<Payment, 'state' | 'coins'>,
  balance: number,
): { taken: number; shortfall: number } | 'repeat' => {
  if (state === 'reversed') return 'repeat';
  if (state === 'recorded') return { taken: 0, shortfall: 0 };
  const taken = Math.min(coins, balance);
  return { taken, shortfall: coins - taken };
};
