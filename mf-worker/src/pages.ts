import { loadable } from '@piecework/web-kit';
import { TaskDetailPage } from './features/tasks/task-detail-page';

/** Pages behind the home, loaded on demand. */
export const WorkerFigures = loadable(() => import('./features/figures/WorkerFigures'));
export const TaskList = loadable(() => import('./features/tasks/TaskList'));
export const MySubmissions = loadable(() => import('./features/submissions/MySubmissions'));
export const HiddenBuyers = loadable(() => import('./features/buyers/HiddenBuyers'));
export const Withdrawals = loadable(() => import('./features/withdrawals/Withdrawals'));

const IDLE_MS = 2_000;

/** Preloads the pages of the menu once the home has settled. @returns cancels the preload */
export const preloadWhenIdle = (): (() => void) => {
  const timer = setTimeout(() => {
    for (const page of [TaskList, TaskDetailPage, MySubmissions, Withdrawals]) void page.preload();
  }, IDLE_MS);
  return () => clearTimeout(timer);
};
