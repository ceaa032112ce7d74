import { timer } from '@piecework/service-runtime';
import { requestClosing } from './task.closing';
import { tasks } from './task.store';

/** P-3.13. */
export const taskExpiry = timer({
  name: 'task-expiry',
  emits: ['task.closing-requested'],
  of: tasks,
  deadline: 'closesAt',
  where: { state: 'open' },
  fire: (unit, task) => requestClosing(unit, task, 'expired'),
});
