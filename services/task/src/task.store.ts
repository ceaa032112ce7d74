import type { Settings } from '@piecework/config';
import type { Task as TaskView } from '@piecework/contracts';
import { shownPicture } from '@piecework/domain';
import {
  collection,
  containing,
  type Document,
  type Filter,
  type FindOptions,
  type Transaction,
} from '@piecework/store';
import type { Task, TaskTexts } from './task';

export interface TaskDocument extends Document, Task {
  /** Lower case: what the list is sorted by, and what people search in. */
  sortTitle: string;
  search: string;
}

/** Ended tasks stay: repeats of a call and late events still ask for them. */
export const tasks = collection<TaskDocument>('tasks', [
  { key: { state: 1, createdAt: -1 } },
  { key: { state: 1, payable: -1 } },
  { key: { state: 1, completionDate: -1 } },
  { key: { state: 1, sortTitle: 1 } },
  { key: { buyerId: 1, state: 1, createdAt: -1 } },
]);

/** What calls wait for: news of one task. */
export const taskSignal = (taskId: string) => `task:${taskId}`;

/** Someone who stops being a buyer and whose tasks have not all ended; gone once they have. */
interface Departure extends Document {
  /** The user's id. */
  _id: string;
  roleVersion: number;
  /** Tasks marked `buyerLeft` that have not ended. */
  living: number;
}

export const departures = collection<Departure>('departures');

/** Emails are left out: they are for people who are signed in, and whoever can search in one can guess it. */
const searchText = ({ title, detail, buyerName }: Pick<Task, 'title' | 'detail' | 'buyerName'>) =>
  [title, detail, buyerName].join('\n').toLowerCase();

export const toDocument = (_id: string, task: Task): TaskDocument => ({
  ...task,
  _id,
  sortTitle: task.title.toLowerCase(),
  search: searchText(task),
});

/** The fields that change with the texts. */
export const textChanges = (task: Task, texts: Partial<TaskTexts>) => {
  const { title, detail, info, sortTitle, search } = toDocument('', { ...task, ...texts });
  return { title, detail, info, sortTitle, search };
};

/** A task that an event of its own is about: that there is none is a fault of ours. */
export const knownTask = async (tx: Transaction, taskId: string): Promise<TaskDocument> => {
  const task = await tx.collection(tasks).findOne({ _id: taskId });
  if (!task) throw new Error(`An event is about task ${taskId}, which was never made`);
  return task;
};

const ORDERS = {
  newest: { createdAt: -1 },
  pay: { payable: -1 },
  completion: { completionDate: -1 },
  title: { sortTitle: 1 },
} as const satisfies Record<string, FindOptions<TaskDocument>['sort']>;

export const orderOf = (sort: keyof typeof ORDERS = 'newest') => ORDERS[sort];

interface TaskSearch {
  q?: string | undefined;
  open?: boolean | undefined;
  status?: Task['taskStatus'] | undefined;
  /** Only this owner's. */
  buyerId?: string | undefined;
}

/** Shown tasks that answer a search. */
export const shownTasks = ({ q, open, status, buyerId }: TaskSearch = {}): Filter<TaskDocument> => ({
  state: 'open',
  ...(buyerId !== undefined && { buyerId }),
  ...(status !== undefined && { taskStatus: status }),
  ...(open && { 'places.open': { $gt: 0 } }),
  ...(q && { search: containing(q.toLowerCase()) }),
});

export const toView = (task: TaskDocument, settings: Settings, isSignedIn: boolean): TaskView => ({
  _id: task._id,
  taskTitle: task.title,
  taskDetail: task.detail,
  taskImageURL: shownPicture(task.imageURL, settings),
  requiredWorkers: task.places.open,
  payableAmount: task.payable,
  completionDate: task.completionDate,
  submissionInfo: task.info,
  taskStatus: task.taskStatus,
  totalPayableAmount: task.cost,
  buyerName: task.buyerName,
  ...(isSignedIn && { buyerEmail: task.buyerEmail }),
});
