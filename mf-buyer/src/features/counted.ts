import { formatCoins } from '@piecework/ui';

/** '1,200 rows' */
export const counted = (count: number, one: string, many: string): string =>
  `${formatCoins(count)} ${count === 1 ? one : many}`;

export const coinsText = (count: number): string => counted(count, 'coin', 'coins');
export const rowsText = (count: number): string => counted(count, 'row', 'rows');
