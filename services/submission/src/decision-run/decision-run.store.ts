import { collection, type Document, type Filter } from '@piecework/store';
import type { Mark } from '../submission/submission.decisions';
import type { SubmissionDocument } from '../submission/submission.store';
import type { DecisionRun, Rule } from './decision-run';

export interface DecisionRunDocument extends Document, DecisionRun {}

export const decisionRuns = collection<DecisionRunDocument>('decisionRuns', [
  { key: { taskId: 1, startedAt: -1 } },
  { key: { resumeAt: 1 } },
  { key: { finishedAt: 1 } },
]);

/** One chunk of a reviewed file, until it is decided. */
interface DecisionMarksDocument extends Document {
  runId: string;
  number: number;
  marks: Mark[];
}

export const decisionMarks = collection<DecisionMarksDocument>('decisionMarks', [{ key: { runId: 1, number: 1 } }]);

export const marksOf = (runId: string, number: number, marks: Mark[]): DecisionMarksDocument => ({
  _id: `${runId}:${number}`,
  runId,
  number,
  marks,
});

/** Pending answers that a rule selects, of those that existed at `startedAt`. */
export const selectedBy = (
  taskId: string,
  { workers, pages }: Rule,
  startedAt: number,
): Filter<SubmissionDocument> => ({
  taskId,
  status: 'pending',
  createdAt: { $lte: startedAt },
  ...(workers && { workerId: { $in: workers } }),
  ...(pages && { page: { $in: pages } }),
});
