import type { Task } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';

/** Coins of open places are refunded; those of pending submissions stay in escrow, and of rejected ones while they can be appealed. */
export const refundTextOf = (task: Task): string => {
  const { closed, requiredWorkers: places, payableAmount: pay } = task;
  if (closed?.kept) return 'Coins that are set aside for appeals still come back if no appeal is upheld.';
  if (closed) return 'The coins for its open places were refunded when it closed.';
  if (places === 0) return 'It has no open places, so there’s nothing to refund.';
  const coins = `${formatCoins(places * pay)} ${places * pay === 1 ? 'coin' : 'coins'}`;
  const refund = `You get back ${coins} for ${formatCoins(places)} open ${places === 1 ? 'place' : 'places'}.`;
  if (task.taskStatus === 'pending') return refund;
  return `${refund} If a worker can still appeal a rejection, the coins for its place come back later.`;
};
