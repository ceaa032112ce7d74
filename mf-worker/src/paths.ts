import { SUBMISSION_PAGE_SIZE } from '@piecework/contracts/constants';

export const HOME = '/dashboard/workerHome';
export const FIGURES = '/dashboard/workerFigures';
export const HIDDEN_BUYERS = '/dashboard/hiddenBuyers';
export const TASKS = '/dashboard/workerTaskList';
export const SUBMISSIONS = '/dashboard/workerSubmission';

export const taskPath = (id: string) => `${TASKS}/${encodeURIComponent(id)}`;
/** Work mode of a batch. */
export const workPath = (id: string) => `${taskPath(id)}/work`;
/** With the buyer of a task; a page of the shell. */
export const messagesPath = (taskId: string, userId: string) =>
  `/dashboard/messages?thread=${encodeURIComponent(`${taskId}:${userId}`)}`;
export const submissionsPath = (status: 'pending' | 'approved' | 'reject') => `${SUBMISSIONS}?status=${status}`;

/** The list of the submissions with this status, with one of them opened. `index`: its place in the list. */
export const submissionPath = (
  status: 'pending' | 'reject',
  { first: { _id }, index }: { first: { _id: string }; index: number },
) => `${submissionsPath(status)}&page=${Math.floor(index / SUBMISSION_PAGE_SIZE) + 1}&open=${encodeURIComponent(_id)}`;

/** Passed from the list to a task, so that the link back restores the list. */
export interface FromList {
  list: string;
}
