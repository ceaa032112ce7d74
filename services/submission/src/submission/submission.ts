import { HOUR_MS } from '@piecework/base';
import type {
  AppealState,
  Decider,
  REVERSAL_PAYERS,
  REVERSAL_REFUSALS,
  RejectionReason,
  SubmissionStatus,
} from '@piecework/contracts';
import { type Failure, fail, isFailure } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import type { Accuracy } from '../check/check';
import type { TaskPlaces } from '../places/places';
import type { Pictures } from './submission.pictures';
import type { Declined, Work } from './submission.work';

export type Decision = Exclude<SubmissionStatus, 'pending'>;

export interface Reason {
  /** `overdue`: a requested revision did not come. */
  code: RejectionReason | 'overdue';
  text: string;
}

/** Clients of the first contract give no reason. */
export const reasonOf = ({
  status,
  reasonCode: code,
  reasonText: text = '',
}: {
  status: Decision;
  reasonCode?: Reason['code'] | undefined;
  reasonText?: string | undefined;
}): Reason | undefined => (status === 'reject' && code !== undefined ? { code, text } : undefined);

/** Times are in milliseconds since 1970. */
export interface Revision {
  /** The buyer's. */
  note: string;
  requestedAt: number;
  dueAt: number;
  resubmittedAt?: number;
}

/** A version before a resubmission. */
export interface Version {
  details: string;
  attachments?: Pictures;
  /** Milliseconds since 1970. */
  submittedAt: number;
}

export type AppealPayer = 'escrow' | 'platform';
export type ReversalPayer = (typeof REVERSAL_PAYERS)[number];
export type ReversalRefusal = (typeof REVERSAL_REFUSALS)[number];

/** Times are in milliseconds since 1970. */
export interface Appeal {
  text: string;
  filedAt: number;
  /** When the submission was rejected. */
  rejectedAt: number;
  state: AppealState;
  /** The admin's. */
  note?: string;
  decidedAt?: number;
  paidBy?: AppealPayer;
}

/** What the buyer has given on top of the pay, as the wallet has paid it. */
export interface GivenBonus {
  /** Of all bonuses. */
  coins: number;
  /** Bonuses; a higher number is newer. */
  count: number;
}

/** The buyer approves the rejected work after all. */
export interface Reversal {
  /** `underway`: the wallet decides; the rejection counts until then, but the work is live. `declined`: the rejection stands. */
  state: 'underway' | 'made' | 'declined';
  /** Milliseconds since 1970: of the request, then of its outcome. */
  at: number;
  paidBy: ReversalPayer;
  /** At the wallet. Absent: a place pays. */
  requestId?: string;
  reason?: ReversalRefusal;
}

export interface Submission extends Work {
  taskId: string;
  /** Of a batch. */
  page?: number;
  /** Numbers of the rows of its answers, in the order that the worker saw. Absent: those of the page (`rowsOf`). */
  rows?: number[];
  /** That the worker took for the page. Absent: not measured. */
  seconds?: number;
  /** Of the texts that its worker was given. Absent: 1. */
  version?: number;
  /** Of a batch: its `BatchWorkerDocument`. */
  batchWorker?: string;
  /** Of a page with checks: those that the worker met here for the first time. */
  checks?: Accuracy | undefined;
  /** Answered in less than `minSeconds` of the batch. */
  isFast?: boolean;
  taskTitle: string;
  payable: number;
  buyerId: string;
  buyerEmail: string;
  buyerName: string;
  workerId: string;
  workerEmail: string;
  workerName: string;
  status: SubmissionStatus;
  /** Pending, approved, under appeal or being reversed: blocks a second submission by this worker. */
  live: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** Milliseconds since 1970; with `decidedBy`, unless it is pending. */
  decidedAt?: number;
  decidedBy?: Decider;
  reason?: Reason;
  /** Milliseconds since 1970: only while it is pending and was not sent back. */
  autoApproveAt?: number;
  /** Milliseconds since 1970: only while it is sent back. */
  revisionDueAt?: number;
  revision?: Revision;
  /** Oldest first. */
  earlier?: Version[];
  appeal?: Appeal;
  reversal?: Reversal;
  bonus?: GivenBonus;
  /** Milliseconds since 1970: the end of the time to appeal. While it is there, also of an open appeal, the task counts it as appealable. */
  appealableUntil?: number;
  /** The time to appeal has passed, and the coins of the place may have returned: a process whose clock is behind takes no appeal any more. */
  isFinal?: true;
}

/** The worker owes a new version; the status stays `pending`. */
export const isSentBack = ({ status, revisionDueAt }: Submission): boolean =>
  status === 'pending' && revisionDueAt !== undefined;

/** Pending or approved: counts among the answers to a page. `live` is also rejected work under appeal. */
export const isLiveWork = ({ status }: Pick<Submission, 'status'>): boolean => status !== 'reject';

/** Milliseconds since 1970, or nothing when no deadline applies. */
export const autoApprovalOf = (hours: number, now: number): { autoApproveAt?: number } =>
  hours === 0 ? {} : { autoApproveAt: now + hours * HOUR_MS };

interface Standing {
  /** The worker's submission to the task. */
  live: Submission | null;
  /** The worker holds a place, also after the task was closed. */
  isReserved?: boolean;
}

/** Refers to an earlier submission first: that is the answer to a repeated call. */
export const refuseWork = (
  task: TaskPlaces,
  worker: Actor,
  { live, isReserved }: Standing,
): Declined | Failure<'own-task' | 'not-found'> | null => {
  if (task.buyerId === worker.userId) return fail('own-task');
  if (live?.appeal?.state === 'open')
    return { declined: 'Your appeal for this task is still open. You can submit again if it’s dismissed.' };
  if (live?.reversal?.state === 'underway')
    return { declined: 'The buyer is just approving your earlier submission. Please try again in a moment.' };
  if (live) return { declined: 'You already submitted this task. You’ll find it under My Submissions.' };
  if (isReserved) return null;
  if (task.state === 'closed')
    return fail('not-found', { message: 'This task has been closed. Please choose another one.' });
  if (task.inReview)
    return { declined: 'Piecework is checking this task. Please choose another one, or come back later.' };
  if (task.paused) return { declined: 'This task is paused. Please choose another one, or come back later.' };
  if (task.places.open === 0) return { declined: 'All places in this task are taken. Please choose another one.' };
  return null;
};

export const submit = (
  task: TaskPlaces & { _id: string },
  worker: Actor,
  {
    work,
    now,
    page,
    version,
    ...standing
  }: {
    work: Work | Declined | Failure<'validation'>;
    now: number;
    page?: number | undefined;
    version?: number | undefined;
  } & Standing,
): Submission | Declined | Failure<'own-task' | 'not-found' | 'validation'> => {
  const refused = refuseWork(task, worker, standing);
  if (refused) return refused;
  if ('declined' in work || isFailure(work)) return work;
  const { _id: taskId, title: taskTitle, payable, buyerId, buyerEmail, buyerName } = task;
  return {
    taskId,
    ...(page !== undefined && { page }),
    ...(version !== undefined && { version }),
    taskTitle,
    payable,
    buyerId,
    buyerEmail,
    buyerName,
    workerId: worker.userId,
    workerEmail: worker.email,
    workerName: worker.name,
    ...work,
    status: 'pending',
    live: true,
    createdAt: now,
    ...autoApprovalOf(task.autoApproveHours, now),
  };
};

export const decide = (
  submission: Submission | null,
  by: Pick<Actor, 'userId'>,
  decision: Decision,
): 'decide' | 'repeat' | Failure<'not-found' | 'forbidden' | 'already-decided' | 'awaiting-revision'> => {
  if (!submission) return fail('not-found');
  if (submission.buyerId !== by.userId)
    return fail('forbidden', { message: 'Only the buyer who posted the task can decide this.' });
  if (submission.status === 'pending')
    return decision === 'reject' && isSentBack(submission) ? fail('awaiting-revision') : 'decide';
  return submission.status === decision ? 'repeat' : fail('already-decided');
};
