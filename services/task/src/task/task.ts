import { DAY_MS, utcDayOf } from '@piecework/base';
import {
  type BatchFigures,
  type ClosingReason,
  COMPLETION_DATE,
  completionDateFault,
  type EventData,
  type Places,
  type ReviewCause,
  type TaskStatus,
} from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';
import type { Actor } from '@piecework/identity';

/**
 * `open` is visible to all, `closed` to users: before, the coins are not in escrow, and in between they are being refunded.
 */
export type TaskState = 'funding' | 'declined' | 'open' | 'closing' | 'closed' | 'deleting' | 'deleted';

export const UNFINISHED_STATES = ['funding', 'open', 'closing', 'deleting'] as const satisfies readonly TaskState[];

/** Neither its owner nor an admin finds these in a list. */
export const UNLISTED_STATES = ['funding', 'declined', 'deleting', 'deleted'] as const satisfies readonly TaskState[];

/** Its coins are coming back or have come back, and its owner and admins still find it. */
export const CLOSED_STATES = ['closing', 'closed'] as const satisfies readonly TaskState[];

export type DeclineReason = 'insufficient-coins' | 'not-a-buyer';

export interface TaskTexts {
  title: string;
  detail: string;
  info: string;
}

/** `reason`: the owner reads it. */
export interface AdminPause {
  reason: string;
}

/** Of a task that waits for an admin, or was ended while it waited. */
export interface Review {
  /** Milliseconds since 1970. */
  since: number;
  cause: ReviewCause;
  /** Of the operator's list. */
  words: readonly string[];
  /** Of the texts, from 1: an admin approves those that they have read. */
  version: number;
  /** It was public before its texts changed. Absent: it never was. */
  wasPublic?: true;
}

export interface Task extends TaskTexts {
  state: TaskState;
  declined: DeclineReason | null;
  buyerId: string;
  buyerEmail: string;
  buyerName: string;
  /** Leaving the buyer role waits for the end of this task. */
  buyerLeft: boolean;
  imageURL: string;
  completionDate: string;
  /** Coins: `payable` per place that is not decided yet, `cost` in total. */
  payable: number;
  cost: number;
  /** Hours until an unreviewed submission is approved; 0: never. */
  autoApproveHours: number;
  /** Minutes of a reservation; 0: none is offered. */
  reserveMinutes: number;
  /** Percent (P-4.18). Absent: any worker may submit. */
  minApprovalRate?: number;
  /** Its rows are in the submission service. Absent: it has none. */
  batch?: BatchFigures;
  /** Of the texts of a batch, whose detail it has (`followTexts`). Absent: 1. */
  textVersion?: number;
  /** Workers answer this form, which the submission service keeps. Absent: they submit a text. */
  formId?: string;
  /** That its buyer has given to the tasks posted together. */
  importId?: string;
  /** By its owner: takes no new work. Absent: false. */
  paused?: boolean;
  /** Its owner is suspended, which pauses it too. Absent: false. */
  ownerSuspended?: boolean;
  /** By an admin, beside the pauses above. Absent: none. */
  adminPause?: AdminPause;
  /** Times that admins paused or resumed it. */
  pauseActs?: number;
  /** Absent: it does not wait for an admin. */
  review?: Review;
  /** Times that admins approved it. */
  approvals?: number;
  /** By an admin's review, which closed it. */
  rejection?: { by: string; reason: string };
  /** Milliseconds since 1970: the end of the completion date. Absent when the task stays open after it. */
  closesAt?: number;
  /** The addition of places, or the raise of the pay, that the wallet decides. */
  addition?: string;
  /** All places that it has ever had. Absent: its pay was never raised. */
  posted?: number;
  /** Why it was closed, or is being closed. */
  closing?: ClosingReason;
  /** Coins of the open places that came back when it was closed or deleted. */
  refunded?: number;
  places: Places;
  taskStatus: TaskStatus;
  /** Of a batch: the pay of an hour, at the speed that workers have shown. Absent: too few have answered. */
  hourly?: number;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The admin who deleted it; absent when its owner did. */
  deletedBy?: string;
  /** The admin's. */
  deletionReason?: string;
  /** The admin who ended it; absent when its owner did. */
  endedBy?: string;
}

export interface Posting extends TaskTexts {
  imageURL: string;
  completionDate: string;
  places: number;
  payable: number;
  autoApproveHours: number;
  reserveMinutes: number;
  minApprovalRate?: number | undefined;
  formId?: string | undefined;
  importId?: string | undefined;
  batch?: BatchFigures | undefined;
  closeAtCompletion: boolean;
  review?: Review | undefined;
}

export const postTask = (posting: Posting, owner: Actor, now: number): Task | Failure<'validation'> => {
  const { places, payable, minApprovalRate, formId, importId, batch, closeAtCompletion, review, ...rest } = posting;
  const today = utcDayOf(now);
  const dayFault = completionDateFault(posting.completionDate, today);
  if (dayFault !== null) return failField('completionDate', dayFault);
  return {
    ...rest,
    ...(minApprovalRate && { minApprovalRate }),
    ...(formId !== undefined && { formId }),
    ...(importId !== undefined && { importId }),
    ...(batch && { batch }),
    ...(review && { review }),
    state: 'funding',
    declined: null,
    buyerId: owner.userId,
    buyerEmail: owner.email,
    buyerName: owner.name,
    buyerLeft: false,
    payable,
    cost: costOf(places, payable),
    ...(closeAtCompletion && { closesAt: closingAfter(posting.completionDate) }),
    places: { version: 0, open: places, pending: 0, approved: 0 },
    taskStatus: 'pending',
    createdAt: now,
  };
};

/** The contract's limits keep this a safe integer; the check guards against raising them. */
export const costOf = (places: number, payable: number): number => {
  const cost = places * payable;
  if (!Number.isSafeInteger(cost))
    throw new Error(`${places} places at ${payable} coins exceed the largest exact integer`);
  return cost;
};

type Pauses = Pick<Task, 'paused' | 'ownerSuspended' | 'adminPause'>;

/** By its owner, because its owner is suspended, or by an admin: each of the three is lifted by itself. */
export const isPaused = ({ paused, ownerSuspended, adminPause }: Pauses): boolean =>
  Boolean(paused || ownerSuspended || adminPause);

type Withholding = Pauses & Pick<Task, 'review'>;

/** It takes no new work, and no list of others has it. */
export const isWithheld = ({ review, ...task }: Withholding): boolean => isPaused(task) || review !== undefined;

/** As `task.pause-changed` has them. */
export const pauseFacts = (taskId: string, task: Withholding): EventData<'task.pause-changed'> => ({
  taskId,
  paused: isWithheld(task),
  ...(task.review && { inReview: true }),
});

/** Whether others than its owner and admins may read it. A task that was public stays readable: workers may hold places of it. */
export const isPublic = ({ review }: Pick<Task, 'review'>): boolean => !review || review.wasPublic === true;

/** What its buyer may change. */
type TaskEdit = TaskTexts & { paused: boolean; completionDate: string };

export const editTask = (
  task: Task | null,
  editor: Actor,
  edit: Partial<TaskEdit>,
  now: number,
): Partial<TaskEdit> | Failure<'not-found' | 'forbidden' | 'validation'> => {
  if (!task) return fail('not-found');
  const before: TaskEdit = { ...task, paused: task.paused ?? false };
  const changes = Object.entries(edit).filter(
    ([field, value]) => value !== undefined && value !== before[field as keyof TaskEdit],
  );
  // P-8.8: after a submission the reference client sends the texts back unchanged, also for a deleted task. A 403 would sign the worker out.
  if (changes.length === 0) return {};
  if (task.state !== 'open') return fail('not-found');
  if (editor.role !== 'buyer' || editor.userId !== task.buyerId)
    return fail('forbidden', { message: 'Only the buyer who posted a task can change it.' });
  if (task.batch && changes.some(([field]) => field === 'detail'))
    return failField('taskDetail', 'The detail of a task with rows can’t be changed: each row has its own text');
  const { completionDate } = edit;
  const dayFault = completionDate === undefined ? null : laterDayFault(completionDate, task, now);
  return dayFault === null ? Object.fromEntries(changes) : failField('completionDate', dayFault);
};

/** Workers may count on the day that they saw. The same day is no change. */
const laterDayFault = (day: string, { completionDate }: Task, now: number): string | null => {
  if (day === completionDate) return null;
  return day < completionDate ? `${COMPLETION_DATE} can only be moved later` : completionDateFault(day, utcDayOf(now));
};

/** Also of the closing, if the task closes then. */
export const movedTo = (
  { closesAt }: Pick<Task, 'closesAt'>,
  completionDate: string,
): Pick<Task, 'completionDate' | 'closesAt'> => ({
  completionDate,
  ...(closesAt !== undefined && { closesAt: closingAfter(completionDate) }),
});

/** Milliseconds since 1970. */
const closingAfter = (completionDate: string): number => Date.parse(completionDate) + DAY_MS;

/** P-3.20: no place is open or held. Its places may be older than the batch, to which rows were added. */
export const isBatchComplete = ({
  batch,
  places: { spared = 0, pending, approved },
}: Pick<Task, 'batch' | 'places'>): boolean =>
  batch?.overlap.min !== undefined && spared + pending + approved === batch.pages * batch.overlap.max;

export const coinsOf = (coins: number): string => (coins === 1 ? '1 coin' : `${coins} coins`);

/** In escrow for appeals (ADR 82). */
export const keptCoins = ({ payable, places: { kept = 0 } }: Pick<Task, 'payable' | 'places'>): number =>
  kept * payable;

/** What the buyer and the workers of a task that an admin has deleted read. */
export const deletionText = (
  task: Pick<Task, 'deletionReason' | 'refunded' | 'state' | 'payable' | 'places'>,
  reader: 'buyer' | 'worker',
): string => {
  const { deletionReason, refunded, state } = task;
  const deleted = 'An admin has deleted this task.';
  const why = deletionReason === undefined ? '' : ` The reason: “${deletionReason}”`;
  if (reader === 'worker') return `${deleted}${why} Your submission can still be approved and paid.`;
  const coins = state === 'deleting' || refunded === undefined ? 'The coins' : coinsOf(refunded);
  const returned = state === 'deleting' ? 'are returning' : 'returned';
  const kept = keptCoins(task);
  const later = kept > 0 ? ` ${coinsOf(kept)} more will return unless workers win their appeals.` : '';
  return `${deleted}${why} ${coins} for its open places ${returned} to your balance.${later} You can still decide its submissions.`;
};

/** By an admin. A repeat keeps the first reason. */
export const pauseByAdmin = (
  task: Task | null,
): 'pause' | 'paused' | Failure<'not-found' | 'task-funding' | 'task-closed'> => {
  if (!task || ['declined', 'deleting', 'deleted'].includes(task.state)) return fail('not-found');
  if (task.state === 'funding') return fail('task-funding');
  if (task.state !== 'open')
    return fail('task-closed', { message: 'This task is closed, so it takes no new work anyway.' });
  return task.adminPause ? 'paused' : 'pause';
};

const mayEnd = ({ buyerId }: Task, { role, userId }: Actor): boolean =>
  role === 'admin' || (role === 'buyer' && userId === buyerId);

export const deleteTask = (
  task: Task | null,
  by: Actor,
): 'delete' | 'gone' | Failure<'not-found' | 'forbidden' | 'task-funding'> => {
  if (!task || task.state === 'declined') return fail('not-found');
  if (!mayEnd(task, by))
    return fail('forbidden', { message: 'Only the buyer who posted a task and admins can delete it.' });
  if (task.state === 'funding') return fail('task-funding');
  return task.state === 'deleting' || task.state === 'deleted' ? 'gone' : 'delete';
};

/** The work stays readable, unlike that of a deleted task. */
export const endTask = (
  task: Task | null,
  by: Actor,
): 'end' | 'ended' | Failure<'not-found' | 'forbidden' | 'task-funding'> => {
  if (!task || ['declined', 'deleting', 'deleted'].includes(task.state)) return fail('not-found');
  if (!mayEnd(task, by))
    return fail('forbidden', { message: 'Only the buyer who posted a task and admins can end it.' });
  if (task.state === 'funding') return fail('task-funding');
  return task.state === 'open' ? 'end' : 'ended';
};
