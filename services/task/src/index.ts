import { people } from '@piecework/domain';
import { defineService } from '@piecework/service-runtime';
import { additions } from './addition.store';
import { createTaskConsumers } from './task.consumers';
import { createTaskOperations } from './task.routes';
import { departures, tasks } from './task.store';
import { postingTally, taskTally } from './task.tally';
import { taskExpiry } from './task.timers';
import { createTaskTotals } from './task.totals';
import { work } from './work.store';
import { workTally } from './work.tally';

export const taskService = defineService({
  name: 'task',
  collections: [tasks, additions, departures, work, people],
  tallies: [taskTally, postingTally, workTally],
  create: (deps) => ({
    operations: createTaskOperations(deps),
    consumers: createTaskConsumers(deps),
    timers: [taskExpiry],
    totals: createTaskTotals(deps),
  }),
});
