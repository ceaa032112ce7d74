import type { Task } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';

export const closedText = ({ refunded }: NonNullable<Task['closed']>): string => {
  if (refunded === 0) return 'Closed: no coins were left';
  return `Closed: ${formatCoins(refunded)} ${refunded === 1 ? 'coin' : 'coins'} came back`;
};
