import { people } from '@piecework/domain';
import { defineService } from '@piecework/service-runtime';
import { additions } from './addition/addition.store';
import { blocks } from './block/block.store';
import { createReviewOperations } from './review/review.routes';
import { createWordFinder } from './review/review-words';
import { createTaskConsumers } from './task/task.consumers';
import { createTaskInternal } from './task/task.internal';
import { taskOwnData } from './task/task.own-data';
import { createTaskOperations } from './task/task.routes';
import { departures, tasks } from './task/task.store';
import { postingTally, reviewTally, taskTally } from './task/task.tally';
import { taskExpiry } from './task/task.timers';
import { createTaskTotals } from './task/task.totals';
import { work } from './work/work.store';
import { workTally } from './work/work.tally';

export const taskService = defineService({
  name: 'task',
  collections: [tasks, additions, departures, work, blocks, people],
  ownData: taskOwnData,
  tallies: [taskTally, postingTally, reviewTally, workTally],
  create: (deps) => {
    const { reviewTasks, reviewWords } = deps.settings;
    const rules = { tasks: reviewTasks, findWords: createWordFinder(reviewWords) };
    return {
      operations: { ...createTaskOperations(deps, rules), ...createReviewOperations() },
      consumers: createTaskConsumers(deps),
      timers: [taskExpiry],
      internal: createTaskInternal(deps, rules),
      totals: createTaskTotals(deps),
    };
  },
});
