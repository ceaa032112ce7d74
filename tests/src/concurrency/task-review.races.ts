import { eventually } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import { adminActs } from '@piecework/service-runtime/rows';
import { taskService } from '@piecework/task';
import { tasks } from '@piecework/task/stores';
import { taskFields } from '../support/people';
import type { everyInterleaving } from './interleavings';
import { newActor, registered, statuses, type UsePair } from './process-pair';
import { eventFor, type Process } from './service-process';

/** Tests of two processes of the task service; `race` runs two calls in several orders. */
export const testTaskReviewRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(taskService, (first, second) => {
    a = first;
    b = second;
  });

  /** An open task whose review is set directly, without a rule. */
  const waiting = async () => {
    const buyer = newActor('buyer');
    const buyerId = buyer.userId;
    await a.deliver(registered(buyer));
    const answer = a.call('createTask', { as: buyer, body: taskFields() });
    const find = () => a.store.collection(tasks).findOne({ buyerId });
    await eventually(async () => (await find()) !== null, 'the task', 30_000);
    const id = (await find())?._id ?? '';
    await a.deliver(eventFor('task.funded', id, { taskId: id, buyerId, cost: 10 }));
    await answer;
    const review = { since: 1, cause: 'new-buyer' as const, words: [], version: 1 };
    await a.store.collection(tasks).updateOne({ _id: id }, { $set: { review } });
    return { id, buyer };
  };
  const taskOf = (id: string) => a.store.collection(tasks).findOne({ _id: id });
  const decide = (by: Process, id: string, body: object, name = 'admin') =>
    by.call('decideReview', { as: actor('admin', name), params: { id }, body: { version: 1, ...body } });

  it('approve the texts that were read, or none', async () => {
    await race(a, async () => {
      const { id, buyer } = await waiting();
      return {
        first: () => decide(a, id, { outcome: 'approved' }),
        second: () => b.call('changeTask', { as: buyer, params: { id }, body: { taskDetail: 'Send your password.' } }),
        check: async ({ status }, edited) => {
          expect([200, 409]).toContain(status);
          expect(edited.status).toBe(200);
          expect((await taskOf(id))?.review?.version).toBe(status === 200 ? undefined : 2);
        },
      };
    });
  });

  it('approve a task, or reject it, with one row in the trail', async () => {
    await race(a, async () => {
      const { id } = await waiting();
      const rejection = { outcome: 'rejected', reason: 'It asks for passwords.' };
      return {
        first: () => decide(a, id, { outcome: 'approved' }),
        second: () => decide(b, id, rejection, 'second'),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([200, 409]);
          const isApproved = one.status === 200;
          const task = await taskOf(id);
          expect([task?.state, task?.approvals, task?.rejection !== undefined]).toEqual(
            isApproved ? ['open', 1, false] : ['closing', undefined, true],
          );
          const acts = (await a.store.collection(adminActs).find({})).filter(({ subject }) => subject.id === id);
          expect(acts.map(({ action }) => action)).toEqual([isApproved ? 'task-approved' : 'task-rejected']);
        },
      };
    });
  });
};
