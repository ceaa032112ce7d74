export const TASKS = '/dashboard/workerTaskList';
export const SUBMISSIONS = '/dashboard/workerSubmission';

export const taskPath = (id: string) => `${TASKS}/${encodeURIComponent(id)}`;
export const submissionsPath = (status: 'pending' | 'approved' | 'reject') =>
  `${SUBMISSIONS}?status=${status}`;

/** Passed from the list to a task, so that the link back restores the list. */
export interface FromList {
  list: string;
}
