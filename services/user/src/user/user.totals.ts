import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { userTally } from './user.tally';

/** Excludes closed accounts. */
export const createUserTotals =
  ({ counters }: Pick<ServiceDeps, 'counters'>): NonNullable<Service['totals']> =>
  async ({ role }) => {
    if (role !== 'admin') return {};
    const { worker: workers, buyer: buyers, coins } = await counters.read(userTally);
    return { admin: { workers, buyers, coins } };
  };
