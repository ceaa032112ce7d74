/** Where the worker's pages are. */
export const TASKS = '/dashboard/workerTaskList';
export const SUBMISSIONS = '/dashboard/workerSubmission';
export const WITHDRAWALS = '/dashboard/workerWithdrawal';

export const taskPath = (id: string) => `${TASKS}/${encodeURIComponent(id)}`;
export const submissionsPath = (status: 'pending' | 'approved' | 'reject') =>
  `${SUBMISSIONS}?status=${status}`;
