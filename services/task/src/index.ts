import { people } from '@piecework/domain';
import { defineService } from '@piecework/service-runtime';
import { createTaskConsumers } from './task.consumers';
import { createTaskOperations } from './task.routes';
import { departures, tasks } from './task.store';
import { taskTally } from './task.tally';
import { createTaskTotals } from './task.totals';

export const taskService = defineService({
  name: 'task',
  collections: [tasks, departures, people],
  tallies: [taskTally],
  create: (deps) => ({
    operations: createTaskOperations(deps),
    consumers: createTaskConsumers(deps),
    totals: createTaskTotals(deps),
  }),
});
