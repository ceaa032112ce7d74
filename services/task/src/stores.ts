export { type AdditionDocument, additions } from './addition/addition.store';
export { isPaused } from './task/task';
export { type TaskDocument, tasks } from './task/task.store';
export { postingTally, taskTally } from './task/task.tally';
export { isLive } from './work/work';
export { type WorkDocument, work } from './work/work.store';
export { workTally } from './work/work.tally';
