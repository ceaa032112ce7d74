import type { Task } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';

/** Coins of open places are refunded; those of pending submissions stay in escrow. */
export const refundTextOf = ({ closed, requiredWorkers: places, payableAmount: pay }: Task): string => {
  if (closed) return 'The coins of its open places came back when it was closed.';
  if (places === 0) return 'It has no open places, so no coins are refunded.';
  const coins = `${formatCoins(places * pay)} ${places * pay === 1 ? 'coin' : 'coins'}`;
  return `${coins} of ${formatCoins(places)} open ${places === 1 ? 'place' : 'places'} are refunded to you.`;
};
