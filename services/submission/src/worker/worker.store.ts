import { searchKey } from '@piecework/contracts';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { Accuracy } from '../check/check';

/** What a worker has done in a batch. Decisions on the answers are counted by {@link batchWorkTally}. */
export interface BatchWorker extends Accuracy {
  taskId: string;
  workerId: string;
  workerName: string;
  /** Checks that have been among the rows of this worker's pages. */
  drawn: number;
  answers: number;
  /** Answers in less than `minSeconds`. */
  fast: number;
  /** Of the latest measured answers, the oldest first. */
  seconds: number[];
  /** Too few checks were right once; an answer to a held page may have changed that. */
  wasStopped?: true;
  /** The accuracy that the worker sees. */
  told?: Accuracy;
  /** Milliseconds since 1970; with `told`. */
  toldAt?: number;
}

export interface BatchWorkerDocument extends Document, BatchWorker {
  search: string;
}

export const batchWorkers = collection<BatchWorkerDocument>(
  'batchWorkers',
  [
    { key: { taskId: 1, answers: -1 } },
    { key: { workerId: 1, toldAt: -1 }, partialFilterExpression: { toldAt: { $gt: 0 } } },
  ],
  { searchField: 'search' },
);

export const batchWorkerId = (taskId: string, workerId: string): string => `${taskId}:${workerId}`;

/** @param of its name as the worker has it now */
export const readBatchWorker = async (
  tx: Transaction,
  taskId: string,
  of: { userId: string; name: string },
): Promise<BatchWorker> => {
  const { userId: workerId, name: workerName } = of;
  const found = await tx.collection(batchWorkers).findOne({ _id: batchWorkerId(taskId, workerId) });
  const { _id: _, ...known } = found ?? { _id: '', drawn: 0, answers: 0, fast: 0, right: 0, met: 0, seconds: [] };
  return { ...known, taskId, workerId, workerName };
};

/** Of the workers of some answers to a batch, by the answer. */
export const accuracies = async (tx: Transaction, answers: readonly { batchWorker?: string }[]) => {
  const ids = new Set(answers.flatMap(({ batchWorker }) => batchWorker ?? []));
  const found = await tx.collection(batchWorkers).find({ _id: { $in: [...ids] } });
  const byId = new Map(found.map(({ _id, right, met }) => [_id, { right, met }]));
  return ({ batchWorker = '' }: { batchWorker?: string }): Accuracy | undefined => byId.get(batchWorker);
};

export const saveBatchWorker = async (tx: Transaction, worker: BatchWorker): Promise<void> => {
  const _id = batchWorkerId(worker.taskId, worker.workerId);
  const $set = { ...worker, search: searchKey(worker.workerName) };
  await tx.collection(batchWorkers).updateOne({ _id }, { $set }, { upsert: true });
};
