import { TASK_STATUSES } from '@piecework/contracts';
import { tally } from '@piecework/service-runtime';
import { tasks } from './task.store';

/** Tasks that were funded, also those that have ended. */
export const postingTally = tally({
  name: 'postings',
  of: tasks,
  by: { buyer: 'buyerId' },
  fields: ['posted'],
  amounts: ({ state }) => (state === 'funding' || state === 'declined' ? {} : { posted: 1 }),
});

const PAUSED = ['pausedPending', 'pausedOnProgress', 'pausedCompleted', 'pausedShown', 'pausedOpen'] as const;

/** Fields with the paused ones among the tasks of another field. */
export const PAUSED_OF = {
  pending: 'pausedPending',
  onProgress: 'pausedOnProgress',
  completed: 'pausedCompleted',
  shown: 'pausedShown',
  open: 'pausedOpen',
} as const satisfies Record<string, (typeof PAUSED)[number]>;

/** All but `closed` over the open tasks. `open`: those with open places; `openPlaces`: places; `committed`: coins. */
export const taskTally = tally({
  name: 'tasks',
  of: tasks,
  by: { buyer: 'buyerId' },
  fields: [...TASK_STATUSES, 'shown', 'open', 'openPlaces', 'committed', 'closed', ...PAUSED],
  amounts: ({ state, taskStatus, places, cost, paused }) =>
    state === 'open'
      ? {
          shown: 1,
          [taskStatus]: 1,
          open: Number(places.open > 0),
          openPlaces: places.open,
          committed: cost,
          ...(paused && {
            pausedShown: 1,
            [PAUSED_OF[taskStatus]]: 1,
            pausedOpen: Number(places.open > 0),
          }),
        }
      : { closed: Number(state === 'closed') },
});
