import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { taskTally } from './task.tally';

export const createTaskTotals =
  ({ counters }: Pick<ServiceDeps, 'counters'>): NonNullable<Service['totals']> =>
  async ({ userId, role }) => {
    if (role === 'buyer') {
      const own = await counters.read(taskTally, { by: 'buyer', id: userId });
      return { buyer: { tasks: own.listed, openPlaces: own.openPlaces, committed: own.committed } };
    }
    if (role !== 'admin') return {};
    const { committed } = await counters.read(taskTally);
    return { admin: { committed } };
  };
