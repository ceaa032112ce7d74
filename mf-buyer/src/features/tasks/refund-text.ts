import type { Task } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';

/** Coins of open places are refunded; those of pending submissions stay in escrow. */
export const refundTextOf = ({ closed, requiredWorkers: places, payableAmount: pay }: Task): string => {
  if (closed) return 'The coins for its open places were refunded when it closed.';
  if (places === 0) return 'It has no open places, so there’s nothing to refund.';
  const coins = `${formatCoins(places * pay)} ${places * pay === 1 ? 'coin' : 'coins'}`;
  return `You get back ${coins} for ${formatCoins(places)} open ${places === 1 ? 'place' : 'places'}.`;
};
