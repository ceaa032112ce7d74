/** Rules that build documents, for the benchmark of growth. */
export { postTask } from './task';
export { type TaskDocument, tasks, toDocument } from './task.store';
export { work } from './work.store';
