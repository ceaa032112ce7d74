import { type EmittedData, TIMED_ANSWERS } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { isStopped, toldAfter } from '../check/check';
import { meetChecks } from '../check/check.store';
import { fieldsOf } from '../form/form.store';
import type { PlacesDocument } from '../places/places.store';
import type { Reservation } from '../reservation/reservation';
import type { Submission } from '../submission/submission';
import { batchWorkerId, readBatchWorker, saveBatchWorker } from './worker.store';

type CheckFacts = Pick<EmittedData<'submission.created'>, 'isFirstChecked' | 'isStopping'>;

/** Adds an answer to the record of its worker. @returns the answer with what it adds, and the facts for its event @param hold the page as its worker got it */
export const countAnswer = async (
  tx: Transaction,
  task: PlacesDocument,
  submission: Submission,
  hold: Pick<Reservation, 'rows'> | null,
): Promise<{ counted: Submission; facts: CheckFacts }> => {
  const { _id: taskId, batch } = task;
  if (!batch || !hold) return { counted: submission, facts: {} };
  const { workerId, workerName, seconds, answers = [] } = submission;
  const { rows } = hold;
  const record = await readBatchWorker(tx, taskId, { userId: workerId, name: workerName });
  const isFast = seconds !== undefined && seconds < (batch.minSeconds ?? 0);
  const fields = (await fieldsOf(tx, task)) ?? [];
  const checks = rows && (await meetChecks(tx, { taskId, workerId, batch, fields, rows, answers }));
  const accuracy = { right: record.right + (checks?.right ?? 0), met: record.met + (checks?.met ?? 0) };
  const told = batch.checks && toldAfter(batch.checks, record.told, accuracy);
  const isFirstChecked = record.met === 0 && accuracy.met > 0;
  const isStopping = !record.wasStopped && batch.checks !== undefined && isStopped(batch.checks, accuracy);
  await saveBatchWorker(tx, {
    ...record,
    ...accuracy,
    answers: record.answers + 1,
    fast: record.fast + Number(isFast),
    seconds: [...record.seconds, ...(seconds === undefined ? [] : [seconds])].slice(-TIMED_ANSWERS),
    ...(told && { told, toldAt: submission.createdAt }),
    ...(isStopping && { wasStopped: true }),
  });
  const counted = {
    ...submission,
    batchWorker: batchWorkerId(taskId, workerId),
    ...(rows && { rows, checks }),
    ...(isFast && { isFast }),
  };
  return { counted, facts: { ...(isFirstChecked && { isFirstChecked }), ...(isStopping && { isStopping }) } };
};
