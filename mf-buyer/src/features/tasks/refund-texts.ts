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

type Closed = NonNullable<Task['closed']>;

export const refundedText = ({ refunded, kept }: Closed): string => {
  if (refunded === 0) return kept ? 'No coins refunded yet' : 'No coins to refund';
  return `${formatCoins(refunded)} ${refunded === 1 ? 'coin' : 'coins'} refunded`;
};

export const closedText = (closed: Closed): string => {
  const closing = closed.reason === 'expired' ? 'This task closed at its completion date' : 'This task was closed';
  return `${closing}. ${refundedText(closed)}.`;
};
