import { DAY_MS, HOUR_MS } from '@piecework/base';
import { type Answer, DRAFT_DAYS, type RowState, searchKey } from '@piecework/contracts';
import { collection, type Document, type Transaction } from '@piecework/store';
import type { Batch, Values } from './batch';

export interface BatchDocument extends Document, Batch {}

/** A published one is kept: a repeated publication finds its task. */
export const batches = collection<BatchDocument>('batches', [
  { key: { buyerId: 1, changedAt: -1 }, partialFilterExpression: { changedAt: { $gt: 0 } } },
  { key: { buyerId: 1, _id: 1 } },
  { key: { changedAt: 1 } },
  { key: { taskId: 1 } },
]);

export const DRAFT_MS = DRAFT_DAYS * DAY_MS;

/** An uploaded file of rows. */
export interface RowFileDocument extends Document {
  buyerId: string;
  /** Milliseconds since 1970: its rows go then. Absent: a batch has them. */
  deleteAt?: number;
  /** The task to whose batch its rows were added: they are in the file of the batch. */
  addedTo?: string;
}

export const rowFiles = collection<RowFileDocument>('rowFiles', [{ key: { deleteAt: 1 } }]);

/** Milliseconds without progress after which the rows of an upload are deleted. */
export const UPLOAD_MS = HOUR_MS;

export interface RowDocument extends Document {
  fileId: string;
  /** From 1, in the order of the file; checks are numbered apart (`CHECK_NUMBERS`). */
  number: number;
  /** As spreadsheets count. Absent of rows that were uploaded before batches had checks. */
  line?: number;
  values: Values;
  /** Of a check, once its batch has been published: the right values in their one form. */
  expected?: Answer;
  search: string;
  /** Of a published batch (P-3.26, `row.states.ts`). Absent: open. */
  state?: Exclude<RowState, 'open'>;
}

export const rows = collection<RowDocument>('rows', [
  { key: { fileId: 1, number: 1 } },
  { key: { fileId: 1, state: 1, number: 1 } },
]);

/** As spreadsheets count: the head is line 1. */
export const lineOf = ({ line, number }: RowDocument): number => line ?? number + 1;

export const rowId = (fileId: string, number: number): string => `${fileId}:${number}`;

export const toRow = (fileId: string, number: number, line: number, values: Values): RowDocument => ({
  _id: rowId(fileId, number),
  fileId,
  number,
  line,
  values,
  search: searchKey(Object.values(values).join('\n')),
});

/** In the order of the numbers. @throws when one is missing: a file that is in use has all of its rows */
export const readRows = async (tx: Transaction, fileId: string, numbers: readonly number[]): Promise<RowDocument[]> => {
  const found = await tx.collection(rows).find({ _id: { $in: numbers.map((number) => rowId(fileId, number)) } });
  const byNumber = new Map(found.map((row) => [row.number, row]));
  return numbers.map((number) => {
    const row = byNumber.get(number);
    if (!row) throw new Error(`Row ${number} of the file ${fileId} is missing`);
    return row;
  });
};

/** The timer deletes its rows. */
export const discardFile = (tx: Transaction, fileId: string, now: number) =>
  tx.collection(rowFiles).updateOne({ _id: fileId }, { $set: { deleteAt: now } });

export const knownBatch = async (tx: Transaction, taskId: string): Promise<BatchDocument> => {
  const batch = await tx.collection(batches).findOne({ taskId });
  if (!batch) throw new Error(`Task ${taskId} is no task of a batch`);
  return batch;
};
