import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { submissions } from './submission.store';

export const createSubmissionTotals = ({
  store,
}: Pick<ServiceDeps, 'store'>): NonNullable<Service['totals']> => {
  const all = store.collection(submissions);
  const worker = async (workerId: string) => {
    const [count, pending, approved, earned, sentBack] = await Promise.all([
      all.countDocuments({ workerId }),
      all.countDocuments({ workerId, status: 'pending' }),
      all.countDocuments({ workerId, status: 'approved' }),
      all.sum({ workerId, status: 'approved' }, 'payable'),
      all.countDocuments({ workerId, status: 'pending', revisionDueAt: { $gt: 0 } }),
    ]);
    return { submissions: count, pending, approved, earned, sentBack };
  };
  return async ({ userId, role }) => {
    if (role === 'worker') return { worker: await worker(userId) };
    return role === 'buyer'
      ? { buyer: { pendingSubmissions: await all.countDocuments({ buyerId: userId, status: 'pending' }) } }
      : { admin: { openAppeals: await all.countDocuments({ 'appeal.state': 'open' }) } };
  };
};
