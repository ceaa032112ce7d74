import type { Submission as SubmissionView } from '@piecework/contracts';
import type { Amounts, ServiceDeps } from '@piecework/service-runtime';
import { type SubmissionDocument, toView } from './submission.store';
import { submissionTally } from './submission.tally';

/** Longer lists have no stats. */
const MAX_ROWS = 100;

type WorkerStats = NonNullable<SubmissionView['workerStats']>;

type Reviewed = Amounts<'reviewedApproved' | 'reviewedReject'>;

const statsOf = (reviewed: Reviewed | undefined): WorkerStats | undefined =>
  reviewed && {
    approved: reviewed.reviewedApproved,
    decided: reviewed.reviewedApproved + reviewed.reviewedReject,
  };

export const withWorkerStats = async (
  { counters, settings }: Pick<ServiceDeps, 'counters' | 'settings'>,
  found: readonly SubmissionDocument[],
): Promise<SubmissionView[]> => {
  if (found.length > MAX_ROWS) return found.map((submission) => toView(submission, settings));
  const workerIds = [...new Set(found.map(({ workerId }) => workerId))];
  const reviewed = await counters.readEach(submissionTally, 'worker', workerIds);
  return found.map((submission) => {
    const workerStats = statsOf(reviewed.get(submission.workerId));
    return { ...toView(submission, settings), ...(workerStats && { workerStats }) };
  });
};
