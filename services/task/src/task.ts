import type { Places, TaskStatus } from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';
import type { Actor } from '@piecework/identity';

/**
 * Where a task is in its life. Only an `open` one is shown to anybody: before, its coins are not in escrow yet; afterwards the unused ones are on
 * their way back.
 */
export type TaskState = 'funding' | 'declined' | 'open' | 'deleting' | 'deleted';

/** States that something is still to follow: what a departing owner has to be rid of. */
export const LIVING_STATES = ['funding', 'open', 'deleting'] as const satisfies readonly TaskState[];

export type DeclineReason = 'insufficient-coins' | 'not-a-buyer';

/** What its owner may change of a task. */
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
  /** The owner is leaving the role of a buyer: the end of this task is counted in their departure. */
  buyerLeft: boolean;
  imageURL: string;
  /** `YYYY-MM-DD` */
  completionDate: string;
  /** Coins per place, and for all the places posted. */
  payable: number;
  cost: number;
  /** As the submission service counts them. */
  places: Places;
  taskStatus: TaskStatus;
  /** Milliseconds since 1970. */
  createdAt: number;
}

export interface Posting extends TaskTexts {
  imageURL: string;
  completionDate: string;
  places: number;
  payable: number;
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

/** The limits of the contract keep this far below what a number holds exactly; whoever raises them learns it here and not in a balance. */
export const costOf = (places: number, payable: number): number => {
  const cost = places * payable;
  if (!Number.isSafeInteger(cost))
    throw new Error(`${places} places at ${payable} coins cost more than can be counted exactly`);
  return cost;
};

/** What an edit changes, nothing (`{}`) when it is absorbed. */
export const editTask = (
  task: Task | null,
  editor: Actor,
  edit: Partial<TaskTexts>,
): Partial<TaskTexts> | Failure<'not-found' | 'forbidden'> => {
  if (!task) return fail('not-found');
  const changes = Object.entries(edit).filter(
    ([field, value]) => value !== undefined && value !== task[field as keyof TaskTexts],
  );
  // P-8.8: after a submission the reference client sends the texts of the task as it read them with fewer places, also when the task has been
  // deleted meanwhile. A 403 would sign that worker out.
  if (changes.length === 0) return {};
  if (task.state !== 'open') return fail('not-found');
  if (editor.role !== 'buyer' || editor.userId !== task.buyerId)
    return fail('forbidden', { message: 'Only the buyer who posted a task can change it.' });
  return Object.fromEntries(changes);
};

/** `delete` it now, or it is `gone` already. */
export const deleteTask = (
  task: Task | null,
  by: Actor,
): 'delete' | 'gone' | Failure<'not-found' | 'forbidden' | 'task-funding'> => {
  // A declined task was never there for anybody.
  if (!task || task.state === 'declined') return fail('not-found');
  const mayDelete = by.role === 'admin' || (by.role === 'buyer' && by.userId === task.buyerId);
  if (!mayDelete)
    return fail('forbidden', { message: 'Only the buyer who posted a task and admins can delete it.' });
  if (task.state === 'funding') return fail('task-funding');
  return task.state === 'open' ? 'delete' : 'gone';
};
