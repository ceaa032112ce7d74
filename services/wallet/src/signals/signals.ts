import type { Signal, Withdrawal as WithdrawalView } from '@piecework/contracts';
import { ONE_BUYER } from '../withdrawal/withdrawal-trace';

/** Share of the coins from work. */
const NEW_BUYERS = 1 / 2;

/** Workers up to whom a buyer has paid few. */
export const FEW_WORKERS = 2;

interface Facts {
  isShared: boolean;
  hasFewWorkers: boolean;
}

/** @param view as admins see it, with its funding */
export const signalsOf = (
  { unearnedCoin = 0, funding }: Pick<WithdrawalView, 'unearnedCoin' | 'funding'>,
  { isShared, hasFewWorkers }: Facts,
): Signal[] => {
  const raised: Record<Signal, boolean> = {
    granted: funding?.reasons.includes('unpaid-coins') ?? false,
    'shared-account': isShared,
    'one-buyer': funding !== undefined && funding.largestShare >= ONE_BUYER,
    'new-buyers': funding !== undefined && funding.newBuyersShare >= NEW_BUYERS,
    'few-workers': hasFewWorkers,
    'below-price': funding !== undefined && funding.paidIn > 0 && funding.loss > 0,
    unearned: unearnedCoin > 0,
    'new-account': funding?.newWorker ?? false,
  };
  return (Object.keys(raised) as Signal[]).filter((signal) => raised[signal]);
};
