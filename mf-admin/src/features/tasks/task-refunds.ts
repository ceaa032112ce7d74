import type { Task } from '@piecework/contracts';
import { formatCoins } from '@piecework/ui';

/** What happens to the coins of a task that an admin closes or deletes. */
export const refundOf = ({ requiredWorkers, payableAmount, buyerName }: Task) =>
  requiredWorkers === 0
    ? 'No places are open, so no coins are refunded.'
    : `${formatCoins(requiredWorkers * payableAmount)} coins are refunded to ${buyerName}: ${formatCoins(requiredWorkers)} open × ${formatCoins(payableAmount)}.`;
