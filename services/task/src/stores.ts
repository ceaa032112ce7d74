/** What the auditor reads. */
export { type TaskDocument, tasks } from './task.store';
