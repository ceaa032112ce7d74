import { CENTS_PER_COIN, MIN_WITHDRAWAL_COINS } from './constants';
import { decimalsOf } from './text';

/** The wallet's rule (P-5.3): an approval leaves at least one coin. */
export const isCovered = (balance: number, coins: number): boolean => balance > coins;

export interface WorkerCoins {
  /** The balance. */
  available: number;
  /** Coins of pending withdrawals, which are still in the balance. */
  requested: number;
}

/** Coins that the balance lacks until a request of so many coins is covered, after all pending ones. */
export const shortfallOf = (coins: number, { available, requested }: WorkerCoins): number =>
  Math.max(0, requested + coins + 1 - available);

const shown = (coins: number): string => coins.toLocaleString('en-US');

/** Why so many coins cannot be requested now, or null. One request beyond the balance is possible, alone (P-5.2). */
export const excessFault = (coins: number, worker: WorkerCoins): string | null => {
  if (worker.requested === 0 || shortfallOf(coins, worker) === 0) return null;
  const most = withdrawableOf(worker);
  const requested = `You’ve already requested ${shown(worker.requested)} coins`;
  return most === 0
    ? `${requested}, and your balance doesn’t cover another request. Please wait for the decision, or earn more coins first`
    : `${requested}. Your balance covers at most ${shown(most)} more`;
};

/** Money in another currency, to its hundredths. @param perDollar the rate, as `parseDecimal` returns it */
export const localAmountOf = (coins: number, perDollar: string): number => {
  const unit = 10n ** BigInt(decimalsOf(perDollar));
  const cents = BigInt(coins * CENTS_PER_COIN) * BigInt(perDollar.replace('.', ''));
  return Number((cents + unit / 2n) / unit) / 100;
};

/** Coins that the balance lacks until the smallest request is covered. */
export const missingOf = (worker: WorkerCoins): number => shortfallOf(MIN_WITHDRAWAL_COINS, worker);

/** The largest request that is covered; 0 where not even the smallest is. */
export const withdrawableOf = (worker: WorkerCoins): number =>
  missingOf(worker) > 0 ? 0 : worker.available - worker.requested - 1;
