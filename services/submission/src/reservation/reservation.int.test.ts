import { MINUTE_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import type { Store } from '@piecework/store';
import { planOf, type Query } from '@piecework/store/testing';
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
import { submissions } from '../submission/submission.store';
import { reservations } from './reservation.store';

const worker = actor('worker');
const other = actor('worker', 'other');

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const open = (taskId: string, places: number, reserveMinutes = 30) =>
  publish(service, taskId, places, { reserveMinutes });
const reserve = (taskId: string, as: Actor, key?: string) =>
  service.call('reservePlace', { as, params: { id: taskId }, ...(key && { key }) });
const giveBack = (taskId: string, as: Actor) => service.call('returnPlace', { as, params: { id: taskId } });
/** The counts within transactions. */
const recordCounts = (store: Store, counts: Query[]): Store => ({
  ...store,
  transaction: (fn) =>
    store.transaction((tx) =>
      fn({
        ...tx,
        collection: (of) => {
          const rows = tx.collection(of);
          return {
            ...rows,
            countDocuments: (filter, options) => {
              counts.push({ of, filter: filter as Query['filter'], options: {} });
              return rows.countDocuments(filter, options);
            },
          };
        },
      }),
    ),
});
const listOf = async (as: Actor) => (await service.call('listReservations', { as })).body;
const stateOf = async (id: string) => (await service.store.collection(reservations).findOne({ _id: id }))?.state;
const released = async () =>
  (await dataOf(service, 'place.released')).map(({ workerId, why, placeReturned }) => [workerId, why, placeReturned]);

describe('a reservation', () => {
  it('takes the place, is repeated by a second call, and listed', async () => {
    await open('t', 2);
    const { status, body } = await reserve('t', worker);
    expect([status, body]).toEqual([201, { insertedId: expect.any(String), expiresAt: expect.any(String) }]);
    expect(Date.parse(body.expiresAt) - clock.now()).toBeGreaterThan(29 * MINUTE_MS);
    expect((await reserve('t', worker)).body).toEqual(body);
    expect(await placesOf(service, 't')).toEqual({
      version: 1,
      open: 1,
      reserved: 1,
      pending: 0,
      approved: 0,
      untouched: true,
    });
    expect(await listOf(worker)).toEqual([
      { _id: body.insertedId, taskId: 't', taskTitle: 'Task t', payableAmount: 7, expiresAt: body.expiresAt },
    ]);
    expect(await listOf(other)).toEqual([]);
    expect(await dataOf(service, 'place.reserved')).toMatchObject([
      { reservationId: body.insertedId, workerId: worker.userId, places: { open: 1, reserved: 1 } },
    ]);
  });

  it('becomes the place of the submission', async () => {
    await open('t', 1);
    const { body } = await reserve('t', worker);
    expect((await submitTo(service, 't', other)).body).toEqual({ message: expect.stringContaining('taken') });
    await submitted(service, 't', worker);
    expect(await placesOf(service, 't')).toEqual({ version: 2, open: 0, pending: 1, approved: 0 });
    expect([await stateOf(body.insertedId), await listOf(worker)]).toEqual(['used', []]);
    expect(await released()).toEqual([]);
  });

  it('is given back once', async () => {
    await open('t', 1);
    await reserve('t', worker);
    expect((await giveBack('t', other)).body).toEqual({ deletedCount: 0 });
    expect((await giveBack('t', worker)).body).toEqual({ deletedCount: 1 });
    expect((await giveBack('t', worker)).body).toEqual({ deletedCount: 0 });
    expect(await placesOf(service, 't')).toEqual({ version: 2, open: 1, pending: 0, approved: 0, untouched: true });
    expect(await released()).toEqual([[worker.userId, 'returned', true]]);
    expect((await reserve('t', worker)).status).toBe(201);
  });

  it('lapses a minute after its end, and pauses this worker for an hour', async () => {
    await open('t', 1);
    const { body } = await reserve('t', worker);
    await clock.leap(30 * MINUTE_MS + 59_000);
    await service.settle();
    expect(await stateOf(body.insertedId)).toBe('held');
    await clock.leap(MINUTE_MS);
    await service.settle();
    expect(await stateOf(body.insertedId)).toBe('lapsed');
    expect(await released()).toEqual([[worker.userId, 'lapsed', true]]);
    expect((await reserve('t', worker)).body).toMatchObject({ code: 'cooling-off' });
    expect((await reserve('t', other)).status).toBe(201);
    await clock.leap(61 * MINUTE_MS);
    await service.settle();
    expect((await reserve('t', worker)).status).toBe(201);
  });

  it('is limited to three per worker', async () => {
    for (const taskId of ['a', 'b', 'c', 'd']) await open(taskId, 1);
    const answers = await Promise.all(['a', 'b', 'c', 'd'].map((taskId) => reserve(taskId, worker)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'too-many-reservations' });
  });

  it('has one winner among 200 workers who reserve or submit', async () => {
    await open('t', 1);
    const answers = await Promise.all(
      workers(200).map((one, n) => (n % 2 ? reserve('t', one) : submitTo(service, 't', one))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(199);
  });
});

describe('a worker', () => {
  it('pauses from the second return of the same task on', async () => {
    await open('t', 1);
    await open('other', 1);
    for (let n = 0; n < 2; n++) {
      expect((await reserve('t', worker)).status).toBe(201);
      await giveBack('t', worker);
    }
    expect((await reserve('t', worker)).body).toMatchObject({ code: 'cooling-off' });
    expect((await reserve('other', worker)).status).toBe(201);
    expect((await reserve('t', other)).status).toBe(201);
    await giveBack('t', other);
    await clock.leap(61 * MINUTE_MS);
    expect((await reserve('t', worker)).status).toBe(201);
    await giveBack('t', worker);
    expect((await reserve('t', worker)).body).toMatchObject({ code: 'cooling-off' });
  });

  it('without approved work holds at most half of the places with others like them, and one of a small task', async () => {
    await open('t', 4);
    const [first, second, third, fourth] = workers(4);
    if (!first || !second || !third || !fourth) throw new Error('no workers');
    await open('earlier', 1);
    await decideOn(service, await submitted(service, 'earlier', fourth), 'approved');
    expect((await reserve('t', first)).status).toBe(201);
    expect((await reserve('t', second)).status).toBe(201);
    expect((await reserve('t', third)).body).toMatchObject({ code: 'newcomers-hold' });
    expect((await reserve('t', fourth)).status).toBe(201);
    await submitted(service, 't', third);
    await giveBack('t', first);
    await open('small', 1);
    expect((await reserve('small', first)).status).toBe(201);
  });

  it('with approved work does not count the holds of newcomers, which are counted by an index', async () => {
    const counts: Query[] = [];
    await service.stop();
    service = await startSubmission({ clock, watch: (store) => recordCounts(store, counts) });
    const newcomers = () => counts.filter(({ filter }) => 'isNewcomer' in filter);
    await open('earlier', 1);
    await open('t', 4);
    await decideOn(service, await submitted(service, 'earlier', worker), 'approved');
    expect((await reserve('t', worker)).status).toBe(201);
    expect(newcomers()).toEqual([]);
    expect((await reserve('t', other)).status).toBe(201);
    const [counted] = newcomers();
    expect(counted && (await planOf(service.file, counted)).text).toContain('isNewcomer');
  });

  it('does not exceed the bound with 40 concurrent ones', async () => {
    await open('t', 20);
    const answers = await Promise.all(workers(40).map((one) => reserve('t', one)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
  });
});

describe('the owner of a task', () => {
  const release = (taskId: string, as: Actor = BUYER) => service.call('releasePlaces', { as, params: { id: taskId } });

  it('releases the reservations that have had two hours, and their workers pause', async () => {
    await open('t', 6, 1_440);
    await reserve('t', worker);
    await clock.leap(119 * MINUTE_MS);
    await reserve('t', other);
    expect((await release('t')).body).toMatchObject({ code: 'holds-too-new' });
    await clock.leap(MINUTE_MS);
    expect((await release('t')).body).toEqual({ deletedCount: 1 });
    expect(await released()).toEqual([[worker.userId, 'released', true]]);
    expect(await placesOf(service, 't')).toMatchObject({ open: 5, reserved: 1 });
    expect((await reserve('t', worker)).body).toMatchObject({ code: 'cooling-off' });
    await submitted(service, 't', worker);
  });

  it('has the coins back at once, also of a closed task', async () => {
    await open('t', 1, 1_440);
    await reserve('t', worker);
    await requestDeletion(service, 't');
    await clock.leap(120 * MINUTE_MS);
    expect((await release('t')).body).toEqual({ deletedCount: 1 });
    expect(await released()).toEqual([[worker.userId, 'released', false]]);
    expect((await release('t')).body).toEqual({ deletedCount: 0 });
  });

  it('releases nothing of others', async () => {
    await open('t', 1, 1_440);
    await reserve('t', worker);
    await clock.leap(300 * MINUTE_MS);
    expect((await release('t', actor('buyer', 'another'))).status).toBe(404);
    expect((await release('nothing')).status).toBe(404);
    expect((await release('t', worker)).status).toBe(403);
    expect(await listOf(worker)).toHaveLength(1);
  });
});

describe('an ended reservation', () => {
  it('is deleted after 30 days, unless it was refunded', async () => {
    await open('t', 2);
    await open('gone', 1);
    await reserve('t', worker);
    await submitted(service, 't', worker);
    await reserve('t', other);
    await reserve('gone', other);
    await giveBack('t', other);
    await requestDeletion(service, 'gone');
    await giveBack('gone', other);
    const kept = async () =>
      (await service.store.collection(reservations).find({})).map(({ taskId, state }) => [taskId, state]);
    await clock.leap(29 * 24 * 60 * MINUTE_MS);
    await service.settle();
    expect(await kept()).toHaveLength(3);
    await clock.leap(2 * 24 * 60 * MINUTE_MS);
    await service.settle();
    expect(await kept()).toEqual([['gone', 'returned']]);
  });
});

describe('a paused task', () => {
  it('takes no work but that of reservations, until it goes on', async () => {
    await open('t', 3);
    await reserve('t', worker);
    await service.given('task.pause-changed', 't', { taskId: 't', paused: true });
    for (const answer of [await submitTo(service, 't', other), await reserve('t', other)])
      expect(answer.body).toEqual({ message: expect.stringContaining('This task is paused') });
    await submitted(service, 't', worker);
    await service.given('task.pause-changed', 't', { taskId: 't', paused: false });
    await submitted(service, 't', other);
    expect(await placesOf(service, 't')).toMatchObject({ open: 1, pending: 2 });
  });
});

describe('a reservation of a closed task', () => {
  it('still becomes a submission', async () => {
    await open('t', 2);
    await reserve('t', worker);
    await requestDeletion(service, 't');
    expect(await dataOf(service, 'task.places-closed')).toMatchObject([{ open: 1, places: { open: 0, reserved: 1 } }]);
    const id = await submitted(service, 't', worker);
    expect(await placesOf(service, 't')).toEqual({ version: 3, open: 0, pending: 1, approved: 0 });
    expect((await decideOn(service, id, 'approved')).body).toEqual({ modifiedCount: 1 });
  });

  it('becomes a submission that shows the present name of its buyer', async () => {
    await open('t', 1);
    await reserve('t', worker);
    await requestDeletion(service, 't');
    const { userId } = BUYER;
    const renamed = { userId, userName: 'Bea', userPhotoURL: '', profileVersion: 1 };
    await service.given('user.registered', userId, {
      userId,
      email: BUYER.email,
      userName: BUYER.name,
      userPhotoURL: '',
      role: 'buyer',
    });
    await service.given('user.profile-changed', userId, renamed);
    const id = await submitted(service, 't', worker);
    const made = await service.store.collection(submissions).findOne({ _id: id });
    expect(made?.buyerName).toBe('Bea');
  });

  it('is refunded when it lapses or is given back', async () => {
    await open('t', 4);
    await reserve('t', worker);
    await reserve('t', other);
    await requestDeletion(service, 't');
    await giveBack('t', worker);
    await clock.leap(40 * MINUTE_MS);
    await service.settle();
    expect(await released()).toEqual([
      [worker.userId, 'returned', false],
      [other.userId, 'lapsed', false],
    ]);
    expect(await placesOf(service, 't')).toEqual({ version: 5, open: 0, pending: 0, approved: 0, untouched: true });
    expect((await submitTo(service, 't', other)).status).toBe(404);
  });

  it('ends with its owner, and is counted among the open places', async () => {
    await open('t', 3);
    await reserve('t', worker);
    await requestDeletion(service, 't', 'owner-left');
    expect(await dataOf(service, 'task.places-closed')).toMatchObject([{ open: 3, places: { open: 0 } }]);
    expect(await released()).toEqual([[worker.userId, 'ended', true]]);
    expect((await submitTo(service, 't', worker)).status).toBe(404);
  });
});

describe('a departure', () => {
  it('of the buyer ends the reservations of all their tasks', async () => {
    await open('t', 1);
    await open('gone', 1);
    await reserve('t', worker);
    await reserve('gone', worker);
    await requestDeletion(service, 'gone');
    await changeRole(service, BUYER, 'worker');
    expect((await released()).sort()).toEqual([
      [worker.userId, 'ended', false],
      [worker.userId, 'ended', true],
    ]);
    expect(await listOf(worker)).toEqual([]);
  });

  it.each([
    ['another role', () => changeRole(service, worker, 'buyer')],
    ['no account', () => closeAccount(service, worker)],
  ])('of the worker, to %s, returns the place', async (_, depart) => {
    await open('t', 1);
    await reserve('t', worker);
    await depart();
    expect(await released()).toEqual([[worker.userId, 'ended', true]]);
    expect((await reserve('t', other)).status).toBe(201);
    expect((await reserve('t', worker)).status).toBe(403);
  });
});

describe('an overdue reservation that its timer has not ended', () => {
  /** As if the timer had not fired for two minutes. */
  const expire = async (taskId: string) => {
    const expiresAt = clock.now() - 2 * MINUTE_MS;
    await service.store.collection(reservations).updateMany({ taskId }, { $set: { expiresAt } });
  };

  it('does not keep the last place from another worker', async () => {
    await open('a', 1);
    await open('b', 1);
    await reserve('a', worker);
    await reserve('b', worker);
    await expire('a');
    expect((await submitTo(service, 'a', other)).status).toBe(201);
    await expire('b');
    expect((await reserve('b', other)).status).toBe(201);
    expect(await released()).toEqual([
      [worker.userId, 'lapsed', true],
      [worker.userId, 'lapsed', true],
    ]);
  });

  it('does not keep it from an upheld appeal', async () => {
    await open('t', 1);
    const id = await submitted(service, 't', other);
    await decideOn(service, id, 'reject');
    await service.call('fileAppeal', {
      as: other,
      params: { id },
      body: { text: 'The last bird is a rook, I am sure.' },
    });
    await reserve('t', worker);
    await expire('t');
    const { body } = await service.call('decideAppeal', {
      as: actor('admin'),
      params: { id },
      body: { outcome: 'upheld', note: 'All birds are named.' },
    });
    expect([body.paidBy, await statusOf(service, id)]).toEqual(['escrow', 'approved']);
  });

  it('still belongs to its worker', async () => {
    await open('t', 1);
    const { body } = await reserve('t', worker);
    await expire('t');
    await submitted(service, 't', worker);
    expect(await stateOf(body.insertedId)).toBe('used');
  });
});
