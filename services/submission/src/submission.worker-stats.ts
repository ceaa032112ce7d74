import type { Submission as SubmissionView } from '@piecework/contracts';
import type { ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { type SubmissionDocument, submissions, toView } from './submission.store';

/** Longer lists have no stats: each worker costs two counts. */
const MAX_ROWS = 100;

type WorkerStats = NonNullable<SubmissionView['workerStats']>;

/** Excludes decisions by departures (P-4.14). */
const statsOf = async (tx: Transaction, workerId: string): Promise<WorkerStats> => {
  const decided = (status: 'approved' | 'reject') =>
    tx.collection(submissions).countDocuments({ workerId, status, decidedBy: { $ne: 'departure' } });
  const [approved, rejected] = await Promise.all([decided('approved'), decided('reject')]);
  return { approved, decided: approved + rejected };
};

export const withWorkerStats = async (
  { store: tx, settings }: Pick<ServiceDeps, 'store' | 'settings'>,
  found: readonly SubmissionDocument[],
): Promise<SubmissionView[]> => {
  if (found.length > MAX_ROWS) return found.map((submission) => toView(submission, settings));
  const workerIds = [...new Set(found.map(({ workerId }) => workerId))];
  const counted = await Promise.all(workerIds.map((workerId) => statsOf(tx, workerId)));
  const stats = new Map(workerIds.map((workerId, nth) => [workerId, counted[nth]]));
  return found.map((submission) => {
    const workerStats = stats.get(submission.workerId);
    return { ...toView(submission, settings), ...(workerStats && { workerStats }) };
  });
};
