import { fail, ok } from '@piecework/http';
import { actorOf, answer, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { taskPlaces } from '../places/places.store';
import { reservations } from '../reservation/reservation.store';
import { atPlace, submissions, type WorkPlace } from '../submission/submission.store';
import { pageView } from './page.views';

export const createPageOperations = ({ store, settings }: Pick<ServiceDeps, 'store' | 'settings'>) =>
  answer('getPage', [], async ({ params: { id: taskId, page } }, call) => {
    const { role, userId: workerId } = actorOf(call);
    const task = await store.collection(taskPlaces).findOne({ _id: taskId });
    if (!task?.batch || page > task.batch.pages) return fail('not-found');
    const isReadable =
      role === 'admin' || task.buyerId === workerId || (await hasWorkedOn(store, { taskId, workerId, page }));
    return isReadable ? ok(await pageView(store, settings, task, page)) : fail('not-found');
  });

/** B7. */
const hasWorkedOn = async (tx: Transaction, place: WorkPlace): Promise<boolean> =>
  (await tx.collection(reservations).findOne({ ...atPlace(place), state: 'held' })) !== null ||
  (await tx.collection(submissions).findOne(atPlace(place))) !== null;
