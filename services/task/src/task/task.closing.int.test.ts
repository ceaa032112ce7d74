import { DAY_MS, utcDayOf } from '@piecework/base';
import { createLeapingClock, eventually } from '@piecework/base/testing';
import type { Places } from '@piecework/contracts';
import { BATCH_HEADER } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import { dataOf, endDeletion, parked, post, untilEvents } from '../../testing/task.fixtures';
import { taskService } from '..';
import { tasks } from './task.store';

const buyer = actor('buyer');
const other = actor('buyer', 'other');
const admin = actor('admin');
const worker = actor('worker');
const { userId: buyerId } = buyer;

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startHarness(taskService, { clock });
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const dayAfter = (days: number) => utcDayOf(clock.now() + days * DAY_MS);
const posted = async (body: object = {}) =>
  (await post(service, buyer, { body: { completionDate: dayAfter(3), ...body } })).taskId;
const end = (id: string, as = buyer) => service.call('endTask', { as, params: { id } });
const remove = (id: string, as = buyer) => service.call('deleteTask', { as, params: { id } });
const get = (id: string, as?: typeof buyer) => service.call('getTask', { params: { id }, ...(as && { as }) });
const stateOf = async (id: string) => (await service.store.collection(tasks).findOne({ _id: id }))?.state;
/** Ends it while the submission and the wallet service answer. */
const closed = async (coins = 21) => {
  const taskId = await posted();
  const before = (await dataOf(service, 'task.closing-requested')).length;
  const answered = end(taskId);
  await untilEvents(service, 'task.closing-requested', before + 1);
  await endDeletion(service, taskId, buyerId, coins);
  await answered;
  return taskId;
};
const leave = () =>
  service.given('user.role-changed', buyerId, { userId: buyerId, from: 'buyer', to: 'worker', roleVersion: 1 });

describe('endTask', () => {
  it.each([
    ['owner', buyer],
    ['admin', admin],
  ])('by its %s hides the task, and answers after the refund', async (_who, as) => {
    const taskId = await posted();
    const answered = end(taskId, as);
    expect(await untilEvents(service, 'task.closing-requested', 1)).toEqual([{ taskId, buyerId, reason: 'ended' }]);
    expect((await get(taskId, buyer)).status).toBe(404);
    await endDeletion(service, taskId, buyerId, 14);
    expect(await answered).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await dataOf(service, 'task.closed')).toEqual([
      { taskId, buyerId, reason: 'ended', coins: 14, title: 'Label ten pictures' },
    ]);
    expect((await end(taskId, as)).body).toEqual({ modifiedCount: 0 });
    const act = { action: 'task-ended', subject: { type: 'task', id: taskId, title: buyer.email } };
    expect((await service.internal('trail')).rows).toMatchObject(as === admin ? [act] : []);
  });

  it('refuses others, unknown tasks, and a task that is being funded', async () => {
    const taskId = await posted();
    expect((await end(taskId, other)).body).toMatchObject({ code: 'forbidden' });
    expect((await end(taskId, worker)).status).toBe(403);
    expect((await end('nothing')).status).toBe(404);
    await service.store.collection(tasks).updateOne({ _id: taskId }, { $set: { state: 'funding' } });
    expect((await end(taskId)).body).toMatchObject({ code: 'task-funding' });
    expect(await dataOf(service, 'task.closing-requested')).toEqual([]);
  });
});

describe('a pause by an admin', () => {
  const pause = (id: string, as: Actor = admin, reason = 'It asks for passwords.') =>
    service.call('pauseTask', { as, params: { id }, body: { reason } });
  const resume = (id: string) => service.call('resumeTask', { as: admin, params: { id } });

  it('is noted and announced once, and not lifted by the owner', async () => {
    const taskId = await posted();
    await pause(taskId);
    expect((await pause(taskId, admin, 'Another reason.')).body).toEqual({ modifiedCount: 0 });
    const body = { paused: false };
    expect((await service.call('changeTask', { as: buyer, params: { id: taskId }, body })).body.modifiedCount).toBe(0);
    expect((await get(taskId, buyer)).body).toMatchObject({ adminPause: { reason: 'It asks for passwords.' } });
    await resume(taskId);
    expect(await dataOf(service, 'task.pause-changed')).toMatchObject([
      { paused: true, byAdmin: { buyerId, isPaused: true } },
      { paused: false, byAdmin: { isPaused: false } },
    ]);
    const { rows } = (await service.internal('trail')) as { rows: { action: string }[] };
    expect(rows.map(({ action }) => action).sort()).toEqual(['task-paused', 'task-resumed']);
  });

  it('is refused to a former admin and of a task that has ended', async () => {
    const taskId = await posted();
    await service.given('user.role-changed', admin.userId, {
      userId: admin.userId,
      from: 'admin',
      to: 'worker',
      roleVersion: 9,
    });
    expect((await pause(taskId)).status).toBe(403);
    await service.store.collection(tasks).updateOne({ _id: taskId }, { $set: { state: 'closed' } });
    expect((await pause(taskId, { ...admin, userId: 'other-admin' })).body.code).toBe('task-closed');
    expect((await pause('nothing', { ...admin, userId: 'other-admin' })).status).toBe(404);
  });
});

describe('a batch whose pages are complete', () => {
  const figures = { rows: 4, pages: 2, rowsPerPage: 2, overlap: { min: 2, max: 3 } };
  const followed = async (places: Omit<Places, 'version' | 'pending' | 'approved'>, overlap: object) => {
    const batch = JSON.stringify({ taskId: 'published', figures: { ...figures, overlap } });
    const { taskId } = await post(service, buyer, { headers: { [BATCH_HEADER]: batch }, body: { requiredWorkers: 6 } });
    const work = { taskId, taskTitle: 'T', workerId: 'w', buyerId, payable: 7, submissionId: 's' };
    const next = { version: 9, pending: 3, approved: 1, ...places };
    await service.given('submission.created', 's', { ...work, places: next });
    await service.given('submission.resubmitted', 's', { ...work, places: { ...next, version: 10 } });
    return taskId;
  };

  it('closes by itself, once, while submissions are pending', async () => {
    const taskId = await followed({ open: 0, spared: 2 }, figures.overlap);
    expect(await dataOf(service, 'task.closing-requested')).toEqual([{ taskId, buyerId, reason: 'completed' }]);
    expect(await stateOf(taskId)).toBe('closing');
    await endDeletion(service, taskId, buyerId, 14);
    expect((await get(taskId, buyer)).body.closed).toMatchObject({ reason: 'completed', refunded: 14 });
  });

  it.each([
    ['has an open place', { open: 1, spared: 1 }, figures.overlap],
    ['has a held place', { open: 0, reserved: 1, spared: 1 }, figures.overlap],
    ['got more rows since', { open: 0, spared: 1 }, figures.overlap],
    ['has a fixed number of answers per page', { open: 0, spared: 2 }, { max: 3 }],
  ])('stays open when it %s', async (_, places, overlap) => {
    const taskId = await followed(places, overlap);
    expect(await stateOf(taskId)).toBe('open');
    expect((await get(taskId)).body.sparedPlaces).toBe(places.spared);
  });
});

describe('a closed task', () => {
  it('is shown to users by its address, and in the list of its owner and of admins', async () => {
    const taskId = await closed();
    for (const as of [buyer, other, worker, admin])
      expect((await get(taskId, as)).body).toMatchObject({ _id: taskId, closed: { reason: 'ended', refunded: 21 } });
    expect((await get(taskId)).status).toBe(404);
    const list = async (as: typeof buyer, query: Record<string, string>) => {
      const { body, headers } = await service.call('listTasks', { as, query });
      return [body.length, headers['x-total-count']];
    };
    expect(await list(buyer, { mine: '1', closed: '1' })).toEqual([1, '1']);
    expect(await list(admin, { closed: '1' })).toEqual([1, '1']);
    expect(await list(other, { mine: '1', closed: '1' })).toEqual([0, '0']);
    expect(await list(other, { closed: '1' })).toEqual([0, '0']);
    for (const as of [buyer, admin]) expect(await list(as, {})).toEqual([1, '1']);
    expect(await list(buyer, { mine: '1' })).toEqual([1, '1']);
    expect(await list(buyer, { q: 'label' })).toEqual([1, '1']);
    for (const as of [other, worker]) expect(await list(as, {})).toEqual([0, '0']);
    for (const [name, value] of Object.entries({ open: '1', status: 'pending', fresh: '1', minPay: '1' }))
      for (const as of [buyer, admin]) expect(await list(as, { [name]: value })).toEqual([0, '0']);
  });

  it('stays among its owner’s tasks and in the totals from its closing to its deletion', async () => {
    const taskId = await posted();
    const seen = async () => ({
      mine: (await service.call('listTasks', { as: buyer, query: { mine: '1' } })).body.length,
      buyer: await service.internal('totals', { actor: buyer }),
      admin: await service.internal('totals', { actor: admin }),
    });
    const sums = (openPlaces: number) => ({
      mine: 1,
      buyer: { buyer: { tasks: 1, openPlaces, committed: 21 } },
      admin: { admin: { committed: 21, tasksInReview: 0 } },
    });
    expect(await seen()).toEqual(sums(3));
    const ended = end(taskId);
    await untilEvents(service, 'task.closing-requested', 1);
    expect(await seen()).toEqual(sums(0));
    await endDeletion(service, taskId, buyerId, 21);
    await ended;
    expect(await seen()).toEqual(sums(0));
    await remove(taskId);
    expect(await seen()).toEqual({
      mine: 0,
      buyer: { buyer: { tasks: 0, openPlaces: 0, committed: 0 } },
      admin: { admin: { committed: 0, tasksInReview: 0 } },
    });
  });

  it('is deleted without another refund, and cannot be edited', async () => {
    const taskId = await closed();
    const edit = await service.call('changeTask', {
      as: buyer,
      params: { id: taskId },
      body: { taskTitle: 'Another' },
    });
    expect(edit.status).toBe(404);
    expect((await remove(taskId)).body).toEqual({ deletedCount: 1 });
    expect((await remove(taskId)).body).toEqual({ deletedCount: 0 });
    expect(await dataOf(service, 'task.deletion-requested')).toEqual([]);
    expect(await dataOf(service, 'task.deleted')).toHaveLength(1);
    expect((await get(taskId, buyer)).status).toBe(404);
  });

  it('is deleted when its owner leaves, who is cleared at once', async () => {
    const taskId = await closed();
    await leave();
    expect(await stateOf(taskId)).toBe('deleted');
    expect(await dataOf(service, 'task.owner-cleared')).toEqual([{ userId: buyerId, roleVersion: 1 }]);
  });
});

describe('a task that is being closed', () => {
  it('is deleted by the one refund, when it is deleted meanwhile', async () => {
    const taskId = await posted();
    const ended = end(taskId);
    await untilEvents(service, 'task.closing-requested', 1);
    const removed = remove(taskId);
    await eventually(async () => (await stateOf(taskId)) === 'deleting', 'the deletion');
    await endDeletion(service, taskId, buyerId, 21);
    expect([(await ended).body, (await removed).body]).toEqual([{ modifiedCount: 1 }, { deletedCount: 1 }]);
    expect(await dataOf(service, 'task.deletion-requested')).toEqual([]);
    expect(await stateOf(taskId)).toBe('deleted');
  });

  it('is deleted by the one refund, which clears an owner who has left', async () => {
    const taskId = await posted();
    void end(taskId);
    await untilEvents(service, 'task.closing-requested', 1);
    await leave();
    expect(await dataOf(service, 'task.owner-cleared')).toEqual([]);
    await endDeletion(service, taskId, buyerId, 21);
    expect([await stateOf(taskId), await dataOf(service, 'task.deletion-requested')]).toEqual(['deleted', []]);
    expect(await dataOf(service, 'task.owner-cleared')).toEqual([{ userId: buyerId, roleVersion: 1 }]);
  });
});

describe('the completion date', () => {
  it('closes the task at its end, where the buyer asks for it', async () => {
    const closing = await posted({ completionDate: dayAfter(0), closeAtCompletion: true });
    const staying = await posted({ completionDate: dayAfter(0) });
    expect((await get(closing)).body.closeAtCompletion).toBe(true);
    await clock.leap(DAY_MS);
    await service.settle();
    await untilEvents(service, 'task.closing-requested', 1);
    expect(await dataOf(service, 'task.closing-requested')).toEqual([{ taskId: closing, buyerId, reason: 'expired' }]);
    expect([await stateOf(closing), await stateOf(staying)]).toEqual(['closing', 'open']);
    await endDeletion(service, closing, buyerId, 7);
    expect((await get(closing, buyer)).body.closed).toEqual({ reason: 'expired', refunded: 7 });
  });

  it('moves the closing with it, and the order of the lists', async () => {
    const moved = await posted({ completionDate: dayAfter(0), closeAtCompletion: true });
    const other = await posted({ completionDate: dayAfter(1) });
    const move = { as: buyer, params: { id: moved }, body: { completionDate: dayAfter(2) } };
    expect((await service.call('changeTask', move)).body).toEqual({ modifiedCount: 1 });
    expect(await dataOf(service, 'task.edited')).toEqual([{ taskId: moved, title: 'Label ten pictures' }]);
    const { body } = await service.call('listTasks', { as: worker, query: { sort: 'completion' } });
    expect(body.map(({ _id }: { _id: string }) => _id)).toEqual([moved, other]);
    await clock.leap(2 * DAY_MS);
    await service.settle();
    expect(await stateOf(moved)).toBe('open');
    await clock.leap(DAY_MS);
    await service.settle();
    expect(await dataOf(service, 'task.closing-requested')).toEqual([{ taskId: moved, buyerId, reason: 'expired' }]);
  });
});

describe('a buyer who closes the account', () => {
  const check = () => service.given('user.closing-checked', buyerId, { userId: buyerId, check: 1, coins: 100 });

  it('has their open tasks ended, those of others stay', async () => {
    const taskId = await posted();
    const { taskId: others } = await post(service, other, { body: { completionDate: dayAfter(3) } });
    await check();
    expect(await dataOf(service, 'task.closing-requested')).toEqual([{ taskId, buyerId, reason: 'ended' }]);
    expect(await stateOf(others)).toBe('open');
    await endDeletion(service, taskId, buyerId, 21);
    expect(await stateOf(taskId)).toBe('closed');
    await check();
    expect(await dataOf(service, 'task.closing-requested')).toHaveLength(1);
  });

  it('keeps a task that was posted after the check', async () => {
    const late = await check();
    clock.leap(DAY_MS);
    const taskId = await posted();
    await service.redeliver({ ...late, eventId: 'late' } as never);
    expect(await stateOf(taskId)).toBe('open');
  });
});
