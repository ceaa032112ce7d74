import type { SubmissionStatus } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { TaskPlaces } from './places';

export type Decision = Exclude<SubmissionStatus, 'pending'>;

export interface Submission {
  taskId: string;
  taskTitle: string;
  payable: number;
  buyerId: string;
  buyerEmail: string;
  buyerName: string;
  workerId: string;
  workerEmail: string;
  workerName: string;
  details: string;
  status: SubmissionStatus;
  /** Pending or approved: blocks a second submission by this worker. */
  live: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
}

export interface Declined {
  declined: string;
}

/** Returns an earlier submission first: it is the answer to a repeated call. */
export const submit = (
  task: TaskPlaces & { _id: string },
  worker: Actor,
  work: { details: string; now: number; hasLive: boolean },
): Submission | Declined | Failure<'own-task' | 'not-found'> => {
  if (task.buyerId === worker.userId) return fail('own-task');
  if (work.hasLive)
    return { declined: 'You have already submitted this task. You find it under My Submissions.' };
  if (task.state === 'closed')
    return fail('not-found', { message: 'This task has been closed. Please choose another one.' });
  if (task.places.open === 0)
    return { declined: 'All places of this task are taken by now. Please choose another one.' };
  const { _id: taskId, title: taskTitle, payable, buyerId, buyerEmail, buyerName } = task;
  return {
    taskId,
    taskTitle,
    payable,
    buyerId,
    buyerEmail,
    buyerName,
    workerId: worker.userId,
    workerEmail: worker.email,
    workerName: worker.name,
    details: work.details,
    status: 'pending',
    live: true,
    createdAt: work.now,
  };
};

export const decide = (
  submission: Submission | null,
  by: Actor,
  decision: Decision,
): 'decide' | 'repeat' | Failure<'not-found' | 'forbidden' | 'already-decided'> => {
  if (!submission) return fail('not-found');
  if (submission.buyerId !== by.userId)
    return fail('forbidden', { message: 'Only the buyer who posted the task can decide this.' });
  if (submission.status === 'pending') return 'decide';
  return submission.status === decision ? 'repeat' : fail('already-decided');
};
