/** Where the worker's pages are. */
export const TASKS = '/dashboard/workerTaskList';
export const SUBMISSIONS = '/dashboard/workerSubmission';
export const WITHDRAWALS = '/dashboard/workerWithdrawal';

export const taskPath = (id: string) => `${TASKS}/${encodeURIComponent(id)}`;
export const submissionsPath = (status: 'pending' | 'approved' | 'reject') =>
  `${SUBMISSIONS}?status=${status}`;

/** Handed on from the list to a task, so that the way back leads to the list as it was left. */
export interface FromList {
  /** The list's search string. */
  list: string;
}
