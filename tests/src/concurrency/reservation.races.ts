import { createIds, systemClock } from '@piecework/base';
import { eventually } from '@piecework/base/testing';
import type { AnyEvent, EventType } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { sweepOnce } from '@piecework/service-runtime/testing';
import { submissionService } from '@piecework/submission';
import { reservations, submissions, taskPlaces } from '@piecework/submission/stores';
import { reservationLapse } from '@piecework/submission/timers';
import type { everyInterleaving } from './interleavings';
import { changed, newActor, publishedEvents, registered, statuses, type UsePair } from './process-pair';
import { eventFor, newId, type Process } from './service-process';

/** Tests of two processes of the submission service; `race` runs two calls in several orders. */
export const testReservationRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(submissionService, (first, second) => {
    a = first;
    b = second;
  });
  const ids = createIds();

  const published = async (places: number, buyer: Actor = newActor('buyer')) => {
    const taskId = newId();
    const { userId: buyerId, email: buyerEmail, name: buyerName } = buyer;
    const facts = { taskId, buyerId, buyerEmail, buyerName, title: 'A task', places, payable: 7 };
    await a.deliver(registered(buyer));
    await a.deliver(eventFor('task.published', taskId, { ...facts, autoApproveHours: 0, reserveMinutes: 30 }));
    return { taskId, buyer };
  };
  const reserve = (by: Process, id: string, as: Actor) => by.call('reservePlace', { as, params: { id } });
  const giveBack = (by: Process, id: string, as: Actor) => by.call('returnPlace', { as, params: { id } });
  const submit = (by: Process, taskId: string, as: Actor) =>
    by.call('createSubmission', { as, body: { taskId, submissionDetails: 'Work' } });
  const remove = (by: Process, taskId: string, { userId: buyerId }: Actor) =>
    by.deliver(eventFor('task.deletion-requested', taskId, { taskId, buyerId, reason: 'deleted' }));
  /** The sweeps of the two processes may fire it as well. */
  const sweep = () => sweepOnce(reservationLapse, { store: b.store, ids }, { clock: systemClock });
  const expire = (taskId: string) =>
    a.store.collection(reservations).updateOne({ taskId }, { $set: { expiresAt: Date.now() - 120_000 } });

  const reserved = async (places = 2) => {
    const { taskId, buyer } = await published(places);
    const worker = newActor('worker');
    await a.deliver(registered(worker));
    const id: string = (await reserve(a, taskId, worker)).body.insertedId;
    return { taskId, buyer, worker, id };
  };
  const placesOf = async (taskId: string) => {
    const places = (await a.store.collection(taskPlaces).findOne({ _id: taskId }))?.places;
    return places && { open: places.open, reserved: places.reserved ?? 0, pending: places.pending };
  };
  const stateOf = async (id: string) => (await a.store.collection(reservations).findOne({ _id: id }))?.state;
  const statusOf = async (taskId: string) => (await a.store.collection(submissions).findOne({ taskId }))?.status;
  const untilPublished = async <T extends EventType>(type: T, aggregateId: string) => {
    const find = () => publishedEvents(a, b).find((event) => event.type === type && event.aggregateId === aggregateId);
    await eventually(() => find() !== undefined, type);
    return find()?.data as Extract<AnyEvent, { type: T }>['data'];
  };

  it('give the last place to one of two workers who reserve it', async () => {
    await race(a, async () => {
      const { taskId } = await published(1);
      return {
        first: () => reserve(a, taskId, newActor('worker')),
        second: () => reserve(b, taskId, newActor('worker')),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([200, 201]);
          expect(await placesOf(taskId)).toEqual({ open: 0, reserved: 1, pending: 0 });
        },
      };
    });
  });

  it('give the last place to a reservation or to a submission', async () => {
    await race(a, async () => {
      const { taskId } = await published(1);
      return {
        first: () => reserve(a, taskId, newActor('worker')),
        second: () => submit(b, taskId, newActor('worker')),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([200, 201]);
          const isReserved = one.status === 201;
          expect(await placesOf(taskId)).toEqual({
            open: 0,
            reserved: isReserved ? 1 : 0,
            pending: isReserved ? 0 : 1,
          });
        },
      };
    });
  });

  it('have one winner of the last place among 200 workers', async () => {
    const { taskId } = await published(1);
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) => {
        const by = n % 4 < 2 ? a : b;
        return n % 2 ? reserve(by, taskId, newActor('worker')) : submit(by, taskId, newActor('worker'));
      }),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const { open, reserved: held, pending } = (await placesOf(taskId)) ?? {};
    expect([open, (held ?? 0) + (pending ?? 0)]).toEqual([0, 1]);
  });

  it('make one reservation of two calls by one worker', async () => {
    await race(a, async () => {
      const { taskId } = await published(2);
      const worker = newActor('worker');
      return {
        first: () => reserve(a, taskId, worker),
        second: () => reserve(b, taskId, worker),
        check: async (one, two) => {
          expect([one.status, two.body]).toEqual([201, one.body]);
          expect(await placesOf(taskId)).toEqual({ open: 1, reserved: 1, pending: 0 });
        },
      };
    });
  });

  it('refuse the fourth reservation of a worker, at two tasks at once', async () => {
    await race(a, async () => {
      const worker = newActor('worker');
      for (let n = 0; n < 2; n++) await reserve(a, (await published(1)).taskId, worker);
      const [one, two] = [await published(1), await published(1)];
      return {
        first: () => reserve(a, one.taskId, worker),
        second: () => reserve(b, two.taskId, worker),
        check: async (...answers) => expect(statuses(...answers)).toEqual([201, 409]),
      };
    });
  });

  it('take the work of a reservation that lapses', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await reserved();
      await expire(taskId);
      return {
        first: () => submit(a, taskId, worker),
        second: sweep,
        check: async ({ status }) => {
          expect([status, await placesOf(taskId)]).toEqual([201, { open: 1, reserved: 0, pending: 1 }]);
          expect(['used', 'lapsed']).toContain(await stateOf(id));
        },
      };
    });
  });

  it('take the work of a reservation of a deleted task, or refund its lapsed place', async () => {
    await race(a, async () => {
      const { taskId, buyer, worker, id } = await reserved(1);
      await remove(a, taskId, buyer);
      await expire(taskId);
      return {
        first: () => submit(a, taskId, worker),
        second: sweep,
        check: async ({ status }) => {
          const isUsed = status === 201;
          expect([status, await stateOf(id)]).toEqual(isUsed ? [201, 'used'] : [404, 'lapsed']);
          expect(await placesOf(taskId)).toEqual({ open: 0, reserved: 0, pending: isUsed ? 1 : 0 });
          if (!isUsed) expect(await untilPublished('place.released', id)).toMatchObject({ placeReturned: false });
        },
      };
    });
  });

  it('return the lapsed place to the task until its deletion, and then to the buyer', async () => {
    await race(a, async () => {
      const { taskId, buyer, id } = await reserved();
      await expire(taskId);
      return {
        first: () => remove(a, taskId, buyer),
        second: sweep,
        check: async () => {
          const { placeReturned } = await untilPublished('place.released', id);
          const { open } = await untilPublished('task.places-closed', taskId);
          expect(open).toBe(placeReturned ? 2 : 1);
          expect(await placesOf(taskId)).toEqual({ open: 0, reserved: 0, pending: 0 });
        },
      };
    });
  });

  it('release a place once, by its time or by its worker', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await reserved();
      await expire(taskId);
      return {
        first: () => giveBack(a, taskId, worker),
        second: sweep,
        check: async ({ status, body }) => {
          expect([status, await stateOf(id)]).toEqual([200, body.deletedCount === 1 ? 'returned' : 'lapsed']);
          expect(await placesOf(taskId)).toEqual({ open: 2, reserved: 0, pending: 0 });
        },
      };
    });
  });

  it('take work until the task expires, and then only of a reservation', async () => {
    await race(a, async () => {
      const { taskId, buyer, worker } = await reserved(2);
      const { userId: buyerId } = buyer;
      const expired = eventFor('task.closing-requested', taskId, { taskId, buyerId, reason: 'expired' });
      return {
        first: () => submit(a, taskId, newActor('worker')),
        second: () => b.deliver(expired),
        check: async ({ status }) => {
          expect([201, 404]).toContain(status);
          const { open } = await untilPublished('task.places-closed', taskId);
          expect(open).toBe(status === 201 ? 0 : 1);
          expect((await submit(b, taskId, worker)).status).toBe(201);
          expect(await placesOf(taskId)).toEqual({ open: 0, reserved: 0, pending: status === 201 ? 2 : 1 });
        },
      };
    });
  });

  it('take the work of a reservation while its task is deleted', async () => {
    await race(a, async () => {
      const { taskId, buyer, worker } = await reserved(1);
      return {
        first: () => submit(a, taskId, worker),
        second: () => remove(b, taskId, buyer),
        check: async ({ status }) => {
          expect([status, await placesOf(taskId)]).toEqual([201, { open: 0, reserved: 0, pending: 1 }]);
        },
      };
    });
  });

  it('leave no work undecided when the buyer of a deleted task leaves', async () => {
    await race(a, async () => {
      const { taskId, buyer, worker, id } = await reserved(1);
      await remove(a, taskId, buyer);
      return {
        first: () => submit(a, taskId, worker),
        second: () => b.deliver(changed(buyer, 'worker')),
        check: async ({ status }) => {
          expect([status, await statusOf(taskId), await stateOf(id)]).toEqual(
            status === 201 ? [201, 'approved', 'used'] : [404, undefined, 'ended'],
          );
          expect(await placesOf(taskId)).toEqual({ open: 0, reserved: 0, pending: 0 });
        },
      };
    });
  });

  it('end a lapsing reservation once when the buyer leaves', async () => {
    await race(a, async () => {
      const { taskId, buyer, id } = await reserved(1);
      await remove(a, taskId, buyer);
      await expire(taskId);
      return {
        first: () => a.deliver(changed(buyer, 'worker')),
        second: sweep,
        check: async () => {
          expect(['lapsed', 'ended']).toContain(await stateOf(id));
          expect(await untilPublished('place.released', id)).toMatchObject({ placeReturned: false });
          expect(await placesOf(taskId)).toEqual({ open: 0, reserved: 0, pending: 0 });
        },
      };
    });
  });

  it('keep no place for a worker who leaves', async () => {
    await race(a, async () => {
      const { taskId } = await published(1);
      const worker = newActor('worker');
      await a.deliver(registered(worker));
      return {
        first: () => reserve(a, taskId, worker),
        second: () => b.deliver(changed(worker, 'buyer')),
        check: async ({ status }) => {
          expect([201, 403]).toContain(status);
          expect(await placesOf(taskId)).toEqual({ open: 1, reserved: 0, pending: 0 });
        },
      };
    });
  });

  it('leave an admin to uphold an appeal from a place whose reservation is overdue', async () => {
    await race(a, async () => {
      const { taskId, buyer } = await published(1);
      const [author, holder] = [newActor('worker'), newActor('worker')];
      const id: string = (await submit(a, taskId, author)).body.insertedId;
      await a.call('decideSubmission', { as: buyer, params: { id }, body: { status: 'reject' } });
      const text = 'The last bird is a rook, I am sure.';
      await a.call('fileAppeal', { as: author, params: { id }, body: { text } });
      await reserve(a, taskId, holder);
      await expire(taskId);
      const body = { outcome: 'upheld', note: text };
      return {
        first: () => a.call('decideAppeal', { as: actor('admin'), params: { id }, body }),
        second: sweep,
        check: async (upheld) => {
          expect([upheld.status, upheld.body.paidBy]).toEqual([200, 'escrow']);
          expect(await placesOf(taskId)).toEqual({ open: 0, reserved: 0, pending: 0 });
        },
      };
    });
  });
};
