import { eventually } from '@piecework/base/testing';
import type { Actor } from '@piecework/identity';
import { submissionService } from '@piecework/submission';
import { blocks, reservations } from '@piecework/submission/stores';
import type { everyInterleaving } from './interleavings';
import { closed, newActor, publishedEvents, registered, type UsePair } from './process-pair';
import { eventFor, newId, type Process } from './service-process';

/** Tests of two processes of the submission service; `race` runs two calls in several orders. */
export const testBlockRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(submissionService, (first, second) => {
    a = first;
    b = second;
  });

  const published = async ({ userId: buyerId, email: buyerEmail, name: buyerName }: Actor) => {
    const taskId = newId();
    const facts = { taskId, buyerId, buyerEmail, buyerName, title: 'A task', places: 2, payable: 7 };
    await a.deliver(eventFor('task.published', taskId, { ...facts, autoApproveHours: 0, reserveMinutes: 30 }));
    return taskId;
  };
  const submit = (by: Process, taskId: string, as: Actor) =>
    by.call('createSubmission', { as, body: { taskId, submissionDetails: 'Work' } });
  /** A worker whose work the buyer has seen, and another open task of the buyer. */
  const met = async () => {
    const [buyer, worker] = [newActor('buyer'), newActor('worker')];
    for (const one of [buyer, worker]) await a.deliver(registered(one));
    const submissionId: string = (await submit(a, await published(buyer), worker)).body.insertedId;
    const block = (by: Process) => by.call('createBlock', { as: buyer, body: { submissionId } });
    return { buyer, worker, taskId: await published(buyer), block };
  };

  it('reserve a place before the block, or not at all', async () => {
    await race(a, async () => {
      const { worker, taskId, block } = await met();
      return {
        first: () => a.call('reservePlace', { as: worker, params: { id: taskId } }),
        second: () => block(b),
        check: async ({ status }) => {
          const [row] = await a.store.collection(reservations).find({ taskId });
          const [block] = await a.store.collection(blocks).find({ blockedId: worker.userId });
          expect(row?.state).toBe(status === 201 ? 'held' : undefined);
          expect(row?.reservedAt ?? 0).toBeLessThanOrEqual(block?.createdAt ?? -1);
        },
      };
    });
  });

  it('take work before the block, or answer as a full task', async () => {
    await race(a, async () => {
      const { worker, taskId, block } = await met();
      return {
        first: () => block(a),
        second: () => submit(b, taskId, worker),
        check: async (_blocked, { status, body }) => {
          if (status !== 201) expect([status, body.message]).toEqual([200, expect.stringMatching(/^All places/)]);
          expect((await submit(a, taskId, worker)).status).toBe(200);
        },
      };
    });
  });

  it('block a person once, in two calls', async () => {
    await race(a, async () => {
      const { worker, block } = await met();
      return {
        first: () => block(a),
        second: () => block(b),
        check: async (one, two) => {
          expect(one.body).toEqual(two.body);
          expect(await a.store.collection(blocks).countDocuments({ blockedId: worker.userId })).toBe(1);
        },
      };
    });
  });

  it('keep no block of a person who closes the account', async () => {
    await race(a, async () => {
      const { worker, block } = await met();
      return {
        first: () => block(a),
        second: () => b.deliver(closed(worker)),
        check: async ({ status }) => {
          expect([201, 404]).toContain(status);
          expect(await a.store.collection(blocks).countDocuments({ blockedId: worker.userId })).toBe(0);
          const events = () =>
            publishedEvents(a, b).filter(({ data }) => 'blockId' in data && data.workerId === worker.userId);
          await eventually(async () => events().length === (status === 201 ? 2 : 0), 'the end of each block');
        },
      };
    });
  });
};
