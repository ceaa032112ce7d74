import { TASK_STATUSES } from '@piecework/contracts';
import { tally } from '@piecework/service-runtime';
import { tasks } from './task.store';

/** Over the tasks that are shown. `open`: those with open places; `openPlaces`: places; `committed`: coins. */
export const taskTally = tally({
  name: 'tasks',
  of: tasks,
  by: { buyer: 'buyerId' },
  fields: [...TASK_STATUSES, 'shown', 'open', 'openPlaces', 'committed'],
  amounts: ({ state, taskStatus, places, cost }) =>
    state === 'open'
      ? {
          shown: 1,
          [taskStatus]: 1,
          open: Number(places.open > 0),
          openPlaces: places.open,
          committed: cost,
        }
      : {},
});
