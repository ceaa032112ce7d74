import type { Service, ServiceDeps } from '@piecework/service-runtime';
import { shownTasks, tasks } from './task.store';

export const createTaskTotals = ({ store }: Pick<ServiceDeps, 'store'>): NonNullable<Service['totals']> => {
  const shown = store.collection(tasks);
  const buyer = async (buyerId: string) => {
    const own = shownTasks({ buyerId });
    const [count, openPlaces, committed] = await Promise.all([
      shown.countDocuments(own),
      shown.sum(own, 'places.open'),
      shown.sum(own, 'cost'),
    ]);
    return { tasks: count, openPlaces, committed };
  };
  return async ({ userId, role }) => {
    if (role === 'buyer') return { buyer: await buyer(userId) };
    return role === 'admin' ? { admin: { committed: await shown.sum(shownTasks(), 'cost') } } : {};
  };
};
