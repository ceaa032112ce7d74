import { isoTime } from '@piecework/base';
import { people } from '@piecework/domain';
import { exported, type OwnData, withheld } from '@piecework/service-runtime';
import { additions } from '../addition/addition.store';
import { blocks } from '../block/block.store';
import { work } from '../work/work.store';
import { departures, tasks } from './task.store';
import { viewFor } from './task.views';

export const taskOwnData: readonly OwnData[] = [
  exported({
    of: tasks,
    file: 'tasks',
    where: ({ userId }) => ({ buyerId: userId }),
    by: 'createdAt',
    view: (found, { settings }) =>
      found.map((task) => ({
        ...viewFor(task, settings, { role: 'buyer', userId: task.buyerId }),
        state: task.state,
        createdAt: isoTime(task.createdAt),
      })),
  }),
  withheld('added places and raises are in tasks and in statement', additions),
  withheld('it repeats submissions and submissions-received', work),
  withheld('those of the person are in blocks, and those of others are not shown to the person', blocks),
  withheld('it repeats account', people, departures),
];
