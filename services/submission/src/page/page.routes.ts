import { fail, ok } from '@piecework/http';
import { actorOf, answer, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import type { ShownPage } from '../batch/batch';
import { taskPlaces } from '../places/places.store';
import { reservations } from '../reservation/reservation.store';
import { atPlace, submissions, type WorkPlace } from '../submission/submission.store';
import { pageView } from './page.views';

export const createPageOperations = ({ store, settings }: Pick<ServiceDeps, 'store' | 'settings'>) =>
  answer('getPage', [], async ({ params: { id: taskId, page }, query }, call) => {
    const { role, userId: workerId } = actorOf(call);
    const task = await store.collection(taskPlaces).findOne({ _id: taskId });
    if (!task?.batch || page > task.batch.pages) return fail('not-found');
    const { version: latest = 1 } = task.batch;
    const isOverseer = role === 'admin' || task.buyerId === workerId;
    const work = isOverseer
      ? await submittedWork(store, { taskId, page, version: latest }, query.submission)
      : await workOn(store, { taskId, workerId, page });
    if (!work) return fail('not-found');
    const version = query.version ?? work.version ?? 1;
    if (version > latest) return fail('not-found');
    return ok(await pageView(store, settings, task, { ...work, version }, { withExpected: isOverseer }));
  });

/** Of a worker who holds the page or has answered it (P-4.25). */
const workOn = async (tx: Transaction, place: WorkPlace): Promise<ShownPage | null> =>
  (await tx.collection(reservations).findOne({ ...atPlace(place), state: 'held' })) ??
  tx.collection(submissions).findOne(atPlace(place), { sort: { createdAt: -1 } });

/** @param id of the submission; undefined: this page as in the file */
const submittedWork = async (
  tx: Transaction,
  { taskId, ...shown }: ShownPage & { taskId: string },
  id: string | undefined,
): Promise<ShownPage | null> => {
  if (id === undefined) return shown;
  const submission = await tx.collection(submissions).findOne({ _id: id });
  return submission?.taskId === taskId && submission.page === shown.page ? submission : null;
};
