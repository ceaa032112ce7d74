export const TASKS = '/dashboard/workerTaskList';
export const SUBMISSIONS = '/dashboard/workerSubmission';

export const taskPath = (id: string) => `${TASKS}/${encodeURIComponent(id)}`;
export const submissionsPath = (status: 'pending' | 'approved' | 'reject') =>
  `${SUBMISSIONS}?status=${status}`;

/** The list of pending submissions, with one of them opened. */
export const sentBackPath = (id: string, page: number) =>
  `${submissionsPath('pending')}&page=${page}&open=${encodeURIComponent(id)}`;

/** Passed from the list to a task, so that the link back restores the list. */
export interface FromList {
  list: string;
}
