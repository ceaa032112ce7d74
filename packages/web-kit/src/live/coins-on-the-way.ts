import { useApiList } from '../queries/queries';

/** Coins of the buyer's payments that an admin has not credited yet. */
export const useCoinsOnTheWay = (): number =>
  useApiList('GET /payments', { query: { state: 'recorded' } }).data?.rows.reduce((sum, { coins }) => sum + coins, 0) ??
  0;
