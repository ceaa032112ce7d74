export { type AdditionDocument, additions } from './addition.store';
export { type TaskDocument, tasks } from './task.store';
export { postingTally, taskTally } from './task.tally';
export { isLive } from './work';
export { type WorkDocument, work } from './work.store';
export { workTally } from './work.tally';
