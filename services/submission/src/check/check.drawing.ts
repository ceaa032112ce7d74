import type { Actor } from '@piecework/identity';
import type { Transaction } from '@piecework/store';
import { rowNumbers } from '../batch/batch';
import type { PlacesDocument } from '../places/places.store';
import { latestHold } from '../reservation/reservation.store';
import { readBatchWorker, saveBatchWorker } from '../worker/worker.store';
import { nextChecks, withChecks } from './check';
import { markMet } from './check.store';

/**
 * Rows of a page with its checks, in the order that the worker sees. Undefined: the batch has no checks. A page that the worker held before has the same
 * rows: a row that had changed would be a check.
 */
export const drawRows = async (
  tx: Transaction,
  { _id: taskId, batch }: PlacesDocument,
  worker: Actor,
  page: number,
): Promise<number[] | undefined> => {
  if (!batch?.checks) return undefined;
  const { checks } = batch;
  const { userId: workerId } = worker;
  const earlier = await latestHold(tx, { taskId, workerId, page });
  if (earlier?.rows) return earlier.rows;
  const record = await readBatchWorker(tx, taskId, worker);
  await saveBatchWorker(tx, { ...record, drawn: record.drawn + checks.perPage });
  const drawn = nextChecks(checks, workerId, record.drawn);
  // In the second walk through the pool a check shows itself, also before an answer to it.
  const again = drawn.filter((_, at) => record.drawn + at >= checks.count);
  await markMet(tx, { taskId, workerId, checks: again });
  return withChecks(checks, { workerId, page }, rowNumbers(batch, page), drawn);
};
