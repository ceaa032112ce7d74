import type { AnyEvent, Places } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { type Harness, roundsOf } from '@piecework/service-runtime/testing';
import { DuplicateKeyError } from '@piecework/store';
import fc from 'fast-check';
import {
  BUYER,
  changeRole,
  closeAccount,
  dataOf,
  decideOn,
  parked,
  placesOf,
  publish,
  requestDeletion,
  startSubmission,
  statusOf,
  submitTo,
  submitted,
  workers,
} from '../../testing/submission.fixtures';
import { publishedPlaces } from '../places/places';
import { taskPlaces } from '../places/places.store';
import { type ReservationDocument, reservations } from '../reservation/reservation.store';
import { type SubmissionDocument, submissions } from './submission.store';

let service: Harness;
const worker = actor('worker');
const other = actor('worker', 'other');
const third = actor('worker', 'third');

beforeEach(async () => {
  service = await startSubmission();
});
afterEach(async () => {
  await service.stop();
});

describe('task.places-added', () => {
  const add = (additionId: string, places: number) =>
    service.given('task.places-added', 't', { additionId, taskId: 't', buyerId: BUYER.userId, places });

  it('opens the places of a full task, and emits them', async () => {
    await publish(service, 't', 1);
    await submitted(service, 't', worker);
    const added = await add('more', 2);
    await service.redeliver(added);
    const places: Places = { version: 2, open: 2, pending: 1, approved: 0 };
    expect(await dataOf(service, 'task.places-opened')).toEqual([{ taskId: 't', additionId: 'more', places }]);
    expect(await service.store.collection(taskPlaces).findOne({ _id: 't' })).toMatchObject({ places, posted: 3 });
    await submitted(service, 't', other);
  });

  it('of a closed task is parked: the task service decides it before the closing', async () => {
    await publish(service, 't', 1);
    await requestDeletion(service, 't');
    await add('more', 2);
    expect(await parked(service)).toBe(1);
    expect((await placesOf(service, 't'))?.open).toBe(0);
  });
});

describe('user.profile-changed', () => {
  const register = ({ userId, email, name, role }: Actor) =>
    service.given('user.registered', userId, {
      userId,
      email,
      userName: name,
      userPhotoURL: '',
      role: role as 'worker',
    });
  const rename = ({ userId }: Actor, userName: string) =>
    service.given('user.profile-changed', userId, { userId, userName, userPhotoURL: '', profileVersion: 1 });
  const namesOf = async (id: string) => {
    const found = await service.store.collection(submissions).findOne({ _id: id });
    return [found?.workerName, found?.buyerName];
  };
  beforeEach(async () => {
    for (const person of [BUYER, worker, other]) await register(person);
  });

  it('renames both in pending work and its search, not in decided work', async () => {
    await publish(service, 't', 5);
    const [pending, decided] = [await submitted(service, 't', worker), await submitted(service, 't', other)];
    await decideOn(service, decided, 'approved');
    await rename(worker, 'Wanda New');
    await rename(other, 'Otto New');
    await rename(BUYER, 'Bella New');
    expect(await namesOf(pending)).toEqual(['Wanda New', 'Bella New']);
    expect(await namesOf(decided)).toEqual([other.name, BUYER.name]);
    const found = await service.call('listSubmissions', { as: BUYER, query: { q: 'wanda new' } });
    expect(found.body.map(({ _id }: { _id: string }) => _id)).toEqual([pending]);
  });

  it('is the name of later work, also when the task is published with the old name', async () => {
    await rename(BUYER, 'Bella New');
    await rename(worker, 'Wanda New');
    await publish(service, 't', 5);
    expect(await namesOf(await submitted(service, 't', worker))).toEqual(['Wanda New', 'Bella New']);
    await publish(service, 'u', 5, { buyerId: 'unknown', buyerName: 'Una' });
    expect(await namesOf(await submitted(service, 'u', other))).toEqual([other.name, 'Una']);
  });

  it('reaches the places of an open task before its first submission', async () => {
    await publish(service, 't', 5);
    await rename(BUYER, 'Bella New');
    expect(await namesOf(await submitted(service, 't', worker))).toEqual([worker.name, 'Bella New']);
  });
});

describe('task.deletion-requested', () => {
  it('closes open places, keeps pending submissions and emits once', async () => {
    await publish(service, 't', 5);
    const pending = await submitted(service, 't', worker);
    await decideOn(service, await submitted(service, 't', other), 'approved');
    const request = await requestDeletion(service, 't');
    await service.redeliver(request);
    await requestDeletion(service, 't');
    expect(await dataOf(service, 'task.places-closed')).toEqual([
      {
        taskId: 't',
        buyerId: BUYER.userId,
        payable: 7,
        open: 3,
        places: { version: 4, open: 0, pending: 1, approved: 1 },
      },
    ]);
    expect(await statusOf(service, pending)).toBe('pending');
    expect((await decideOn(service, pending, 'approved')).body).toEqual({ modifiedCount: 1 });
    expect(await placesOf(service, 't')).toEqual({ version: 5, open: 0, pending: 0, approved: 2 });
    expect(await parked(service)).toBe(0);
  });

  it('of an owner who left approves pending submissions, each with its version of the places', async () => {
    await publish(service, 't', 5);
    const pending = [worker, other, third].map((as) => submitted(service, 't', as));
    const ids = await Promise.all(pending);
    await requestDeletion(service, 't', 'owner-left');
    expect(await dataOf(service, 'task.places-closed')).toMatchObject([
      { open: 2, places: { version: 4, open: 0, pending: 3, approved: 0 } },
    ]);
    const approved = await dataOf(service, 'submission.approved');
    expect(approved.map(({ places }) => places)).toEqual([
      { version: 5, open: 0, pending: 2, approved: 1 },
      { version: 6, open: 0, pending: 1, approved: 2 },
      { version: 7, open: 0, pending: 0, approved: 3 },
    ]);
    expect(new Set(approved.map(({ submissionId }) => submissionId))).toEqual(new Set(ids));
    expect(await placesOf(service, 't')).toEqual({ version: 7, open: 0, pending: 0, approved: 3 });
  });

  it('of an owner who left meanwhile approves later submissions', async () => {
    await publish(service, 't', 2);
    await changeRole(service, BUYER, 'worker');
    const late = await submitted(service, 't', worker);
    await requestDeletion(service, 't', 'deleted');
    expect(await statusOf(service, late)).toBe('approved');
    expect(await placesOf(service, 't')).toEqual({ version: 3, open: 0, pending: 0, approved: 1 });
  });

  it('of a closed owner approves later submissions', async () => {
    await publish(service, 't', 2);
    await closeAccount(service, BUYER);
    const late = await submitted(service, 't', worker);
    await requestDeletion(service, 't', 'deleted');
    expect(await statusOf(service, late)).toBe('approved');
  });

  it('of a present buyer keeps pending submissions', async () => {
    const { userId, email, name } = BUYER;
    await service.given('user.registered', userId, { userId, email, userName: name, userPhotoURL: '', role: 'buyer' });
    await publish(service, 't', 2);
    const pending = await submitted(service, 't', worker);
    await requestDeletion(service, 't', 'deleted');
    expect(await statusOf(service, pending)).toBe('pending');
  });

  it('during concurrent submissions either counts a place as taken or refuses the worker', async () => {
    await publish(service, 't', 30);
    const rush = workers(60).map((as) => submitTo(service, 't', as));
    await requestDeletion(service, 't');
    const made = (await Promise.all(rush)).filter(({ status }) => status === 201).length;
    const [closed] = await dataOf(service, 'task.places-closed');
    expect(closed?.open).toBe(30 - made);
    expect(await placesOf(service, 't')).toMatchObject({ open: 0, pending: made });
    expect(await dataOf(service, 'submission.created')).toHaveLength(made);
  });

  it('of an unpublished task is parked', async () => {
    await requestDeletion(service, 'nothing');
    expect(await parked(service)).toBe(1);
    expect(await dataOf(service, 'task.places-closed')).toEqual([]);
  });
});

describe('a buyer who leaves', () => {
  it.each([
    ['changes role', () => changeRole(service, BUYER, 'worker')],
    ['closes the account', () => closeAccount(service, BUYER)],
  ] as [string, () => Promise<AnyEvent>][])(
    'and %s has all pending submissions approved, in any state of the task',
    async (_how, go) => {
      await publish(service, 'open', 3);
      await publish(service, 'closed', 3);
      await publish(service, 'foreign', 3, { buyerId: 'user-else' });
      const sent = [
        await submitted(service, 'open', worker),
        await submitted(service, 'open', other),
        await submitted(service, 'closed', worker),
      ];
      const rejected = await submitted(service, 'open', third);
      await decideOn(service, rejected, 'reject');
      const foreign = await submitted(service, 'foreign', worker);
      await requestDeletion(service, 'closed');
      const event = await go();
      await service.redeliver(event);
      for (const id of sent) expect(await statusOf(service, id)).toBe('approved');
      expect(await statusOf(service, rejected)).toBe('reject');
      expect(await statusOf(service, foreign)).toBe('pending');
      expect(await dataOf(service, 'submission.approved')).toHaveLength(3);
      expect(await placesOf(service, 'open')).toEqual({ version: 6, open: 1, pending: 0, approved: 2 });
      expect(await placesOf(service, 'closed')).toEqual({ version: 3, open: 0, pending: 0, approved: 1 });
      expect(await parked(service)).toBe(0);
    },
  );

  it('and has returned keeps the decision on pending submissions', async () => {
    const again = { ...BUYER, roleVersion: 2 };
    await publish(service, 't', 3);
    const [first, second] = [await submitted(service, 't', worker), await submitted(service, 't', other)];
    await decideOn(service, first, 'approved', again);
    await changeRole(service, BUYER, 'worker', 1);
    expect(await statusOf(service, second)).toBe('pending');
    expect((await decideOn(service, second, 'reject', again)).body).toEqual({ modifiedCount: 1 });
  });

  it('during decisions has each submission decided once', async () => {
    await publish(service, 't', 10);
    const ids = await Promise.all(workers(10).map((as) => submitted(service, 't', as)));
    const decisions = ids.map((id) => decideOn(service, id, 'reject'));
    await changeRole(service, BUYER, 'worker');
    const rejected = (await Promise.all(decisions)).filter(({ body }) => body.modifiedCount === 1).length;
    expect(await dataOf(service, 'submission.rejected')).toHaveLength(rejected);
    expect(await dataOf(service, 'submission.approved')).toHaveLength(10 - rejected);
    expect(await placesOf(service, 't')).toEqual({ version: 20, open: rejected, pending: 0, approved: 10 - rejected });
  });
});

describe('a user who becomes a buyer', () => {
  it('decides later submissions', async () => {
    await publish(service, 't', 1);
    const id = await submitted(service, 't', worker);
    await changeRole(service, { ...BUYER, role: 'worker' }, 'buyer', 2);
    expect(await statusOf(service, id)).toBe('pending');
  });
});

describe('a worker', () => {
  it('whose account is closed has pending submissions rejected; places of open tasks reopen', async () => {
    await publish(service, 'open', 2);
    await publish(service, 'closed', 2);
    const [inOpen, inClosed] = [await submitted(service, 'open', worker), await submitted(service, 'closed', worker)];
    const others = await submitted(service, 'open', other);
    await publish(service, 'done', 1);
    const approved = await submitted(service, 'done', worker);
    await decideOn(service, approved, 'approved');
    await requestDeletion(service, 'closed');
    const event = await closeAccount(service, worker);
    await service.redeliver(event);
    expect(await Promise.all([inOpen, inClosed, others, approved].map((id) => statusOf(service, id)))).toEqual([
      'reject',
      'reject',
      'pending',
      'approved',
    ]);
    const rejected = await dataOf(service, 'submission.rejected');
    expect(rejected).toHaveLength(2);
    expect(rejected.find(({ taskId }) => taskId === 'open')).toMatchObject({
      placeReturned: true,
      places: { version: 3, open: 1, pending: 1, approved: 0 },
    });
    expect(rejected.find(({ taskId }) => taskId === 'closed')).toMatchObject({
      placeReturned: false,
      places: { open: 0, pending: 0, approved: 0 },
    });
    expect((await submitTo(service, 'open', third)).status).toBe(201);
  });

  it('who changes role keeps pending submissions until the account is closed', async () => {
    await publish(service, 't', 2);
    const id = await submitted(service, 't', worker);
    await changeRole(service, worker, 'buyer');
    expect(await statusOf(service, id)).toBe('pending');
    await closeAccount(service, { ...worker, role: 'buyer' }, 2);
    expect(await statusOf(service, id)).toBe('reject');
  });
});

type Act =
  | { act: 'submit'; by: number; to: number }
  | { act: 'approved' | 'reject'; which: number }
  | { act: 'delete'; task: number }
  | { act: 'close-worker'; by: number }
  | { act: 'leave'; buyer: number };

const WORKERS = 3;
const OFFERED = [1, 2, 3];
const OWNERS = [0, 0, 1];
const buyers = [actor('buyer', 'one'), actor('buyer', 'two')];

const acts: fc.Arbitrary<Act[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        act: fc.constant('submit' as const),
        by: fc.nat(WORKERS - 1),
        to: fc.nat(OFFERED.length - 1),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({ act: fc.constantFrom('approved' as const, 'reject' as const), which: fc.nat(20) }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('delete' as const), task: fc.nat(OFFERED.length - 1) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('close-worker' as const), by: fc.nat(WORKERS - 1) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('leave' as const), buyer: fc.nat(1) }) },
  ),
  { minLength: 5, maxLength: 25 },
);

/** Runs `course` over three tasks of two buyers and completes everything that is pending. */
const play = async (run: number, course: readonly Act[]) => {
  const named = <A extends Actor>(who: A | undefined): A => ({ ...(who as A), userId: `${who?.userId}-${run}` });
  const crew = workers(WORKERS).map(named);
  const owners = buyers.map(named);
  const ownerOf = (task: number) => owners[OWNERS[task] as number] as Actor;
  const taskId = (task: number) => `task-${run}-${task}`;
  const deleted = new Set<number>();
  const left = new Set<number>();
  const remove = async (task: number, reason: 'deleted' | 'owner-left') => {
    if (deleted.has(task)) return;
    deleted.add(task);
    await service.given('task.deletion-requested', taskId(task), {
      taskId: taskId(task),
      buyerId: ownerOf(task).userId,
      reason,
    });
  };
  for (const task of OFFERED.keys())
    await publish(service, taskId(task), OFFERED[task] as number, { buyerId: ownerOf(task).userId });

  const made: { id: string; task: number }[] = [];
  for (const next of course) {
    if (next.act === 'submit') {
      const { body } = await submitTo(service, taskId(next.to), crew[next.by] as Actor);
      if (body.insertedId) made.push({ id: body.insertedId, task: next.to });
    } else if (next.act === 'delete') await remove(next.task, 'deleted');
    else if (next.act === 'close-worker') await closeAccount(service, crew[next.by] as Actor);
    else if (next.act === 'leave') {
      left.add(next.buyer);
      await changeRole(service, owners[next.buyer] as Actor, 'worker');
    } else {
      const chosen = made[next.which % Math.max(1, made.length)];
      if (chosen) await decideOn(service, chosen.id, next.act, ownerOf(chosen.task));
    }
  }
  // The task service handles a departure some time later.
  for (const task of OFFERED.keys()) if (left.has(OWNERS[task] as number)) await remove(task, 'owner-left');
  return { taskIds: OFFERED.map((_, task) => taskId(task)), owners, left };
};

describe('the unique index', () => {
  it('refuses a second live submission of a worker to a task or page and accepts one beside a rejected one', async () => {
    await publish(service, 't', 3);
    const first = await submitted(service, 't', worker);
    const all = service.store.collection(submissions);
    const twin = { ...(await all.findOne({ _id: first })), _id: 'twin' } as SubmissionDocument;
    await expect(all.insertOne(twin)).rejects.toThrow(DuplicateKeyError);
    const ofPage = (_id: string, page: number) => all.insertOne({ ...twin, _id, page });
    await ofPage('page-1', 1);
    await ofPage('page-2', 2);
    await expect(ofPage('again', 1)).rejects.toThrow(DuplicateKeyError);
    for (const _id of ['page-1', 'page-2']) await all.deleteOne({ _id });
    await decideOn(service, first, 'reject');
    await all.insertOne(twin);
  });

  it('refuses a second held place of a worker in a task or page and accepts one beside an ended one', async () => {
    const all = service.store.collection(reservations);
    const held = { taskId: 't', workerId: 'w', state: 'held', expiresAt: 1 } as ReservationDocument;
    for (const [page, of] of [{}, { page: 1 }, { page: 2 }].entries()) {
      await all.insertOne({ ...held, ...of, _id: `first-${page}` });
      await expect(all.insertOne({ ...held, ...of, _id: `twin-${page}` })).rejects.toThrow(DuplicateKeyError);
      await all.insertOne({ ...held, ...of, _id: `ended-${page}`, state: 'lapsed' });
    }
    await all.deleteMany({ taskId: 't' });
  });
});

describe('any sequence of events', () => {
  const published = async () => [
    ...(await service.events('submission.created')),
    ...(await service.events('submission.approved')),
    ...(await service.events('submission.rejected')),
    ...(await service.events('task.places-closed')),
  ];

  it('leaves every place open, pending, approved, kept or refunded, in versions without a gap', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(acts, async (course) => {
        run += 1;
        const { taskIds, owners, left } = await play(run, course);
        const events = await published();
        for (const [i, taskId] of taskIds.entries()) {
          const news = events
            .filter(({ data }) => data.taskId === taskId)
            .sort((a, b) => a.data.places.version - b.data.places.version);
          const document = await service.store.collection(taskPlaces).findOne({ _id: taskId });
          if (!document) throw new Error(`There is no task ${taskId}`);
          const { version, open, pending, approved } = document.places;
          const { kept = 0, appealable = 0 } = document;
          expect(news.map(({ data }) => data.places.version)).toEqual(Array.from({ length: version }, (_, v) => v + 1));
          if (news.length > 0) expect(news.at(-1)?.data.places).toEqual(publishedPlaces(document));
          const unused = news.reduce(
            (sum, event) => sum + (event.type === 'task.places-closed' ? event.data.open : 0),
            0,
          );
          const returned = news.filter(
            (event) => event.type === 'submission.rejected' && !event.data.placeReturned,
          ).length;
          expect(open + pending + approved + kept + unused + returned).toBe(OFFERED[i]);
          expect(kept).toBeLessThanOrEqual(document.state === 'closed' ? appealable : 0);
          const count = (filter: object) => service.store.collection(submissions).countDocuments({ taskId, ...filter });
          expect([await count({ status: 'pending' }), await count({ status: 'approved' })]).toEqual([
            pending,
            approved,
          ]);
          expect(await count({ live: true })).toBe(pending + approved);
          expect(await count({ status: 'reject', appealableUntil: { $gt: 0 } })).toBe(appealable);
        }
        for (const gone of left) {
          const buyerId = owners[gone]?.userId as string;
          expect(await service.store.collection(submissions).countDocuments({ buyerId, status: 'pending' })).toBe(0);
        }
      }),
      { numRuns: roundsOf(15), endOnFailure: true },
    );
    expect(await parked(service)).toBe(0);
  });
});
