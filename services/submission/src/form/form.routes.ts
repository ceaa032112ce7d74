import { schemas } from '@piecework/contracts';
import { fail, ok } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { actorOf, answer, internally, type Service, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { fieldsIn } from '../batch/batch.texts';
import type { TaskFinder } from '../places/places.finder';
import { type PlacesDocument, taskPlaces } from '../places/places.store';
import { reservations } from '../reservation/reservation.store';
import { submissions } from '../submission/submission.store';
import { keepForm } from './form.store';

export const createFormOperations = ({ store }: Pick<ServiceDeps, 'store'>, findTask: TaskFinder) =>
  answer('getForm', [], async ({ params: { id }, query: { version = 0 } }, call) => {
    const missing = await findTask(actorOf(call), id);
    if (missing) return missing;
    const task = await store.collection(taskPlaces).findOne({ _id: id });
    if (task?.inReview && !(await mayReadInReview(store, task, actorOf(call)))) return fail('not-found');
    const latest = task?.batch?.version ?? 1;
    if (version > latest) return fail('not-found');
    const fields = task && (await fieldsIn(store, task, version || latest));
    return fields ? ok({ fields }) : fail('not-found', { message: 'This task has no form. Workers submit a text.' });
  });

/** Its buyer, admins, and workers who hold a place of it or have worked on it. */
const mayReadInReview = async (
  tx: Transaction,
  { _id: taskId, buyerId }: PlacesDocument,
  { role, userId: workerId }: Actor,
): Promise<boolean> =>
  role === 'admin' ||
  workerId === buyerId ||
  (await tx.collection(reservations).findOne({ taskId, workerId, state: 'held' })) !== null ||
  (await tx.collection(submissions).findOne({ taskId, workerId })) !== null;

export const createFormInternal = ({ clock }: Pick<ServiceDeps, 'clock'>) =>
  ({
    /** The form of a task that the gateway is about to forward. Returns its id. */
    keepForm: internally([], async ({ form }, { transact }) => {
      const { fields } = schemas.form.parse(form);
      return { formId: await transact((unit) => keepForm(unit, fields, clock.now())) };
    }),
  }) satisfies Service['internal'];
