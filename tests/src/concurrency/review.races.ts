import { createIds, DAY_MS, systemClock } from '@piecework/base';
import { eventually } from '@piecework/base/testing';
import type { AnyEvent, EventType } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Timer } from '@piecework/service-runtime';
import { outboxRows } from '@piecework/service-runtime/rows';
import { sweepOnce } from '@piecework/service-runtime/testing';
import { watchCommits } from '@piecework/store/testing';
import { submissionService } from '@piecework/submission';
import { type SubmissionDocument, submissions, taskPlaces } from '@piecework/submission/stores';
import { appealWindow, autoApproval, overdueRevision } from '@piecework/submission/timers';
import type { everyInterleaving } from './interleavings';
import { closed, newActor, publishedEvents, registered, statuses, type UsePair } from './process-pair';
import { eventFor, newId, type Process } from './service-process';

const WEEK = 7 * DAY_MS;
const NOTE = 'Please name the last bird too.';
const TEXT = 'The last bird is a rook, I am sure.';

/** Tests of two processes of the submission service; `race` runs two calls in several orders. */
export const testReviewRaces = (usePair: UsePair, race: typeof everyInterleaving): void => {
  let a: Process;
  let b: Process;
  usePair(submissionService, (first, second) => {
    a = first;
    b = second;
  });
  const buyer = actor('buyer');
  const admin = actor('admin');
  const ids = createIds();

  const published = async (places: number): Promise<string> => {
    const taskId = newId();
    const { userId: buyerId, email: buyerEmail, name: buyerName } = buyer;
    const facts = { taskId, buyerId, buyerEmail, buyerName, title: 'A task', places, payable: 7 };
    await a.deliver(eventFor('task.published', taskId, { ...facts, autoApproveHours: 1, reserveMinutes: 0 }));
    return taskId;
  };
  const submit = (by: Process, taskId: string, as: Actor) =>
    by.call('createSubmission', { as, body: { taskId, submissionDetails: 'Work' } });
  const decide = (by: Process, id: string, status: 'approved' | 'reject') =>
    by.call('decideSubmission', { as: buyer, params: { id }, body: { status } });
  const resubmit = (by: Process, id: string, as: Actor) =>
    by.call('resubmit', { as, params: { id }, body: { submissionDetails: 'Better work' } });
  const uphold = (by: Process, id: string) =>
    by.call('decideAppeal', { as: admin, params: { id }, body: { outcome: 'upheld', note: TEXT } });
  const remove = (by: Process, taskId: string) =>
    by.deliver(eventFor('task.deletion-requested', taskId, { taskId, buyerId: buyer.userId, reason: 'deleted' }));
  const sweep = (timer: Timer) => sweepOnce(timer, { store: b.store, ids }, { clock: systemClock });

  const submitted = async (places = 2) => {
    const [taskId, worker] = [await published(places), newActor('worker')];
    await a.deliver(registered(worker));
    const id: string = (await submit(a, taskId, worker)).body.insertedId;
    return { taskId, worker, id };
  };
  /** The sweeps of the two processes may fire it as well. */
  const pass = (id: string, field: 'autoApproveAt' | 'revisionDueAt') =>
    a.store.collection(submissions).updateOne({ _id: id }, { $set: { [field]: Date.now() - 1 } });
  const sentBack = async () => {
    const made = await submitted();
    await a.call('requestRevision', { as: buyer, params: { id: made.id }, body: { note: NOTE } });
    return made;
  };
  const appealed = async (places = 2) => {
    const made = await submitted(places);
    await decide(a, made.id, 'reject');
    await a.call('fileAppeal', { as: made.worker, params: { id: made.id }, body: { text: TEXT } });
    return made;
  };

  const stored = async (id: string): Promise<SubmissionDocument> => {
    const found = await a.store.collection(submissions).findOne({ _id: id });
    if (!found) throw new Error(`There is no submission ${id}`);
    return found;
  };
  const taskOf = (taskId: string) => a.store.collection(taskPlaces).findOne({ _id: taskId });
  const placesOf = async (taskId: string) => (await taskOf(taskId))?.places;
  /** Waits for an event of the task or submission, which a process publishes after its commit. */
  const untilPublished = async (type: EventType, aggregateId: string) => {
    const find = () => publishedEvents(a, b).find((event) => event.type === type && event.aggregateId === aggregateId);
    await eventually(() => find() !== undefined, type);
    return find();
  };

  it.each(['approved', 'reject'] as const)('decide once at the deadline and by %s', async (decision) => {
    await race(a, async () => {
      const { taskId, id } = await submitted();
      await pass(id, 'autoApproveAt');
      return {
        first: () => decide(a, id, decision),
        second: () => sweep(autoApproval),
        check: async ({ status }) => {
          const { decidedBy, status: found } = await stored(id);
          expect([status, decidedBy, found]).toEqual(
            decidedBy === 'buyer' ? [200, 'buyer', decision] : [expect.any(Number), 'deadline', 'approved'],
          );
          expect(await placesOf(taskId)).toMatchObject(
            found === 'approved' ? { open: 1, pending: 0, approved: 1 } : { open: 2, pending: 0, approved: 0 },
          );
        },
      };
    });
  });

  /** Published or about to be. */
  const emitted = async <T extends EventType>(type: T) => {
    const waiting = await a.store.collection(outboxRows).find({});
    const events = [...waiting, ...a.published, ...b.published].map(({ value }) => JSON.parse(value) as AnyEvent);
    return [...new Map(events.map((event) => [event.eventId, event])).values()].filter(
      (event): event is Extract<AnyEvent, { type: T }> => event.type === type,
    );
  };

  // The sweeps of the two processes find none of them: their clocks are a week behind.
  const SUBMISSIONS = 8;
  it.each([
    ['auto-approval', autoApproval, 'submission.approved'],
    ['overdue-revision', overdueRevision, 'submission.rejected'],
  ] as const)('fire %s once for each submission when both sweep', async (_, timer, type) => {
    const taskId = await published(SUBMISSIONS);
    const all: string[] = [];
    while (all.length < SUBMISSIONS) {
      const id: string = (await submit(a, taskId, newActor('worker'))).body.insertedId;
      all.push(id);
      if (timer === overdueRevision)
        await a.call('requestRevision', { as: buyer, params: { id }, body: { note: NOTE } });
    }
    const clock = { ...systemClock, now: () => systemClock.now() + WEEK };
    const replicas = [a, b].map((process) => watchCommits(process.store, submissions));
    await Promise.all(replicas.map(({ store }) => sweepOnce(timer, { store, ids }, { clock })));

    const commits = replicas.flatMap((replica) => replica.commits);
    expect(commits.every((changed) => changed.length === 1)).toBe(true);
    // Earlier tests have left others.
    const fired = commits.flat().filter((id) => all.includes(id));
    expect(fired.sort()).toEqual(all.sort());
    expect(await placesOf(taskId)).toMatchObject(
      timer === autoApproval
        ? { open: 0, pending: 0, approved: SUBMISSIONS }
        : { open: SUBMISSIONS, pending: 0, approved: 0 },
    );
    const told = (await emitted(type)).filter(({ data }) => data.taskId === taskId);
    expect(told.map(({ aggregateId }) => aggregateId).sort()).toEqual(all);
  });

  it('approve at the deadline while the task is deleted', async () => {
    await race(a, async () => {
      const { taskId, id } = await submitted();
      await pass(id, 'autoApproveAt');
      return {
        first: () => remove(a, taskId),
        second: () => sweep(autoApproval),
        check: async () => {
          expect(await stored(id)).toMatchObject({ status: 'approved', decidedBy: 'deadline' });
          expect(await placesOf(taskId)).toMatchObject({ open: 0, pending: 0, approved: 1 });
        },
      };
    });
  });

  it('approve once at the deadline although a process dies while it does', async () => {
    for (let at = 1; ; at++) {
      const { taskId, id } = await submitted();
      await pass(id, 'autoApproveAt');
      a.interruptAt(at, async () => {
        throw new Error('killed');
      });
      await sweepOnce(autoApproval, { store: a.interruptible, ids }, { clock: systemClock });
      await sweep(autoApproval);
      expect(await stored(id)).toMatchObject({ status: 'approved', decidedBy: 'deadline' });
      // Publication, submission, one decision.
      expect(await placesOf(taskId)).toEqual({ version: 2, open: 1, pending: 0, approved: 1 });
      if (a.wasInterrupted()) continue;
      expect(at).toBeGreaterThan(1);
      return;
    }
  });

  it('take a resubmission before it is overdue, or reject it', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await sentBack();
      await pass(id, 'revisionDueAt');
      return {
        first: () => resubmit(a, id, worker),
        second: () => sweep(overdueRevision),
        check: async ({ status }) => {
          const { status: found, reason, details } = await stored(id);
          expect([status, found, details, reason?.code]).toEqual(
            status === 200 ? [200, 'pending', 'Better work', undefined] : [409, 'reject', 'Work', 'overdue'],
          );
          expect(await placesOf(taskId)).toMatchObject(
            status === 200 ? { open: 1, pending: 1 } : { open: 2, pending: 0 },
          );
        },
      };
    });
  });

  it('approve work that was sent back, before or after its resubmission', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await sentBack();
      return {
        first: () => resubmit(a, id, worker),
        second: () => decide(b, id, 'approved'),
        check: async ({ status }, decided) => {
          expect(decided.status).toBe(200);
          const { status: found, details } = await stored(id);
          expect([found, details]).toEqual(['approved', status === 200 ? 'Better work' : 'Work']);
          expect(await placesOf(taskId)).toMatchObject({ open: 1, pending: 0, approved: 1 });
        },
      };
    });
  });

  it('take a resubmission while the task is deleted', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await sentBack();
      return {
        first: () => resubmit(a, id, worker),
        second: () => remove(b, taskId),
        check: async ({ status }) => {
          expect(status).toBe(200);
          expect(await stored(id)).toMatchObject({ status: 'pending', details: 'Better work' });
          expect(await placesOf(taskId)).toMatchObject({ open: 0, pending: 1 });
        },
      };
    });
  });

  it('pay an upheld appeal from the last place, or give that place to a worker', async () => {
    await race(a, async () => {
      const { taskId, id } = await appealed(1);
      return {
        first: () => uphold(a, id),
        second: () => submit(b, taskId, newActor('worker')),
        check: async (decided, late) => {
          const isTaken = late.status === 201;
          expect([decided.status, decided.body.paidBy]).toEqual([200, isTaken ? 'platform' : 'escrow']);
          expect(await placesOf(taskId)).toMatchObject(
            isTaken ? { open: 0, pending: 1, approved: 0 } : { open: 0, pending: 0, approved: 1 },
          );
        },
      };
    });
  });

  const reverse = (by: Process, id: string) => by.call('reverseRejection', { as: buyer, params: { id } });

  it('approve rejected work once that its buyer reverses twice', async () => {
    await race(a, async () => {
      const { taskId, id } = await appealed(1);
      return {
        first: () => reverse(a, id),
        second: () => reverse(b, id),
        check: async (...answers) => {
          expect(statuses(...answers)).toEqual([200, 200]);
          expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
          expect(await placesOf(taskId)).toMatchObject({ open: 0, approved: 1 });
        },
      };
    });
  });

  it('reverse a rejection, or have an admin decide its appeal', async () => {
    await race(a, async () => {
      const { taskId, id } = await appealed();
      return {
        first: () => reverse(a, id),
        second: () => uphold(b, id),
        check: async (reversed, upheld) => {
          const isReversed = reversed.status === 200;
          // To uphold what the buyer has upheld changes nothing.
          expect([upheld.status, upheld.body.modifiedCount]).toEqual([200, isReversed ? 0 : 1]);
          expect(reversed.status).toBe(isReversed ? 200 : 409);
          expect(await stored(id)).toMatchObject({ status: 'approved', decidedBy: isReversed ? 'buyer' : 'admin' });
          expect(await taskOf(taskId)).toMatchObject({ appealable: 0, places: { open: 1, approved: 1 } });
        },
      };
    });
  });

  it('reverse a rejection, before and after the worker appeals', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await submitted(1);
      await decide(a, id, 'reject');
      return {
        first: () => reverse(a, id),
        second: () => b.call('fileAppeal', { as: worker, params: { id }, body: { text: TEXT } }),
        check: async (reversed, filed) => {
          expect(reversed.status).toBe(200);
          const { appeal, status } = await stored(id);
          expect([status, appeal?.state]).toEqual(['approved', filed.status === 201 ? 'upheld' : undefined]);
          expect(await taskOf(taskId)).toMatchObject({ appealable: 0, places: { open: 0, approved: 1 } });
        },
      };
    });
  });

  it('reverse a rejection at the end of its time, or return the kept place', async () => {
    await race(a, async () => {
      const { taskId, id } = await submitted(1);
      await decide(a, id, 'reject');
      await remove(a, taskId);
      const due = { ...systemClock, now: () => Date.now() + WEEK + 1000 };
      return {
        first: () => reverse(a, id),
        second: () => sweepOnce(appealWindow, { store: b.store, ids }, { clock: due }),
        check: async ({ status, body }) => {
          if (status !== 200) expect(body).toMatchObject({ code: 'reversal-over' });
          const approved = status === 200 ? 1 : 0;
          expect(await taskOf(taskId)).toMatchObject({ kept: 0, appealable: 0, places: { approved } });
          if (status !== 200) await untilPublished('appeal.place-returned', id);
        },
      };
    });
  });

  it('reverse a rejection from the task, before and after its deletion', async () => {
    await race(a, async () => {
      const { taskId, id } = await submitted(1);
      await decide(a, id, 'reject');
      return {
        first: () => reverse(a, id),
        second: () => remove(b, taskId),
        check: async ({ status, body }) => {
          expect([status, body.paidBy]).toEqual([200, 'escrow']);
          const { kept = 0, appealable, places } = (await taskOf(taskId)) ?? {};
          expect({ kept, appealable, places }).toMatchObject({ kept: 0, appealable: 0, places: { approved: 1 } });
          expect((await untilPublished('task.places-closed', taskId))?.data).toMatchObject({ open: 0 });
        },
      };
    });
  });

  it('pay an upheld appeal from the task, before and after its deletion', async () => {
    await race(a, async () => {
      const { taskId, id } = await appealed();
      return {
        first: () => uphold(a, id),
        second: () => remove(b, taskId),
        check: async ({ status, body }) => {
          expect([status, body.paidBy]).toEqual([200, 'escrow']);
          const { kept = 0, appealable, places } = (await taskOf(taskId)) ?? {};
          expect({ kept, appealable, places }).toMatchObject({
            kept: 0,
            appealable: 0,
            places: { open: 0, approved: 1 },
          });
          const closing = await untilPublished('task.places-closed', taskId);
          expect(closing?.data).toMatchObject({ open: 1 });
        },
      };
    });
  });

  it('keep the place of a rejection, before and after the end of the task', async () => {
    await race(a, async () => {
      const { taskId, id } = await submitted(1);
      return {
        first: () => decide(a, id, 'reject'),
        second: () => remove(b, taskId),
        check: async ({ status }) => {
          expect(status).toBe(200);
          expect(await taskOf(taskId)).toMatchObject({ state: 'closed', kept: 1, appealable: 1 });
          const closing = await untilPublished('task.places-closed', taskId);
          expect(closing?.data).toMatchObject({ open: 0 });
        },
      };
    });
  });

  it('return a kept place at the end of the time to appeal, or file the appeal', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await submitted(1);
      await decide(a, id, 'reject');
      await remove(a, taskId);
      const due = { ...systemClock, now: () => Date.now() + WEEK + 1000 };
      return {
        first: () => a.call('fileAppeal', { as: worker, params: { id }, body: { text: TEXT } }),
        second: () => sweepOnce(appealWindow, { store: b.store, ids }, { clock: due }),
        check: async ({ status, body }) => {
          const isFiled = status === 201;
          if (!isFiled) expect(body).toMatchObject({ code: 'too-late' });
          expect(await taskOf(taskId)).toMatchObject({ kept: isFiled ? 1 : 0, appealable: isFiled ? 1 : 0 });
          if (!isFiled) await untilPublished('appeal.place-returned', id);
        },
      };
    });
  });

  it('share the places that were not let again between two appeals', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await submitted(1);
      await decide(a, id, 'reject');
      const other = newActor('worker');
      await a.deliver(registered(other));
      const again: string = (await submit(a, taskId, other)).body.insertedId;
      await decide(a, again, 'reject');
      await remove(a, taskId);
      for (const [as, of] of [
        [worker, id],
        [other, again],
      ] as const)
        await a.call('fileAppeal', { as, params: { id: of }, body: { text: TEXT } });
      return {
        first: () => uphold(a, id),
        second: () => uphold(b, again),
        check: async (one, two) => {
          expect(statuses(one, two)).toEqual([200, 200]);
          expect([one.body.paidBy, two.body.paidBy].sort()).toEqual(['escrow', 'platform']);
          expect(await taskOf(taskId)).toMatchObject({ kept: 0, appealable: 0, places: { approved: 1 } });
        },
      };
    });
  });

  it('refuse new work of the worker while an appeal is open, and after it is upheld', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await appealed();
      return {
        first: () => uphold(a, id),
        second: () => submit(b, taskId, worker),
        check: async (decided, again) => {
          expect(statuses(decided, again)).toEqual([200, 200]);
          expect(again.body).toHaveProperty('message');
          expect(await placesOf(taskId)).toMatchObject({ open: 1, pending: 0, approved: 1 });
        },
      };
    });
  });

  it('uphold an appeal or dismiss it for a closed account', async () => {
    await race(a, async () => {
      const { taskId, worker, id } = await appealed();
      return {
        first: () => uphold(a, id),
        second: () => b.deliver(closed(worker)),
        check: async ({ status }) => {
          const { appeal, status: found } = await stored(id);
          expect([status, appeal?.state, found]).toEqual(
            status === 200 ? [200, 'upheld', 'approved'] : [409, 'dismissed', 'reject'],
          );
          expect(await placesOf(taskId)).toMatchObject(
            status === 200 ? { open: 1, approved: 1 } : { open: 2, approved: 0 },
          );
          await untilPublished(status === 200 ? 'submission.rejection-reversed' : 'appeal.dismissed', id);
        },
      };
    });
  });
};
