import { DAY_MS, HOUR_MS } from '@piecework/base';
import { DRAFT_DAYS } from '@piecework/contracts';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { Batch, Values } from './batch';

export interface BatchDocument extends Document, Batch {}

/** A published one is kept: a repeated publication finds its task. */
export const batches = collection<BatchDocument>('batches', [
  { key: { buyerId: 1, changedAt: -1 }, partialFilterExpression: { changedAt: { $gt: 0 } } },
  { key: { changedAt: 1 } },
  { key: { taskId: 1 } },
]);

export const DRAFT_MS = DRAFT_DAYS * DAY_MS;

/** An uploaded file of rows. */
export interface RowFileDocument extends Document {
  buyerId: string;
  /** Milliseconds since 1970: its rows go then. Absent: a batch has them. */
  deleteAt?: number;
}

export const rowFiles = collection<RowFileDocument>('rowFiles', [{ key: { deleteAt: 1 } }]);

/** Milliseconds without progress after which the rows of an upload are deleted. */
export const UPLOAD_MS = HOUR_MS;

export interface RowDocument extends Document {
  fileId: string;
  /** From 1, in the order of the file. */
  number: number;
  values: Values;
  search: string;
}

export const rows = collection<RowDocument>('rows', [{ key: { fileId: 1, number: 1 } }]);

const rowId = (fileId: string, number: number): string => `${fileId}:${number}`;

export const toRow = (fileId: string, number: number, values: Values, search: string): RowDocument => ({
  _id: rowId(fileId, number),
  fileId,
  number,
  values,
  search,
});

/** @throws when one is missing: a file that is in use has all of its rows */
export const readRows = async (tx: Transaction, fileId: string, numbers: readonly number[]): Promise<RowDocument[]> => {
  const found = await tx.collection(rows).find({ _id: { $in: numbers.map((number) => rowId(fileId, number)) } });
  if (found.length < numbers.length) throw new Error(`Rows of the file ${fileId} are missing`);
  return found.sort((a, b) => a.number - b.number);
};

/** The timer deletes its rows. */
export const discardFile = (tx: Transaction, fileId: string, now: number) =>
  tx.collection(rowFiles).updateOne({ _id: fileId }, { $set: { deleteAt: now } });

export const knownBatch = async (tx: Transaction, taskId: string): Promise<BatchDocument> => {
  const batch = await tx.collection(batches).findOne({ taskId });
  if (!batch) throw new Error(`Task ${taskId} is no task of a batch`);
  return batch;
};
