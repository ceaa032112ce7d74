import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { countOf, pendingPayTally, submissionTally } from './submission.tally';
import { statsOf } from './submission.worker-stats';

export const createSubmissionTotals =
  ({ counters }: Pick<ServiceDeps, 'counters'>): NonNullable<Service['totals']> =>
  async ({ userId, role }) => {
    if (role === 'worker') {
      const owner = { by: 'worker', id: userId };
      const [own, pendingPay] = await Promise.all([
        counters.read(submissionTally, owner),
        counters.read(pendingPayTally, owner),
      ]);
      const { pending, approved, earned, sentBack } = own;
      return {
        worker: {
          submissions: countOf(own),
          pending,
          approved,
          earned,
          sentBack,
          reviewed: statsOf(own),
          pendingCoins: pendingPay.coins,
        },
      };
    }
    if (role === 'buyer') {
      const { pending } = await counters.read(submissionTally, { by: 'buyer', id: userId });
      return { buyer: { pendingSubmissions: pending } };
    }
    const { openAppeals } = await counters.read(submissionTally);
    return { admin: { openAppeals } };
  };
