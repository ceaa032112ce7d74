import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { users } from './user.store';

/** Excludes closed accounts. */
export const createUserTotals =
  ({ store }: Pick<ServiceDeps, 'store'>): NonNullable<Service['totals']> =>
  async ({ role }) => {
    if (role !== 'admin') return {};
    const known = store.collection(users);
    const [workers, buyers, coins] = await Promise.all([
      known.countDocuments({ closed: false, role: 'worker' }),
      known.countDocuments({ closed: false, role: 'buyer' }),
      known.sum({ closed: false }, 'coins'),
    ]);
    return { admin: { workers, buyers, coins } };
  };
