import { MAX_ROWS_WITH_STATS, type Submission as SubmissionView } from '@piecework/contracts';
import type { Amounts, Counters } from '@piecework/service-runtime';
import type { SubmissionDocument } from './submission.store';
import { submissionTally } from './submission.tally';

type WorkerStats = NonNullable<SubmissionView['workerStats']>;

export const statsOf = ({
  reviewedApproved,
  reviewedReject,
}: Amounts<'reviewedApproved' | 'reviewedReject'>): WorkerStats => ({
  approved: reviewedApproved,
  decided: reviewedApproved + reviewedReject,
});

export const reviewedOf = async (counters: Counters, workerId: string): Promise<WorkerStats> =>
  statsOf(await counters.read(submissionTally, { by: 'worker', id: workerId }));

/** Adds the records of the workers (P-4.14) to the views of a list. */
export const createWorkerStats =
  (counters: Counters) =>
  async <View>(
    found: readonly SubmissionDocument[],
    toView: (submission: SubmissionDocument) => View,
  ): Promise<View[]> => {
    if (found.length > MAX_ROWS_WITH_STATS) return found.map((submission) => ({ ...toView(submission) }));
    const workerIds = [...new Set(found.map(({ workerId }) => workerId))];
    const reviewed = await counters.readEach(submissionTally, 'worker', workerIds);
    return found.map((submission) => {
      const amounts = reviewed.get(submission.workerId);
      return { ...toView(submission), ...(amounts && { workerStats: statsOf(amounts) }) };
    });
  };
