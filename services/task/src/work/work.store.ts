import { collection, type Document, type Transaction } from '@piecework/store';
import { changeOf, type Work, type WorkEvent } from './work';

/** `_id`: of the submission. */
export interface WorkDocument extends Document, Work {}

/** Kept as long as the submissions: the counters of buyers are sums over it. */
export const work = collection<WorkDocument>('work', [
  { key: { workerId: 1, taskId: -1 }, partialFilterExpression: { live: true } },
  { key: { buyerId: 1 } },
]);

export const noteWork = async (tx: Transaction, event: WorkEvent): Promise<void> => {
  const { submissionId: _id } = event.data;
  const before = await tx.collection(work).findOne({ _id });
  await tx.collection(work).updateOne({ _id }, { $set: { ...changeOf(before, event) } }, { upsert: true });
};

/** Tasks that a list leaves out as done: the newest ones, which limits the query. */
const MAX_DONE = 2_000;

/** A worker is never done with a batch: pages may open again. */
const done = { live: true, page: null } as const;

/** Ids of the newest tasks that the worker has submitted to. */
export const doneBy = async (store: Transaction, workerId: string): Promise<string[]> => {
  const rows = await store.collection(work).find({ workerId, ...done }, { sort: { taskId: -1 }, limit: MAX_DONE });
  return rows.map(({ taskId }) => taskId);
};

/** Those of the tasks that the worker has submitted to. */
export const doneOf = async (
  store: Transaction,
  workerId: string,
  taskIds: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await store.collection(work).find({ workerId, ...done, taskId: { $in: taskIds } });
  return new Set(rows.map(({ taskId }) => taskId));
};

export const hasWorkedOn = async (store: Transaction, workerId: string, taskId: string): Promise<boolean> =>
  (await store.collection(work).findOne({ workerId, taskId, live: true })) !== null;
