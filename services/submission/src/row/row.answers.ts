import { groupBy, isoTime } from '@piecework/base';
import type { Answer, Row } from '@piecework/contracts';
import type { Transaction } from '@piecework/store';
import { pageOfRow } from '../batch/batch';
import type { RowDocument } from '../batch/batch.store';
import type { BatchPlaces } from '../places/places';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { answersOf, type Shown } from '../submission/submission.views';

/** An answer to one row. */
export interface RowAnswer {
  submission: SubmissionDocument;
  answer: Answer;
}

export interface AnsweredRow {
  row: RowDocument;
  page: number;
  /** The oldest first, with rejected ones. */
  answers: RowAnswer[];
}

/** Position of a row in its page, and so in each answer to it. */
const positionOf = ({ rowsPerPage }: BatchPlaces, row: number): number => (row - 1) % rowsPerPage;

/** @param found rows of the batch, in any order */
export const withAnswers = async (
  { store: tx, settings }: { store: Transaction; settings: Shown },
  { _id: taskId, batch }: { _id: string; batch: BatchPlaces },
  found: readonly RowDocument[],
): Promise<AnsweredRow[]> => {
  const pages = [...new Set(found.map(({ number }) => pageOfRow(batch, number)))];
  const ofPages = { taskId, page: { $gt: 0, $in: pages } };
  const given = pages.length === 0 ? [] : await tx.collection(submissions).find(ofPages, { sort: { createdAt: 1 } });
  const byPage = groupBy(given, ({ page }) => page);
  return found.map((row) => {
    const page = pageOfRow(batch, row.number);
    const answers = (byPage.get(page) ?? []).map((submission) => {
      const answer = submission.answers?.[positionOf(batch, row.number)] ?? {};
      const shown = answersOf({ answers: [answer], attachments: submission.attachments }, settings);
      return { submission, answer: shown.answers?.[0] ?? answer };
    });
    return { row, page, answers };
  });
};

export const isLive = ({ submission }: RowAnswer): boolean => submission.status !== 'reject';

export const stateOf = ({ answers }: AnsweredRow, { overlap }: BatchPlaces): Row['state'] =>
  answers.filter(isLive).length < overlap.max ? 'open' : 'answered';

export const answerView = ({ submission, answer }: RowAnswer): Row['answers'][number] => ({
  submissionId: submission._id,
  workerName: submission.workerName,
  status: submission.status,
  submittedAt: isoTime(submission.createdAt),
  answer,
});
