import type { Signal, Withdrawal as WithdrawalView } from '@piecework/contracts';
import { type Move, PIECEWORK, takeNewest } from './withdrawal-trace';

/** Shares of the traced coins. */
const ONE_BUYER = 4 / 5;
const MAIN_BUYER = 1 / 5;

/** Workers up to whom a buyer has paid few. */
export const FEW_WORKERS = 2;

/** At most five: those of at least a fifth of the coins. @param moves newest first */
export const mainBuyersOf = (moves: readonly Move[], fromWork: number): string[] => {
  const taken = [...takeNewest(moves, fromWork)];
  const sum = taken.reduce((total, [, { coins }]) => total + coins, 0);
  return taken
    .filter(([buyerId, { coins }]) => buyerId !== PIECEWORK && coins >= sum * MAIN_BUYER)
    .map(([buyerId]) => buyerId);
};

interface Facts {
  isShared: boolean;
  hasFewWorkers: boolean;
}

/** @param view as admins see it, with its funding */
export const signalsOf = (
  { unearnedCoin = 0, funding }: Pick<WithdrawalView, 'unearnedCoin' | 'funding'>,
  { isShared, hasFewWorkers }: Facts,
): Signal[] => {
  const found: Record<Signal, boolean> = {
    'shared-account': isShared,
    'one-buyer': funding !== undefined && funding.largestShare >= ONE_BUYER,
    'few-workers': hasFewWorkers,
    'below-price': funding !== undefined && funding.paidIn > 0 && funding.loss > 0,
    unearned: unearnedCoin > 0,
    'new-account': funding?.newWorker ?? false,
  };
  return (Object.keys(found) as Signal[]).filter((signal) => found[signal]);
};
