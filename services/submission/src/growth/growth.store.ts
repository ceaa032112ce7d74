import { DAY_MS } from '@piecework/base';
import type { EventData } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { type BatchFile, pagesOf } from '../batch/batch';
import { batches, knownBatch, rowFiles, rowId, rows } from '../batch/batch.store';
import { isCheck } from '../check/check';
import type { BatchPlaces } from '../places/places';
import { grownFile } from './growth';

/** Rows that are not paid are kept so long. */
export const STAGED_MS = DAY_MS;

/** Their places are funded: the rows become pages behind the others. */
export const openRows = async (
  tx: Transaction,
  taskId: string,
  batch: BatchPlaces,
  additionId: string,
): Promise<BatchPlaces> => {
  const { _id, fields, file, growth } = await knownBatch(tx, taskId);
  if (!file || growth?.additionId !== additionId)
    throw new Error(`Places were added to the batch of task ${taskId} without rows`);
  await moveRows(tx, growth.fileId, file);
  const grown = grownFile(file, growth, batch.rowsPerPage);
  await tx.collection(batches).updateOne({ _id }, { $set: { file: grown }, $unset: { growth: true } });
  await tx.collection(rowFiles).updateOne({ _id: growth.fileId }, { $set: { addedTo: taskId } });
  const { checks } = batch;
  // The pilot may have ended.
  const { pilotPages: _, ...figures } = pagesOf(grown, fields);
  return { ...batch, ...figures, ...(checks && { checks: { ...checks, count: grown.checks ?? 0 } }) };
};

/** Their numbers follow those of the file. */
const moveRows = async (tx: Transaction, fileId: string, { id, rows: last, checks = 0 }: BatchFile): Promise<void> => {
  const added = await tx.collection(rows).find({ fileId }, { sort: { number: 1 } });
  const moved = added.map((row) => {
    const number = row.number + (isCheck(row.number) ? checks : last);
    return { ...row, _id: rowId(id, number), fileId: id, number };
  });
  await tx.collection(rows).deleteMany({ fileId });
  await tx.collection(rows).insertMany(moved);
};

/** They stay for another attempt. */
export const refuseRows = async (
  tx: Transaction,
  { taskId, additionId, reason }: EventData<'task.rows-refused'>,
  now: number,
): Promise<void> => {
  const { _id, growth } = await knownBatch(tx, taskId);
  if (growth?.additionId !== additionId) return;
  const { additionId: _, ...staged } = growth;
  await tx.collection(batches).updateOne({ _id }, { $set: { growth: { ...staged, refused: { additionId, reason } } } });
  await tx.collection(rowFiles).updateOne({ _id: growth.fileId }, { $set: { deleteAt: now + STAGED_MS } });
};
