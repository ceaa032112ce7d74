import { searchKey } from '@piecework/contracts';
import {
  collection,
  containing,
  type Document,
  type Filter,
  type FindOptions,
  type Transaction,
} from '@piecework/store';
import { CLOSED_STATES, type Task, type TaskTexts, UNLISTED_STATES } from './task';

export interface TaskDocument extends Document, Task {
  /** Lower case. */
  sortTitle: string;
  search: string;
}

/** Most tasks of an old installation have none. */
const withOpenPlaces = { partialFilterExpression: { 'places.open': { $gt: 0 } } } as const;

/** Ended tasks are kept: repeated calls and late events refer to them. */
export const tasks = collection<TaskDocument>(
  'tasks',
  [
    { key: { createdAt: -1 } },
    { key: { state: 1, createdAt: -1 } },
    { key: { state: 1, payable: -1 } },
    { key: { state: 1, hourly: -1 } },
    { key: { state: 1, completionDate: -1 } },
    { key: { state: 1, sortTitle: 1 } },
    { key: { state: 1, taskStatus: 1, createdAt: -1 } },
    { key: { state: 1, createdAt: -1 }, ...withOpenPlaces },
    { key: { state: 1, payable: -1 }, ...withOpenPlaces },
    { key: { state: 1, hourly: -1 }, ...withOpenPlaces },
    { key: { state: 1, completionDate: -1 }, ...withOpenPlaces },
    { key: { state: 1, closesAt: 1 } },
    { key: { state: 1, 'review.since': 1 }, partialFilterExpression: { 'review.since': { $gt: 0 } } },
    { key: { buyerId: 1, createdAt: -1 } },
    { key: { buyerId: 1, completionDate: -1 } },
    { key: { buyerId: 1, state: 1, taskStatus: 1, completionDate: -1 } },
    { key: { buyerId: 1, state: 1, completionDate: -1 }, ...withOpenPlaces },
  ],
  { searchField: 'search' },
);

/** Milliseconds that a call waits for the wallet and the submission service. */
export const OUTCOME_WAIT_MS = 5_000;

export const taskSignal = (taskId: string) => `task:${taskId}`;

/** A former buyer with unfinished tasks. */
interface Departure extends Document {
  _id: string;
  roleVersion: number;
  living: number;
}

export const departures = collection<Departure>('departures');

/** Excludes emails: a search would let callers guess them. */
const searchText = ({ title, detail, buyerName }: Pick<Task, 'title' | 'detail' | 'buyerName'>) =>
  searchKey([title, detail, buyerName].join('\n'));

export const toDocument = (_id: string, task: Task): TaskDocument => ({
  ...task,
  _id,
  sortTitle: task.title.toLowerCase(),
  search: searchText(task),
});

export const textChanges = (task: Task, texts: Partial<TaskTexts>) => {
  const { title, detail, info, sortTitle, search } = toDocument('', { ...task, ...texts });
  return { title, detail, info, sortTitle, search };
};

export const nameChanges = (task: Task, buyerName: string) => ({
  buyerName,
  search: searchText({ ...task, buyerName }),
});

/** @throws for an unknown task: its own event follows its creation */
export const knownTask = async (tx: Transaction, taskId: string): Promise<TaskDocument> => {
  const task = await tx.collection(tasks).findOne({ _id: taskId });
  if (!task) throw new Error(`Unknown task ${taskId}: this service did not create it`);
  return task;
};

const ORDERS = {
  newest: { createdAt: -1 },
  pay: { payable: -1 },
  hourly: { hourly: -1 },
  completion: { completionDate: -1 },
  title: { sortTitle: 1 },
} as const satisfies Record<string, FindOptions<TaskDocument>['sort']>;

export const orderOf = (sort: keyof typeof ORDERS = 'newest') => ORDERS[sort];

/** Of those that wait for an admin: the longest waiting first. */
export const REVIEW_ORDER = { 'review.since': 1 } as const satisfies FindOptions<TaskDocument>['sort'];

interface TaskSearch {
  q?: string | undefined;
  open?: boolean | undefined;
  status?: Task['taskStatus'] | undefined;
  buyerId?: string | undefined;
  closed?: boolean | undefined;
  /** Those that wait for an admin. */
  review?: boolean | undefined;
  /** Also closed ones. */
  all?: boolean;
  /** Finds no withheld tasks of others, with `all` no closed ones of others, and without `all` no withheld ones. Absent: finds those of everybody. */
  reader?: string | undefined;
  /** Ids of tasks. */
  without?: readonly string[];
  among?: readonly string[];
  /** Ids of buyers whose tasks are left out. */
  hidden?: readonly string[];
  minPay?: number | undefined;
  minHourly?: number | undefined;
  /** Range of the approval rate that a task needs. */
  approval?: { from?: number | undefined; to?: number | undefined } | undefined;
  /** Range of the completion date. */
  days?: { first: string; last: string } | undefined;
  importId?: string | undefined;
}

const stateOf = ({ closed, all }: TaskSearch): Filter<TaskDocument>['state'] => {
  if (closed) return 'closed';
  return all ? { $nin: UNLISTED_STATES } : 'open';
};

/** `$nin`: with a state to look up, SQLite would join two indexes and sort, instead of following the order of one. */
const visibleTo = (reader: string, all = false): Filter<TaskDocument> => {
  const shown = {
    paused: { $ne: true },
    ownerSuspended: { $ne: true },
    adminPause: { $exists: false },
    review: { $exists: false },
  } as const;
  if (!all) return shown;
  return { $or: [{ state: { $nin: CLOSED_STATES }, ...shown }, { buyerId: reader }] };
};

export const shownTasks = (search: TaskSearch = {}): Filter<TaskDocument> => {
  const {
    q,
    open,
    status,
    buyerId,
    closed,
    review,
    all,
    reader,
    without = [],
    among,
    hidden = [],
    minPay,
    minHourly,
    approval,
    days,
    importId,
  } = search;
  return {
    state: stateOf({ closed, all }),
    ...(review && { 'review.since': { $gt: 0 } }),
    ...(without.length > 0 && { _id: { $nin: without } }),
    ...(among && { _id: { $in: among } }),
    ...(minPay !== undefined && { payable: { $gte: minPay } }),
    ...(minHourly !== undefined && { hourly: { $gte: minHourly } }),
    ...(approval && { minApprovalRate: { $gte: approval.from ?? 1, $lte: approval.to ?? 100 } }),
    ...(days && { completionDate: { $gte: days.first, $lte: days.last } }),
    ...(hidden.length > 0 && { buyerId: { $nin: hidden } }),
    ...(buyerId !== undefined && { buyerId }),
    ...(importId !== undefined && { importId }),
    ...(status !== undefined && { taskStatus: status }),
    ...(open && { 'places.open': { $gt: 0 } }),
    ...(reader !== undefined && visibleTo(reader, all)),
    ...(q && { search: containing(searchKey(q)) }),
  };
};
