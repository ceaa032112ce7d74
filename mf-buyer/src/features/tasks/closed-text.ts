import type { Task } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';

type Closed = NonNullable<Task['closed']>;

export const refundedText = ({ refunded }: Closed): string => {
  if (refunded === 0) return 'No coins were left';
  return `${formatCoins(refunded)} ${refunded === 1 ? 'coin' : 'coins'} came back`;
};

export const closedText = (closed: Closed): string => {
  const closing =
    closed.reason === 'expired' ? 'This task closed at its completion date' : 'This task has been closed';
  return `${closing}. ${refundedText(closed)}.`;
};
