import type { Task } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';

type Closed = NonNullable<Task['closed']>;

export const refundedText = ({ refunded, kept }: Closed): string => {
  if (refunded === 0) return kept ? 'No coins refunded yet' : 'No coins to refund';
  return `${formatCoins(refunded)} ${refunded === 1 ? 'coin' : 'coins'} refunded`;
};

export const closedText = (closed: Closed): string => {
  const closing = closed.reason === 'expired' ? 'This task closed at its completion date' : 'This task was closed';
  return `${closing}. ${refundedText(closed)}.`;
};
