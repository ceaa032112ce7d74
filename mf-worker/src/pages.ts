import { loadable } from '@piecework/web-kit';

/** The pages behind the home: each is fetched when somebody first goes there, or is about to. */
export const TaskList = loadable(() => import('./features/tasks/TaskList'));
export const TaskDetail = loadable(() => import('./features/tasks/TaskDetail'));
export const MySubmissions = loadable(() => import('./features/submissions/MySubmissions'));
export const Withdrawals = loadable(() => import('./features/withdrawals/Withdrawals'));
