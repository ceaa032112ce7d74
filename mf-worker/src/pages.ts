import { loadable } from '@piecework/web-kit';
import { TaskDetailPage } from './features/tasks/task-detail-page';

/** The pages behind the home: each is fetched when somebody first goes there, or is about to. */
export const TaskList = loadable(() => import('./features/tasks/TaskList'));
export const MySubmissions = loadable(() => import('./features/submissions/MySubmissions'));
export const Withdrawals = loadable(() => import('./features/withdrawals/Withdrawals'));

const IDLE_MS = 2_000;

/** Once the home has settled, the pages that its menu leads to come too, so that they open at once. Answers how to leave that. */
export const preloadWhenIdle = (): (() => void) => {
  const timer = setTimeout(() => {
    for (const page of [TaskList, TaskDetailPage, MySubmissions, Withdrawals]) void page.preload();
  }, IDLE_MS);
  return () => clearTimeout(timer);
};
