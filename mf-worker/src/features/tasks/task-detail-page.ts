import { loadable } from '@piecework/web-kit';

/** Apart from the other pages, because the list's cards preload it. */
export const TaskDetailPage = loadable(() => import('./TaskDetail'));
