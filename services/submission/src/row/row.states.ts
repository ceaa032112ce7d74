import type { RowState } from '@piecework/contracts';
import { comparisonKey } from '@piecework/contracts/comparison';
import { comparableFields, type FormField } from '@piecework/contracts/forms';
import type { Transaction } from '@piecework/store';
import { rowNumbers, rowsOf } from '../batch/batch';
import { rowId, rows } from '../batch/batch.store';
import type { Vote } from '../consensus/consensus';
import { fieldsOf } from '../form/form.store';
import { isPageComplete, valuesOf } from '../page/page.completion';
import { pageId, pages } from '../page/page.store';
import type { BatchPlaces, TaskPlaces } from '../places/places';
import { isLiveWork } from '../submission/submission';
import { type SubmissionDocument, submissions } from '../submission/submission.store';

type Answered = Pick<SubmissionDocument, '_id' | 'status' | 'workerId' | 'answers' | 'page' | 'rows'>;

/** @param given to the page of the row */
export const votesOf = (batch: BatchPlaces, row: number, given: readonly Answered[]): Vote[] =>
  given
    .filter(isLiveWork)
    .map((one) => ({ workerId: one.workerId, answer: one.answers?.[rowsOf(batch, one).indexOf(row)] ?? {} }));

/** P-3.26. @param votes of a row of a complete page */
const stateOf = (fields: readonly FormField[], votes: readonly Vote[]): RowState => {
  const compared = comparableFields(fields);
  if (votes.length < 2 || compared.length === 0) return 'answered';
  const isAgreed = (field: FormField) =>
    new Set(votes.map(({ answer }) => comparisonKey(field, answer[field.name]))).size === 1;
  return compared.every(isAgreed) ? 'agreed' : 'disputed';
};

/** Row → state, of a page. @param given to it */
export const statesOf = (
  fields: readonly FormField[],
  batch: BatchPlaces,
  page: number,
  given: readonly Answered[],
): Map<number, RowState> => {
  const isComplete = isPageComplete(
    given.filter(isLiveWork).map((one) => valuesOf(fields, batch, one)),
    batch,
  );
  return new Map(
    rowNumbers(batch, page).map((row) => [row, isComplete ? stateOf(fields, votesOf(batch, row, given)) : 'open']),
  );
};

export const hasDispute = (states: ReadonlyMap<number, RowState>): boolean => [...states.values()].includes('disputed');

interface Change {
  task: Pick<TaskPlaces, 'formId' | 'batch'> & { _id: string };
  page: number | undefined;
  /** Submissions to the page as they counted, and as they count now. */
  before: readonly Answered[];
  after: readonly Answered[];
}

/** I27: after a change of answers, the states of their rows, and whether their page has a disputed one. */
export const followRows = async (tx: Transaction, { task, page, before, after }: Change): Promise<void> => {
  const { _id: taskId, batch } = task;
  if (!batch || page === undefined) return;
  const fields = (await fieldsOf(tx, task)) ?? [];
  const changed = new Set([...before, ...after].map(({ _id }) => _id));
  const ofPage = await tx.collection(submissions).find({ taskId, page: { $gt: 0, $in: [page] } });
  const others = ofPage.filter(({ _id }) => !changed.has(_id));
  const former = statesOf(fields, batch, page, [...others, ...before]);
  const states = statesOf(fields, batch, page, [...others, ...after]);
  const isDisputed = hasDispute(states);
  if (isDisputed !== hasDispute(former)) {
    const update = isDisputed ? { $set: { disputed: true as const } } : { $unset: { disputed: true as const } };
    await tx.collection(pages).updateOne({ _id: pageId(taskId, page) }, update);
  }
  for (const [row, state] of states) {
    if (state === former.get(row)) continue;
    const update = state === 'open' ? { $unset: { state: true as const } } : { $set: { state } };
    await tx.collection(rows).updateOne({ _id: rowId(batch.fileId, row) }, update);
  }
};
