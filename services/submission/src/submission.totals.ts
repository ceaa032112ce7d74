import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { countOf, submissionTally } from './submission.tally';
import { statsOf } from './submission.worker-stats';

export const createSubmissionTotals =
  ({ counters }: Pick<ServiceDeps, 'counters'>): NonNullable<Service['totals']> =>
  async ({ userId, role }) => {
    if (role === 'worker') {
      const own = await counters.read(submissionTally, { by: 'worker', id: userId });
      const { pending, approved, earned, sentBack } = own;
      return {
        worker: { submissions: countOf(own), pending, approved, earned, sentBack, reviewed: statsOf(own) },
      };
    }
    if (role === 'buyer') {
      const { pending } = await counters.read(submissionTally, { by: 'buyer', id: userId });
      return { buyer: { pendingSubmissions: pending } };
    }
    const { openAppeals } = await counters.read(submissionTally);
    return { admin: { openAppeals } };
  };
