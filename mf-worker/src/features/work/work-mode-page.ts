import { loadable } from '@piecework/web-kit';

/** Apart from the other pages, because the page of a batch preloads it. */
export const WorkModePage = loadable(() => import('./WorkMode'));
