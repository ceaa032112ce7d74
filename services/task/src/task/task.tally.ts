import { TASK_STATUSES } from '@piecework/contracts';
import { tally } from '@piecework/service-runtime';
import { isWithheld, UNLISTED_STATES } from './task';
import { tasks } from './task.store';

/** Tasks that were funded, also those that have ended. */
export const postingTally = tally({
  name: 'postings',
  of: tasks,
  by: { buyer: 'buyerId' },
  fields: ['posted'],
  amounts: ({ state }) => (state === 'funding' || state === 'declined' ? {} : { posted: 1 }),
});

/** The withheld ones (`isWithheld`). */
const PAUSED = ['pausedPending', 'pausedOnProgress', 'pausedCompleted', 'pausedShown', 'pausedOpen'] as const;

/** Fields with the withheld ones among the tasks of another field. */
export const PAUSED_OF = {
  pending: 'pausedPending',
  onProgress: 'pausedOnProgress',
  completed: 'pausedCompleted',
  shown: 'pausedShown',
  open: 'pausedOpen',
} as const satisfies Record<string, (typeof PAUSED)[number]>;

const unlisted: ReadonlySet<string> = new Set(UNLISTED_STATES);

/**
 * `listed` and `committed` (coins) over all tasks that were shown and are not deleted, `closed` over the closed ones, the others over the open ones.
 * `open`: those with open places; `openPlaces`: places.
 */
export const taskTally = tally({
  name: 'listedTasks',
  of: tasks,
  by: { buyer: 'buyerId' },
  fields: [...TASK_STATUSES, 'listed', 'shown', 'open', 'openPlaces', 'committed', 'closed', ...PAUSED],
  amounts: ({ state, taskStatus, places, cost, ...task }) => {
    if (unlisted.has(state)) return {};
    const listed = { listed: 1, committed: cost };
    if (state !== 'open') return { ...listed, closed: Number(state === 'closed') };
    return {
      ...listed,
      shown: 1,
      [taskStatus]: 1,
      open: Number(places.open > 0),
      openPlaces: places.open,
      ...(isWithheld(task) && { pausedShown: 1, [PAUSED_OF[taskStatus]]: 1, pausedOpen: Number(places.open > 0) }),
    };
  },
});

export const reviewTally = tally({
  name: 'reviews',
  of: tasks,
  fields: ['waiting'],
  amounts: ({ state, review }) => ({ waiting: Number(state === 'open' && review !== undefined) }),
});
