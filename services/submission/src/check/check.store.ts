import type { FormField } from '@piecework/contracts/forms';
import { collection, type Document, type Transaction } from '@piecework/store';
import { readRows } from '../batch/batch.store';
import type { BatchPlaces } from '../places/places';
import type { Work } from '../submission/submission.work';
import { type Accuracy, isCheck, isRight } from './check';

/** A check that a worker has answered once: it does not count again. */
interface MetCheckDocument extends Document {
  taskId: string;
}

export const metChecks = collection<MetCheckDocument>('metChecks');

interface Answered {
  taskId: string;
  workerId: string;
  batch: BatchPlaces;
  fields: readonly FormField[];
  /** Numbers of the rows of the answers. */
  rows: readonly number[];
  answers: NonNullable<Work['answers']>;
}

interface MetNow {
  taskId: string;
  workerId: string;
  /** Numbers of their rows. */
  checks: readonly number[];
}

/** They count no more. @returns those that the worker had not met before */
export const markMet = async (tx: Transaction, { taskId, workerId, checks }: MetNow): Promise<number[]> => {
  const met = tx.collection(metChecks);
  const idOf = (check: number) => `${taskId}:${workerId}:${check}`;
  const known = new Set((await met.find({ _id: { $in: checks.map(idOf) } })).map(({ _id }) => _id));
  const first = checks.filter((check) => !known.has(idOf(check)));
  if (first.length > 0) await met.insertMany(first.map((check) => ({ _id: idOf(check), taskId })));
  return first;
};

/** The checks among the rows that the worker meets for the first time, which are met from now on. */
export const meetChecks = async (
  tx: Transaction,
  { taskId, workerId, batch, fields, rows, answers }: Answered,
): Promise<Accuracy> => {
  const first = await markMet(tx, { taskId, workerId, checks: rows.filter(isCheck) });
  const checks = await readRows(tx, batch.fileId, first);
  const right = checks.filter(({ number, expected = {} }) =>
    isRight(fields, expected, answers[rows.indexOf(number)] ?? {}),
  );
  return { right: right.length, met: checks.length };
};
