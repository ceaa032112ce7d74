import { describeWithDocker } from '@piecework/base/testing/docker';
import type { Actor } from '@piecework/identity';
import { outboxRows } from '@piecework/service-runtime/rows';
import { collection, type Document } from '@piecework/store';
import { taskService } from '@piecework/task';
import { tasks } from '@piecework/task/stores';
import { everyInterleaving } from './interleavings';
import { changed, newActor, usePair } from './process-pair';
import { eventFor, type Process } from './service-process';

describeWithDocker('two processes of the task service', () => {
  let a: Process;
  let b: Process;
  usePair(taskService, (first, second) => {
    a = first;
    b = second;
  });
  const departures = collection<Document & { living: number }>('departures');
  const inTenYears = `${new Date().getUTCFullYear() + 10}-01-01`;

  const post = (by: Process, as: Actor) =>
    by.call('createTask', {
      as,
      body: {
        taskTitle: 'A task',
        taskDetail: 'What there is to do',
        requiredWorkers: 2,
        payableAmount: 5,
        completionDate: inTenYears,
        submissionInfo: 'What to hand in',
        taskImageURL: 'https://example.com/a.png',
      },
    });
  const taskOf = ({ userId }: Actor) => a.store.collection(tasks).findOne({ buyerId: userId });
  /** Posts a task, and returns it as soon as it is stored, while the call still waits for the wallet. Null if it was refused. */
  const posted = async (buyer: Actor) => {
    let isAnswered = false;
    void post(a, buyer).then(() => {
      isAnswered = true;
    });
    for (;;) {
      const wasAnswered = isAnswered;
      const task = await taskOf(buyer);
      if (task || wasAnswered) return task;
    }
  };
  const funded = (taskId: string, buyer: Actor, cost: number) =>
    eventFor('task.funded', taskId, { taskId, buyerId: buyer.userId, cost });

  const emitted = async (type: string, key: string) => {
    while ((await a.store.collection(outboxRows).findOne({ key })) !== null);
    const all = [...a.published, ...b.published].filter((record) => record.key === key);
    return all.filter(({ value }) => JSON.parse(value).type === type).length;
  };

  it('count every task of a buyer who leaves the role', async () => {
    await everyInterleaving(a, async () => {
      const buyer = newActor('buyer');
      return {
        first: () => posted(buyer),
        second: () => b.deliver(changed(buyer, 'worker')),
        check: async () => {
          const task = await taskOf(buyer);
          const departure = await a.store.collection(departures).findOne({ _id: buyer.userId });
          if (task) expect([task.buyerLeft, departure?.living]).toEqual([true, 1]);
          else expect(departure).toBeNull();
        },
      };
    });
  });

  const open = async (buyer: Actor) => {
    const { _id: taskId = '', cost = 0 } = (await posted(buyer)) ?? {};
    await a.deliver(funded(taskId, buyer, cost));
    return taskId;
  };
  const isOver = (task: { state: string } | null) => ['closing', 'deleting'].includes(task?.state ?? '');
  const requests = async (taskId: string) =>
    (await emitted('task.closing-requested', taskId)) + (await emitted('task.deletion-requested', taskId));

  it.each(['deletes it', 'ends it too', 'leaves'])('refund a task once if its owner ends it and %s', async (what) => {
    await everyInterleaving(a, async () => {
      const buyer = newActor('buyer');
      const taskId = await open(buyer);
      const call = (by: Process, operation: 'endTask' | 'deleteTask') =>
        // It waits for the wallet.
        void by.call(operation, { as: buyer, params: { id: taskId } });
      const until = async () => {
        while (!isOver(await taskOf(buyer)));
      };
      return {
        first: async () => {
          call(a, 'endTask');
          await until();
        },
        second: async () => {
          if (what === 'leaves') await b.deliver(changed(buyer, 'worker'));
          else call(b, what === 'deletes it' ? 'deleteTask' : 'endTask');
          await until();
        },
        check: async () => {
          if (what === 'leaves') expect(await taskOf(buyer)).toMatchObject({ state: 'deleting', buyerLeft: true });
          expect(await requests(taskId)).toBe(1);
        },
      };
    });
  });

  it('delete a task once if its owner leaves while it is funded', async () => {
    await everyInterleaving(a, async () => {
      const buyer = newActor('buyer');
      const { _id: taskId = '', cost = 0 } = (await posted(buyer)) ?? {};
      return {
        first: () => a.deliver(funded(taskId, buyer, cost)),
        second: () => b.deliver(changed(buyer, 'worker')),
        check: async () => {
          expect(await taskOf(buyer)).toMatchObject({ state: 'deleting', buyerLeft: true });
          expect(await emitted('task.published', taskId)).toBe(1);
          expect(await emitted('task.deletion-requested', taskId)).toBe(1);
        },
      };
    });
  });
});
