import type { Task } from '@piecework/contracts';
import { coinsText, counted } from '../counted';

/** Coins of open places are refunded; those of pending submissions stay in escrow, and of rejected ones while they can be appealed. */
export const refundTextOf = (task: Task): string => {
  const { closed, requiredWorkers, sparedPlaces = 0, payableAmount: pay } = task;
  const places = requiredWorkers + sparedPlaces;
  if (closed?.kept) return 'Coins that are set aside for appeals still come back if no appeal is upheld.';
  if (closed) return 'The coins for its open places were refunded when it closed.';
  if (places === 0) return 'It has no open places, so there’s nothing to refund.';
  const coins = coinsText(places * pay);
  const refund = `You get back ${coins} for ${counted(places, 'open place', 'open places')}.`;
  if (task.taskStatus === 'pending') return refund;
  return `${refund} If a worker can still appeal a rejection, the coins for its place come back later.`;
};

type Closed = NonNullable<Task['closed']>;

export const refundedText = ({ refunded, kept }: Closed): string => {
  if (refunded === 0) return kept ? 'No coins refunded yet' : 'No coins to refund';
  return `${coinsText(refunded)} refunded`;
};

const CLOSED = {
  expired: 'This task closed at its completion date',
  ended: 'This task was closed',
  completed: 'All pages are complete, so this task has closed',
} as const satisfies Record<Closed['reason'], string>;

export const closedText = (closed: Closed): string => {
  const why =
    closed.rejection === undefined
      ? CLOSED[closed.reason]
      : `An admin didn’t approve this task. The reason: “${closed.rejection}”`;
  return `${why}${closed.rejection === undefined ? '.' : ''} ${refundedText(closed)}.`;
};
