import { describeWithDocker } from '@piecework/base/testing/docker';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { type ParkedRow, parkedRows } from '@piecework/service-runtime/rows';
import { submissionService } from '@piecework/submission';
import { submissions, taskPlaces } from '@piecework/submission/stores';
import { everyInterleaving } from './interleavings';
import { closed, newActor, registered, statuses, usePair } from './process-pair';
import { eventFor, newId, type Process } from './service-process';

describeWithDocker('two processes of the submission service', () => {
  let a: Process;
  let b: Process;
  usePair(submissionService, (first, second) => {
    a = first;
    b = second;
  });
  const buyer = actor('buyer');

  const published = async (places: number): Promise<string> => {
    const taskId = newId();
    const { userId: buyerId, email: buyerEmail, name: buyerName } = buyer;
    const facts = { taskId, buyerId, buyerEmail, buyerName, title: 'A task', places, payable: 7 };
    await a.deliver(eventFor('task.published', taskId, { ...facts, autoApproveHours: 0, reserveMinutes: 0 }));
    return taskId;
  };
  const submit = (by: Process, taskId: string, as: Actor, key?: string) =>
    by.call('createSubmission', { as, body: { taskId, submissionDetails: 'Work' }, ...(key && { key }) });
  const decide = (by: Process, id: string, status: string) =>
    by.call('decideSubmission', { as: buyer, params: { id }, body: { status } });
  const placesOf = async (taskId: string) => (await a.store.collection(taskPlaces).findOne({ _id: taskId }))?.places;
  const of = (taskId: string) => a.store.collection(submissions).find({ taskId });

  it('give the last place to one of two workers', async () => {
    const races = await everyInterleaving(a, async () => {
      const taskId = await published(1);
      return {
        first: () => submit(a, taskId, newActor('worker')),
        second: () => submit(b, taskId, newActor('worker')),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 201]);
          expect(await placesOf(taskId)).toMatchObject({ open: 0, pending: 1 });
          expect(await of(taskId)).toHaveLength(1);
        },
      };
    });
    expect(races).toBeGreaterThan(4);
  });

  it('accept one submission per worker', async () => {
    await everyInterleaving(a, async () => {
      const [taskId, worker] = [await published(5), newActor('worker')];
      return {
        first: () => submit(a, taskId, worker),
        second: () => submit(b, taskId, worker),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 201]);
          expect(await placesOf(taskId)).toMatchObject({ open: 4, pending: 1 });
        },
      };
    });
  });

  it('answer the same to calls with the same Idempotency-Key', async () => {
    await everyInterleaving(a, async () => {
      const [taskId, worker, key] = [await published(5), newActor('worker'), newId()];
      return {
        first: () => submit(a, taskId, worker, key),
        second: () => submit(b, taskId, worker, key),
        check: async (one, two) => {
          expect([one.status, two]).toMatchObject([201, { status: 201, body: one.body }]);
          expect(await of(taskId)).toHaveLength(1);
        },
      };
    });
  });

  it('accept a submission before a task closes, or refuse it', async () => {
    await everyInterleaving(a, async () => {
      const [taskId, worker] = [await published(2), newActor('worker')];
      const facts = { taskId, buyerId: buyer.userId, reason: 'deleted' as const };
      return {
        first: () => submit(a, taskId, worker),
        second: () => b.deliver(eventFor('task.deletion-requested', taskId, facts)),
        check: async ({ status }) => {
          const pending = status === 201 ? 1 : 0;
          expect(await placesOf(taskId)).toMatchObject({ open: 0, pending });
          expect(await of(taskId)).toHaveLength(pending);
        },
      };
    });
  });

  it('leave no pending submission of a closed account', async () => {
    await everyInterleaving(a, async () => {
      const [taskId, worker] = [await published(2), newActor('worker')];
      await a.deliver(registered(worker));
      return {
        first: () => submit(a, taskId, worker),
        second: () => b.deliver(closed(worker)),
        check: async () => {
          expect(await placesOf(taskId)).toMatchObject({ open: 2, pending: 0 });
          expect(await a.store.collection(submissions).countDocuments({ taskId, status: 'pending' })).toBe(0);
        },
      };
    });
  });

  it('decide a submission once', async () => {
    await everyInterleaving(a, async () => {
      const taskId = await published(2);
      const { body } = await submit(a, taskId, newActor('worker'));
      return {
        first: () => decide(a, body.insertedId, 'approved'),
        second: () => decide(b, body.insertedId, 'reject'),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 409]);
          const isApproved = answers[0].status === 200;
          expect(await placesOf(taskId)).toMatchObject(
            isApproved ? { open: 1, pending: 0, approved: 1 } : { open: 2, pending: 0, approved: 0 },
          );
        },
      };
    });
  });

  it('leave no event waiting behind one that is being retried', async () => {
    await everyInterleaving(a, async () => {
      const taskId = await published(1);
      const given = eventFor('task.edited', taskId, { taskId, title: 'Edited once' });
      const row: ParkedRow = {
        ...given,
        _id: `task:${newId()}`,
        position: '0',
        type: 'task.edited',
        reason: 'A fault that has been repaired',
        attempts: 5,
        parkedAt: 'then',
        order: 0,
        waitingFor: null,
      };
      await a.store.collection(parkedRows).insertOne(row);
      return {
        first: () => a.deliver(eventFor('task.edited', taskId, { taskId, title: 'Edited twice' })),
        second: () => b.internal('retryParked', { id: `submission:${row._id}` }),
        check: async (_, retried) => {
          expect(retried).toMatchObject({ ok: true });
          expect(await a.store.collection(parkedRows).find({ key: taskId })).toEqual([]);
          expect(await a.store.collection(taskPlaces).findOne({ _id: taskId })).toMatchObject({
            title: 'Edited twice',
          });
        },
      };
    });
  });
});
