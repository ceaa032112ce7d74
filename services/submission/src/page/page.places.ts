import type { Transaction } from '@piecework/store';
import { fieldsOf } from '../form/form.store';
import { type BatchPlaces, sparePlaces, type TaskPlaces } from '../places/places';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { answersNeeded, isPageComplete, type Values, valuesOf } from './page.completion';
import { findPage, type OfPage, orderOf, type PageDocument, pages, WAITING } from './page.store';

/** An answer to a page that counts: pending or approved. */
interface LiveAnswer {
  submission: SubmissionDocument;
  values: Values;
}

/** The answers to a page that count, the oldest first. */
export const liveAnswers = async (
  tx: Transaction,
  task: Pick<TaskPlaces, 'formId'> & { batch: BatchPlaces },
  { taskId, page = 0 }: OfPage,
): Promise<LiveAnswer[]> => {
  const fields = (await fieldsOf(tx, task)) ?? [];
  const ofPage = { taskId, page: { $gt: 0, $in: [page] }, status: { $ne: 'reject' } } as const;
  const found = await tx.collection(submissions).find(ofPage, { sort: { createdAt: 1 } });
  return found.map((submission) => ({ submission, values: valuesOf(fields, task.batch, submission) }));
};

const differenceOf = ({ places: before }: TaskPlaces, { places: after }: TaskPlaces) => ({
  open: after.open - before.open,
  spared: (after.spared ?? 0) - (before.spared ?? 0),
  reserved: (after.reserved ?? 0) - (before.reserved ?? 0),
  pending: after.pending - before.pending,
  approved: after.approved - before.approved,
});

const movedBy = (page: PageDocument, by: ReturnType<typeof differenceOf>) => ({
  open: page.open + by.open,
  spared: (page.spared ?? 0) + by.spared,
  reserved: page.reserved + by.reserved,
  pending: page.pending + by.pending,
  approved: page.approved + by.approved,
});
type Counts = ReturnType<typeof movedBy>;

/**
 * Makes one change of a task's places also in the page that it concerns, after the change of its answers. Resolves to the places of the task, in
 * which a complete page has no open place and another one no spared place (I25).
 */
export const followPage = async <P extends TaskPlaces>(
  tx: Transaction,
  of: OfPage,
  before: P,
  after: P,
): Promise<P> => {
  const { taskId, page: number } = of;
  if (number === undefined) return after;
  const page = await findPage(tx, of);
  if (!page) throw new Error(`Page ${number} of task ${taskId} was never offered`);
  const counts = movedBy(page, differenceOf(before, after));
  if (Math.min(...Object.values(counts)) < 0)
    throw new Error(`Places of page ${number} of task ${taskId} would fall below zero: ${JSON.stringify(counts)}`);
  const { task, isOffered } = await settle(tx, of, after, counts);
  const settled = movedBy({ ...page, ...counts }, differenceOf(after, task));
  const { spared, ...others } = settled;
  const $set = {
    ...others,
    ...((spared > 0 || page.spared !== undefined) && { spared }),
    ...orderAfter(page, settled.open, isOffered, task.places.version),
  };
  // Its write conflicts with a concurrent change of another answer to the page, which this one has not read.
  await tx.collection(pages).updateOne({ _id: page._id }, { $set, $inc: { conflictCounter: 1 } });
  return task;
};

const orderAfter = (
  { order, number, open: before }: PageDocument,
  open: number,
  isOffered: boolean,
  version: number,
) => {
  if (!isOffered) return { order: WAITING };
  return open > before || order === WAITING ? { order: orderOf(version, number) } : {};
};

/**
 * P-3.20. Only as many places of a page are offered at once as its completion needs: otherwise all workers would answer the first page before two
 * answers to it could agree.
 */
const settle = async <P extends TaskPlaces>(
  tx: Transaction,
  of: OfPage,
  task: P,
  { open, spared, reserved }: Counts,
): Promise<{ task: P; isOffered: boolean }> => {
  const { batch, state } = task;
  if (batch?.overlap.min === undefined || state === 'closed') return { task, isOffered: true };
  const answers = (await liveAnswers(tx, { ...task, batch }, of)).map(({ values }) => values);
  if (isPageComplete(answers, batch)) return { task: sparePlaces(task, open), isOffered: false };
  const isOffered = answers.length + reserved < answersNeeded(answers, batch);
  return { task: sparePlaces(task, -spared), isOffered };
};
