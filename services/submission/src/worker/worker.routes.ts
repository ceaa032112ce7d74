import { searchKey } from '@piecework/contracts';
import { fail } from '@piecework/http';
import { actorOf, answer, listRows, type ServiceDeps } from '@piecework/service-runtime';
import { containing } from '@piecework/store';
import { readableBatch, taskPlaces } from '../places/places.store';
import { batchWorkerId, batchWorkers } from './worker.store';
import { batchWorkTally } from './worker.tally';
import { toView } from './worker.views';

export const createWorkerOperations = ({ store, settings, counters }: ServiceDeps) => ({
  ...answer('listBatchWorkers', [], async ({ params: { id }, query: { q, offset, limit } }, call) => {
    const task = await readableBatch(store, actorOf(call), id);
    if (!task) return fail('not-found');
    // Not workers who have only held a page.
    const filter = { taskId: id, answers: { $gt: 0 }, ...(q && { search: containing(searchKey(q)) }) };
    const range = { sort: { answers: -1 }, settings, offset, limit, q } as const;
    return listRows(store.collection(batchWorkers), filter, range, async (found) => {
      const ids = found.map(({ workerId }) => batchWorkerId(id, workerId));
      const decided = await counters.readEach(batchWorkTally, 'batchWorker', ids);
      return found.map((worker) => toView(worker, task.batch, decided.get(batchWorkerId(id, worker.workerId))));
    });
  }),

  ...answer('listAccuracies', [], async ({ query: { offset, limit } }, call) => {
    const filter = { workerId: actorOf(call).userId, toldAt: { $gt: 0 } };
    const range = { sort: { toldAt: -1 }, settings, offset, limit } as const;
    return listRows(store.collection(batchWorkers), filter, range, async (found) => {
      const tasks = await store.collection(taskPlaces).find({ _id: { $in: found.map(({ taskId }) => taskId) } });
      const titles = new Map(tasks.map(({ _id, title }) => [_id, title]));
      return found.map(({ taskId, told }) => ({ taskId, taskTitle: titles.get(taskId) ?? '', ...told }));
    });
  }),
});
