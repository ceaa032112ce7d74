/** Rules that build documents, for the benchmark of growth. */
export { postTask } from './task/task';
export { type TaskDocument, tasks, toDocument } from './task/task.store';
export { work } from './work/work.store';
