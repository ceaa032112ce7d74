import { groupBy } from '@piecework/base';
import { comparableFields, type FormField } from '@piecework/contracts/forms';
import type { Transaction } from '@piecework/store';
import { rowNumbers } from '../batch/batch';
import { agreesIn } from '../consensus/consensus';
import { fieldsOf } from '../form/form.store';
import type { BatchPlaces } from '../places/places';
import { knownPlaces } from '../places/places.store';
import { votesOf } from '../row/row.states';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { accuracies } from '../worker/worker.store';
import type { Rule } from './decision-run';

/** Of the answers that the filter of a rule has found, those that it selects. */
export const selectedAmong = async (
  tx: Transaction,
  taskId: string,
  { agreesAtLeast, accuracyAtLeast }: Rule,
  found: readonly SubmissionDocument[],
): Promise<readonly SubmissionDocument[]> => {
  const accurate = accuracyAtLeast === undefined ? found : await byAccurateWorkers(tx, accuracyAtLeast, found);
  return agreesAtLeast === undefined || accurate.length === 0
    ? accurate
    : await agreeing(tx, taskId, agreesAtLeast, accurate);
};

const byAccurateWorkers = async (
  tx: Transaction,
  least: number,
  found: readonly SubmissionDocument[],
): Promise<SubmissionDocument[]> => {
  const accuracyOf = await accuracies(tx, found);
  return found.filter((answer) => {
    const { right, met } = accuracyOf(answer) ?? { right: 0, met: 0 };
    return met > 0 && right / met >= least;
  });
};

const agreeing = async (
  tx: Transaction,
  taskId: string,
  least: number,
  found: readonly SubmissionDocument[],
): Promise<SubmissionDocument[]> => {
  const task = await knownPlaces(tx, taskId);
  const { batch } = task;
  if (!batch) return [];
  const compared = comparableFields((await fieldsOf(tx, task)) ?? []);
  const pages = [...new Set(found.flatMap(({ page }) => page ?? []))];
  const given = await tx.collection(submissions).find({ taskId, page: { $gt: 0, $in: pages } });
  const byPage = groupBy(given, ({ page }) => page);
  return found.filter((answer) => agreementWith(compared, batch, answer, byPage.get(answer.page) ?? []) >= least);
};

/** -1 without a compared field, or without another answer to the page. */
const agreementWith = (
  compared: readonly FormField[],
  batch: BatchPlaces,
  answer: SubmissionDocument,
  given: readonly SubmissionDocument[],
): number => {
  const rows = rowNumbers(batch, answer.page ?? 0).map((row) => votesOf(batch, row, given));
  const all = rows.filter((votes) => votes.length > 1).flatMap((votes) => compared.map((field) => ({ field, votes })));
  const agreed = all.filter(({ field, votes }) => agreesIn(field, votes, answer.workerId));
  return all.length === 0 ? -1 : agreed.length / all.length;
};
