import { COIN_PACKAGES, type CoinPackage, type PaymentState } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { UserAccount } from '../account/account';
import { CURRENCY, type PaidIntent } from './payment-processor';

/** Credited at most once, and never after a reversal. */
export interface Payment {
  userId: string;
  email: string;
  cents: number;
  coins: number;
  card: string;
  at: number;
  state: PaymentState;
  /** Coins that the reversal could not recover. */
  shortfall: number;
  /** Absent in payments older than refunds. */
  refundedCents?: number;
  /** The admin; absent in a payment that was credited automatically, or before the admin trail. */
  creditedBy?: string;
  /** Reported by the buyer; false while only the processor has reported it. */
  isClaimed?: boolean;
}

export const centsOf = (price: number): number => price * 100;

const packageOf = (cents: number): CoinPackage | undefined =>
  COIN_PACKAGES.find(({ price }) => centsOf(price) === cents);

/** The oldest one. Filters again: the processor's list is untrusted. */
export const unrecorded = (
  paid: readonly PaidIntent[],
  recorded: ReadonlySet<string>,
  { userId, price }: { userId: string; price: number },
): PaidIntent | undefined =>
  paid.find(
    ({ intent, ...of }) =>
      !of.isReversed &&
      of.userId === userId &&
      of.amountCents === centsOf(price) &&
      of.currency === CURRENCY &&
      !recorded.has(intent),
  );

/** @throws when no package has that price */
export const paymentOf = (
  { intent, userId, email, amountCents: cents, card }: PaidIntent,
  time: number,
  isClaimed: boolean,
): Payment => {
  const bought = packageOf(cents);
  if (!bought) throw new Error(`No package costs the ${cents} cents of ${intent}`);
  const { coins } = bought;
  const nothingBack = { shortfall: 0, refundedCents: 0 };
  return { userId, email, cents, coins, card, at: time, state: 'recorded', ...nothingBack, isClaimed };
};

/** Buyers only: another role could withdraw the coins. `unavailable`: the registration of the payer is on its way to the wallet. */
export const decideCredit = (
  { state }: Pick<Payment, 'state'>,
  { role, opened, closed }: Pick<UserAccount, 'role' | 'opened' | 'closed'>,
): 'credit' | 'repeat' | Failure<'payment-reversed' | 'not-a-buyer' | 'unavailable'> => {
  if (state === 'credited') return 'repeat';
  if (state === 'reversed') return fail('payment-reversed');
  if (!opened && !closed) return fail('unavailable');
  return role === 'buyer' && !closed ? 'credit' : fail('not-a-buyer');
};

export const decideReversal = (
  { state, coins }: Pick<Payment, 'state' | 'coins'>,
  balance: number,
): { taken: number; shortfall: number } | 'repeat' => {
  if (state === 'reversed') return 'repeat';
  if (state === 'recorded') return { taken: 0, shortfall: 0 };
  const taken = Math.min(coins, balance);
  return { taken, shortfall: coins - taken };
};
