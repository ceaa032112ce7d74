import { tally } from '@piecework/service-runtime';
import { adjustments } from './adjustment.store';

export const adjustmentTally = tally({
  name: 'adjustments',
  of: adjustments,
  by: { user: 'userId' },
  fields: ['all', 'waiting'],
  amounts: ({ state }) => ({ all: 1, ...(state === 'waiting' && { waiting: 1 }) }),
});
