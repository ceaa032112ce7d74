import { eventually } from '@piecework/base/testing';
import type { EventType } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { taskService } from '@piecework/task';
import { additions, tasks } from '@piecework/task/stores';
import type { everyInterleaving } from './interleavings';
import { changed, newActor, publishedEvents, type UsePair } from './process-pair';
import { eventFor, type Process } from './service-process';

/** Tests of two processes of the task service that add places; `race` runs two calls in several orders. */
export const testAdditionRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(taskService, (first, second) => {
    a = first;
    b = second;
  });
  const inTenYears = `${new Date().getUTCFullYear() + 10}-01-01`;

  const taskOf = ({ userId }: Actor) => a.store.collection(tasks).findOne({ buyerId: userId });
  const additionsOf = ({ userId }: Actor) => a.store.collection(additions).find({ buyerId: userId });
  const until = async <T>(what: string, find: () => Promise<T | null | undefined>): Promise<T> => {
    let found: T | null | undefined;
    await eventually(async () => {
      found = await find();
      return Boolean(found);
    }, what);
    return found as T;
  };
  const emitted = (type: EventType, taskId: string) =>
    publishedEvents(a, b).filter((event) => event.type === type && event.aggregateId === taskId).length;

  /** A funded task of three places. */
  const open = async (buyer: Actor) => {
    // It waits for the wallet.
    void a.call('createTask', {
      as: buyer,
      body: {
        taskTitle: 'A task',
        taskDetail: 'What there is to do',
        requiredWorkers: 3,
        payableAmount: 5,
        completionDate: inTenYears,
        submissionInfo: 'What to hand in',
        taskImageURL: 'https://example.com/a.png',
      },
    });
    const { _id: taskId, cost } = await until('the task', () => taskOf(buyer));
    await a.deliver(eventFor('task.funded', taskId, { taskId, buyerId: buyer.userId, cost }));
    return taskId;
  };
  const add = (by: Process, buyer: Actor, id: string) =>
    by.call('addPlaces', { as: buyer, params: { id }, body: { places: 2 } });
  const requested = async (buyer: Actor, id: string) => {
    const answer = add(a, buyer, id);
    const { _id: additionId } = await until('the addition', async () => (await additionsOf(buyer))[0]);
    const facts = { additionId, taskId: id, buyerId: buyer.userId, places: 2, cost: 10 };
    return { answer, funded: eventFor('task.places-funded', id, facts) };
  };
  /** Ends the task in the way, and resolves when that is stored. */
  const end = async (by: Process, buyer: Actor, id: string, how: string) => {
    if (how === 'leaves') return by.deliver(changed(buyer, 'worker'));
    // The call waits for the wallet.
    void by.call(how === 'ends it' ? 'endTask' : 'deleteTask', { as: buyer, params: { id } });
    await until('the end', async () => ['closing', 'deleting'].includes((await taskOf(buyer))?.state ?? ''));
  };

  it.each(['deletes it', 'ends it', 'leaves'])(
    'add funded places before the closing, or refund them, when the owner of the task %s',
    async (how) => {
      await race(a, async () => {
        const buyer = newActor('buyer');
        const taskId = await open(buyer);
        const { answer, funded } = await requested(buyer, taskId);
        return {
          first: () => a.deliver(funded),
          second: () => end(b, buyer, taskId, how),
          check: async () => {
            const [addition] = await additionsOf(buyer);
            const isAdded = addition?.state === 'added';
            // 503: its wait was over before.
            expect([isAdded ? 200 : 409, 503]).toContain((await answer).status);
            expect(['added', 'unwanted']).toContain(addition?.state);
            const task = await taskOf(buyer);
            expect([task?.cost, task?.addition]).toEqual([isAdded ? 25 : 15, undefined]);
            const ending = how === 'ends it' ? 'task.closing-requested' : 'task.deletion-requested';
            await until('the events', async () => emitted(ending, taskId) === 1);
            await until(
              'the outcome',
              async () => emitted('task.places-added', taskId) + emitted('task.places-unwanted', taskId) === 1,
            );
            expect(emitted('task.places-added', taskId)).toBe(isAdded ? 1 : 0);
          },
        };
      });
    },
  );

  it.each(['deletes it', 'ends it', 'leaves'])(
    'request no places after the end, when the owner of the task %s',
    async (how) => {
      await race(a, async () => {
        const buyer = newActor('buyer');
        const taskId = await open(buyer);
        let answer: Promise<{ status: number }> | undefined;
        return {
          first: async () => {
            let isAnswered = false;
            answer = add(a, buyer, taskId).finally(() => {
              isAnswered = true;
            });
            await until('the request', async () => isAnswered || (await additionsOf(buyer))[0]);
          },
          second: () => end(b, buyer, taskId, how),
          check: async () => {
            const [addition] = await additionsOf(buyer);
            if (!addition) return expect([403, 404, 409]).toContain((await answer)?.status);
            const facts = { additionId: addition._id, taskId, buyerId: buyer.userId, places: 2, cost: 10 };
            await b.deliver(eventFor('task.places-funded', taskId, facts));
            expect((await additionsOf(buyer))[0]?.state).toBe('unwanted');
            expect((await answer)?.status).toBe(409);
          },
        };
      });
    },
  );

  it('make one addition of two calls', async () => {
    await race(a, async () => {
      const buyer = newActor('buyer');
      const taskId = await open(buyer);
      const request = async (by: Process) => {
        const answer = add(by, buyer, taskId);
        // The other one waits for the wallet.
        await Promise.race([answer, until('the request', async () => (await additionsOf(buyer))[0])]);
      };
      return {
        first: () => request(a),
        second: () => request(b),
        check: async () => {
          await until('the request', async () => emitted('task.places-requested', taskId) > 0);
          expect(await additionsOf(buyer)).toHaveLength(1);
          expect(emitted('task.places-requested', taskId)).toBe(1);
        },
      };
    });
  });
};
