import type { Places, TaskStatus } from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';
import type { Actor } from '@piecework/identity';

/** Only `open` is visible: before it the coins are not in escrow, after it they are being refunded. */
export type TaskState = 'funding' | 'declined' | 'open' | 'deleting' | 'deleted';

export const UNFINISHED_STATES = ['funding', 'open', 'deleting'] as const satisfies readonly TaskState[];

export type DeclineReason = 'insufficient-coins' | 'not-a-buyer';

export interface TaskTexts {
  title: string;
  detail: string;
  info: string;
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
  /** Coins: `payable` per place, `cost` in total. */
  payable: number;
  cost: number;
  /** Hours until an unreviewed submission is approved; 0: never. Absent in tasks of older releases, as 0. */
  autoApproveHours?: number;
  places: Places;
  taskStatus: TaskStatus;
  /** Milliseconds since 1970. */
  createdAt: number;
  /** The admin who deleted it; absent when its owner did. */
  deletedBy?: string;
}

export interface Posting extends TaskTexts {
  imageURL: string;
  completionDate: string;
  places: number;
  payable: number;
  autoApproveHours: number;
}

export const postTask = (posting: Posting, owner: Actor, now: number): Task | Failure<'validation'> => {
  const { places, payable, ...rest } = posting;
  const today = new Date(now).toISOString().slice(0, 10);
  if (posting.completionDate < today)
    return failField('completionDate', 'Completion Date must be today or later');
  return {
    ...rest,
    state: 'funding',
    declined: null,
    buyerId: owner.userId,
    buyerEmail: owner.email,
    buyerName: owner.name,
    buyerLeft: false,
    payable,
    cost: costOf(places, payable),
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

export const editTask = (
  task: Task | null,
  editor: Actor,
  edit: Partial<TaskTexts>,
): Partial<TaskTexts> | Failure<'not-found' | 'forbidden'> => {
  if (!task) return fail('not-found');
  const changes = Object.entries(edit).filter(
    ([field, value]) => value !== undefined && value !== task[field as keyof TaskTexts],
  );
  // P-8.8: after a submission the reference client sends the texts back unchanged, also for a deleted task. A 403 would sign the worker out.
  if (changes.length === 0) return {};
  if (task.state !== 'open') return fail('not-found');
  if (editor.role !== 'buyer' || editor.userId !== task.buyerId)
    return fail('forbidden', { message: 'Only the buyer who posted a task can change it.' });
  return Object.fromEntries(changes);
};

export const deleteTask = (
  task: Task | null,
  by: Actor,
): 'delete' | 'gone' | Failure<'not-found' | 'forbidden' | 'task-funding'> => {
  if (!task || task.state === 'declined') return fail('not-found');
  const mayDelete = by.role === 'admin' || (by.role === 'buyer' && by.userId === task.buyerId);
  if (!mayDelete)
    return fail('forbidden', { message: 'Only the buyer who posted a task and admins can delete it.' });
  if (task.state === 'funding') return fail('task-funding');
  return task.state === 'open' ? 'delete' : 'gone';
};
