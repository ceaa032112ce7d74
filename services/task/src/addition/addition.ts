import { MAX_RAISED_PENDING, MAX_WHOLE_NUMBER } from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';
import { coinsOf, costOf, type Task } from '../task/task';

/**
 * Places that a buyer adds to a task, rows that become places of a batch, or a raise of its pay. `requested`: the wallet decides. `added`: they are funded, and the task was open.
 * `unwanted`: they are funded, but the task has ended meanwhile, so that the coins come back (I17).
 */
export interface Addition {
  taskId: string;
  buyerId: string;
  /** Of a raise: those that it pays more for. */
  places: number;
  /** Coins. */
  cost: number;
  /** The pay of the task from then on, and how much more that is. Absent: places are added. */
  raise?: { to: number; by: number };
  /** Rows of a batch, whose pages have the places. The submission service has them. Absent: none. */
  rows?: { rows: number; pages: number };
  /** Of a raise: places that were decided before it was applied, and whose coins come back. Absent: 0. */
  unneeded?: number;
  state: 'requested' | 'added' | 'unwanted' | 'declined';
  declined?: 'insufficient-coins' | 'not-a-buyer';
  /** Milliseconds since 1970. */
  at: number;
}

type Requested = Omit<Addition, 'taskId'>;
type Refused = Failure<'not-found' | 'task-funding' | 'task-closed' | 'addition-underway'>;

const refuse = (task: Task): Refused | null => {
  if (['declined', 'deleting', 'deleted'].includes(task.state)) return fail('not-found');
  if (task.state === 'funding') return fail('task-funding');
  if (task.state !== 'open') return fail('task-closed');
  if (task.addition !== undefined) return fail('addition-underway');
  return null;
};

/** All places that it has ever had. Until a raise, its cost has paid each of them alike. */
const postedPlaces = ({ posted, cost, payable }: Task): number => posted ?? cost / payable;

/** By its owner. */
export const requestPlaces = (
  task: Task,
  places: number,
  now: number,
): Requested | Refused | Failure<'is-batch' | 'validation'> => {
  const refused = refuse(task);
  if (refused) return refused;
  if (task.batch) return fail('is-batch');
  const left = MAX_WHOLE_NUMBER - postedPlaces(task);
  if (places > left)
    return failField(
      'places',
      `A task has at most ${MAX_WHOLE_NUMBER.toLocaleString('en-US')} places: ${left.toLocaleString('en-US')} more can be added`,
    );
  const cost = costOf(places, task.payable);
  return { buyerId: task.buyerId, places, cost, state: 'requested', at: now };
};

/** By the owner of an open batch. */
export const requestRows = (
  task: Task,
  rows: { rows: number; pages: number },
  now: number,
): Requested | Failure<'task-closed' | 'addition-underway'> => {
  const refused = refuse(task);
  if (refused) return refused.failure === 'addition-underway' ? fail('addition-underway') : fail('task-closed');
  const { buyerId, payable, batch } = task;
  if (!batch) throw new Error(`The task '${task.title}' has no rows`);
  const places = rows.pages * batch.overlap.max;
  return { buyerId, places, cost: costOf(places, payable), rows, state: 'requested', at: now };
};

/**
 * By its owner. Pays for every place that is not decided yet, as far as this service knows: at least as many as there are, because a place is decided
 * once, and none are added meanwhile.
 */
export const requestRaise = (
  task: Task,
  payable: number,
  now: number,
): Requested | Refused | Failure<'validation' | 'too-many-pending'> => {
  const refused = refuse(task);
  if (refused) return refused;
  if (task.places.pending > MAX_RAISED_PENDING) return fail('too-many-pending');
  if (payable <= task.payable)
    return failField('payableAmount', `The pay is ${coinsOf(task.payable)} now. Give a higher one`);
  const places = postedPlaces(task) - task.places.approved;
  const raise = { to: payable, by: payable - task.payable };
  return { buyerId: task.buyerId, places, cost: costOf(places, raise.by), raise, state: 'requested', at: now };
};

/** Decides a funded addition. An ended task takes none: its open places have been counted for the refund. */
export const decideAddition = ({ state }: Pick<Task, 'state'>): 'added' | 'unwanted' =>
  state === 'open' ? 'added' : 'unwanted';

/** What a funded addition changes of its task. */
export const applyAddition = (
  task: Task,
  { places, cost, raise, rows }: Addition,
): Pick<Task, 'cost' | 'payable' | 'posted' | 'batch'> => {
  const { batch } = task;
  const isCounted = raise || task.posted !== undefined;
  return {
    cost: task.cost + cost,
    payable: raise?.to ?? task.payable,
    ...(batch && rows && { batch: { ...batch, rows: batch.rows + rows.rows, pages: batch.pages + rows.pages } }),
    ...(isCounted && { posted: postedPlaces(task) + (raise ? 0 : places) }),
  };
};
