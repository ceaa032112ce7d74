import { MAX_WHOLE_NUMBER } from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { costOf, type Task } from '../task/task';

/**
 * Places that a buyer adds to a task. `requested`: the wallet decides. `added`: they are funded, and the task was open. `unwanted`: they are
 * funded, but the task has ended meanwhile, so that the coins come back (I17).
 */
export interface Addition {
  taskId: string;
  buyerId: string;
  places: number;
  /** Coins. */
  cost: number;
  state: 'requested' | 'added' | 'unwanted' | 'declined';
  declined?: 'insufficient-coins' | 'not-a-buyer';
  /** Milliseconds since 1970. */
  at: number;
}

export const requestPlaces = (
  task: Task | null,
  by: Actor,
  places: number,
  now: number,
):
  | Omit<Addition, 'taskId'>
  | Failure<'not-found' | 'task-funding' | 'task-closed' | 'is-batch' | 'addition-underway' | 'validation'> => {
  const isGone = !task || ['declined', 'deleting', 'deleted'].includes(task.state);
  if (isGone || task.buyerId !== by.userId) return fail('not-found');
  if (task.state === 'funding') return fail('task-funding');
  if (task.state !== 'open') return fail('task-closed');
  if (task.batch) return fail('is-batch');
  if (task.addition !== undefined) return fail('addition-underway');
  const left = MAX_WHOLE_NUMBER - task.cost / task.payable;
  if (places > left)
    return failField(
      'places',
      `A task has at most ${MAX_WHOLE_NUMBER.toLocaleString('en-US')} places: ${left.toLocaleString('en-US')} more can be added`,
    );
  return { buyerId: task.buyerId, places, cost: costOf(places, task.payable), state: 'requested', at: now };
};

/** Decides a funded addition. An ended task takes none: its open places have been counted for the refund. */
export const decideAddition = ({ state }: Pick<Task, 'state'>): 'added' | 'unwanted' =>
  state === 'open' ? 'added' : 'unwanted';
