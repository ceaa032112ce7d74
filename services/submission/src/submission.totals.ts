import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { submissions } from './submission.store';

export const createSubmissionTotals = ({
  store,
}: Pick<ServiceDeps, 'store'>): NonNullable<Service['totals']> => {
  const all = store.collection(submissions);
  const worker = async (workerId: string) => {
    const [count, pending, approved, earned] = await Promise.all([
      all.countDocuments({ workerId }),
      all.countDocuments({ workerId, status: 'pending' }),
      all.countDocuments({ workerId, status: 'approved' }),
      all.sum({ workerId, status: 'approved' }, 'payable'),
    ]);
    return { submissions: count, pending, approved, earned };
  };
  return async ({ userId, role }) => {
    if (role === 'worker') return { worker: await worker(userId) };
    return role === 'buyer'
      ? { buyer: { pendingSubmissions: await all.countDocuments({ buyerId: userId, status: 'pending' }) } }
      : {};
  };
};
