import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { reviewTally, taskTally } from './task.tally';

export const createTaskTotals =
  ({ counters }: Pick<ServiceDeps, 'counters'>): NonNullable<Service['totals']> =>
  async ({ userId, role }) => {
    if (role === 'buyer') {
      const ownTotals = await counters.read(taskTally, { by: 'buyer', id: userId });
      return { buyer: { tasks: ownTotals.listed, openPlaces: ownTotals.openPlaces, committed: ownTotals.committed } };
    }
    if (role !== 'admin') return {};
    const [{ committed }, { waiting }] = await Promise.all([counters.read(taskTally), counters.read(reviewTally)]);
    return { admin: { committed, tasksInReview: waiting } };
  };
