import { groupBy, isoTime } from '@piecework/base';
import type { Answer, Row } from '@piecework/contracts';
import type { FormField } from '@piecework/contracts/forms';
import type { Transaction } from '@piecework/store';
import { pageOfRow, rowsOf } from '../batch/batch';
import type { RowDocument } from '../batch/batch.store';
import { type RowConsensus, rowConsensus } from '../consensus/consensus';
import type { Models } from '../consensus/models';
import type { BatchPlaces } from '../places/places';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { answersOf, type Shown } from '../submission/submission.views';
import { votesOf } from './row.states';

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
  /** Absent without answers that count. */
  consensus?: RowConsensus | undefined;
}

/** What the answers of a row are judged by. */
export interface Judging {
  fields: readonly FormField[];
  models: Models;
}

/** @param found rows of the batch, in any order */
export const withAnswers = async (
  { store: tx, settings }: { store: Transaction; settings: Shown },
  { _id: taskId, batch }: { _id: string; batch: BatchPlaces },
  { fields, models }: Judging,
  found: readonly RowDocument[],
): Promise<AnsweredRow[]> => {
  const pages = [...new Set(found.map(({ number }) => pageOfRow(batch, number)))];
  const ofPages = { taskId, page: { $gt: 0, $in: pages } };
  const given = pages.length === 0 ? [] : await tx.collection(submissions).find(ofPages, { sort: { createdAt: 1 } });
  const byPage = groupBy(given, ({ page }) => page);
  return found.map((row) => {
    const page = pageOfRow(batch, row.number);
    const ofPage = byPage.get(page) ?? [];
    const answers = ofPage.map((submission) => {
      const answer = submission.answers?.[rowsOf(batch, submission).indexOf(row.number)] ?? {};
      const shown = answersOf({ answers: [answer], attachments: submission.attachments }, settings);
      return { submission, answer: shown.answers?.[0] ?? answer };
    });
    return { row, page, answers, consensus: rowConsensus(fields, votesOf(batch, row.number, ofPage), models) };
  });
};

export const answerView = ({ submission, answer }: RowAnswer): Row['answers'][number] => ({
  submissionId: submission._id,
  workerName: submission.workerName,
  status: submission.status,
  submittedAt: isoTime(submission.createdAt),
  version: submission.version ?? 1,
  answer,
});
