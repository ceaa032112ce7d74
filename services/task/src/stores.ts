export { type TaskDocument, tasks } from './task.store';
export { taskTally } from './task.tally';
