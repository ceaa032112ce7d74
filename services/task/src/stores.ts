export { type AdditionDocument, additions } from './addition/addition.store';
export { blocks, type TaskBlock } from './block/block.store';
export { isPublic, isWithheld } from './task/task';
export { type TaskDocument, tasks } from './task/task.store';
export { postingTally, reviewTally, taskTally } from './task/task.tally';
export { isLive } from './work/work';
export { type WorkDocument, work } from './work/work.store';
export { workTally } from './work/work.tally';
