import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { taskTally } from './task.tally';

export const createTaskTotals =
  ({ counters }: Pick<ServiceDeps, 'counters'>): NonNullable<Service['totals']> =>
  async ({ userId, role }) => {
    if (role === 'buyer') {
      const ownTotals = await counters.read(taskTally, { by: 'buyer', id: userId });
      return { buyer: { tasks: ownTotals.listed, openPlaces: ownTotals.openPlaces, committed: ownTotals.committed } };
    }
    if (role !== 'admin') return {};
    const { committed } = await counters.read(taskTally);
    return { admin: { committed } };
  };
