export { type TaskDocument, tasks } from './task.store';
