import { BATCH_HEADER } from '@piecework/http';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { dataOf, endDeletion, parked, post, startTask, untilEvents } from '../../testing/task.fixtures';
import { tasks } from '../task/task.store';
import { additions } from './addition.store';

const buyer = actor('buyer');
const { userId: buyerId } = buyer;

let service: Harness;
beforeEach(async () => {
  service = await startTask();
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const posted = async () => (await post(service, buyer)).taskId;
const add = (id: string, places: number, key?: string) =>
  service.call('addPlaces', { as: buyer, params: { id }, body: { places }, ...(key && { key }) });
const request = async (count = 1) => {
  const found = (await untilEvents(service, 'task.places-requested', count))[count - 1];
  if (!found) throw new Error('no request');
  return found;
};
const answer = async (outcome: 'task.places-funded' | 'task.places-declined') => {
  const { additionId, taskId, places, cost } = await request();
  const facts = { additionId, taskId, buyerId, places, cost };
  if (outcome === 'task.places-funded') await service.given(outcome, taskId, facts);
  else await service.given(outcome, taskId, { ...facts, reason: 'insufficient-coins' });
};
const taskOf = async (_id: string) => service.store.collection(tasks).findOne({ _id });
const stateOf = async () => (await service.store.collection(additions).findOne({}))?.state;

test('asks the wallet for the coins, and adds the places when it has them', async () => {
  const taskId = await posted();
  const answered = add(taskId, 2);
  expect(await request()).toMatchObject({ taskId, buyerId, buyerRoleVersion: 0, places: 2, payable: 7, cost: 14 });
  expect((await taskOf(taskId))?.cost).toBe(21);
  await answer('task.places-funded');
  expect(await answered).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect(await dataOf(service, 'task.places-added')).toMatchObject([{ taskId, buyerId, places: 2 }]);
  const places = { version: 4, open: 5, pending: 0, approved: 0 };
  const { additionId } = await request();
  await service.given('task.places-opened', taskId, { taskId, additionId, places });
  expect(await taskOf(taskId)).toMatchObject({ cost: 35, places, taskStatus: 'onProgress' });
  expect(await taskOf(taskId)).not.toHaveProperty('addition');
});

test('changes nothing when the coins do not suffice', async () => {
  const taskId = await posted();
  const answered = add(taskId, 2);
  await answer('task.places-declined');
  expect((await answered).body).toMatchObject({ code: 'insufficient-coins' });
  expect([await stateOf(), (await taskOf(taskId))?.cost]).toEqual(['declined', 21]);
  expect(await dataOf(service, 'task.places-added')).toEqual([]);
  void add(taskId, 1);
  expect((await request(2)).places).toBe(1);
});

test.each(['ends', 'is deleted', 'is deleted because its owner leaves'])(
  'gives the coins back when the task %s before the wallet answers',
  async (how) => {
    const taskId = await posted();
    const answered = add(taskId, 2);
    const { additionId } = await request();
    if (how === 'ends') void service.call('endTask', { as: buyer, params: { id: taskId } });
    if (how === 'is deleted') void service.call('deleteTask', { as: buyer, params: { id: taskId } });
    if (how === 'is deleted because its owner leaves')
      await service.given('user.role-changed', buyerId, {
        userId: buyerId,
        from: 'buyer',
        to: 'worker',
        roleVersion: 1,
      });
    await untilEvents(service, how === 'ends' ? 'task.closing-requested' : 'task.deletion-requested', 1);
    await endDeletion(service, taskId, buyerId, 21);
    await answer('task.places-funded');
    expect((await answered).body).toMatchObject({ code: 'task-closed' });
    const unwanted = { additionId, taskId, buyerId, places: 2, cost: 14, payable: 7 };
    expect(await dataOf(service, 'task.places-unwanted')).toEqual([unwanted]);
    expect(await dataOf(service, 'task.places-added')).toEqual([]);
    expect((await taskOf(taskId))?.cost).toBe(21);
  },
);

test('adds none to a batch, whose places are answers to its rows', async () => {
  const figures = { rows: 3, pages: 3, rowsPerPage: 1, overlap: { max: 1 } };
  const headers = { [BATCH_HEADER]: JSON.stringify({ taskId: 'batch', figures }) };
  const { taskId } = await post(service, buyer, { headers });
  expect((await add(taskId, 1)).body).toMatchObject({ code: 'is-batch' });
});

describe('rows for a batch', () => {
  const overlap = { min: 1, max: 2 };
  const open = async () => {
    const figures = { rows: 3, pages: 2, rowsPerPage: 2, overlap };
    const headers = { [BATCH_HEADER]: JSON.stringify({ taskId: 'batch', figures }) };
    return (await post(service, buyer, { headers, body: { requiredWorkers: 4 } })).taskId;
  };
  const ask = (taskId: string) =>
    service.given('task.rows-requested', taskId, {
      ...{ additionId: 'rows', taskId, buyerId, buyerRoleVersion: 0 },
      ...{ rows: 3, pages: 2 },
    });
  const complete = (taskId: string) => {
    const places = { version: 9, open: 0, spared: 2, pending: 2, approved: 0 };
    return service.given('task.places-opened', taskId, { taskId, additionId: 'none', places });
  };
  const refusals = () => dataOf(service, 'task.rows-refused');

  it('are paid for as places, and grow the batch when they are', async () => {
    const taskId = await open();
    await ask(taskId);
    expect(await request()).toMatchObject({ additionId: 'rows', buyerId, places: 4, payable: 7, cost: 28 });
    await answer('task.places-funded');
    expect(await dataOf(service, 'task.places-added')).toEqual([{ additionId: 'rows', taskId, buyerId, places: 4 }]);
    expect(await taskOf(taskId)).toMatchObject({ cost: 56, batch: { rows: 6, pages: 4, rowsPerPage: 2, overlap } });
    expect(await refusals()).toEqual([]);
  });

  it('keep a complete batch open until the wallet has decided', async () => {
    const taskId = await open();
    await ask(taskId);
    await complete(taskId);
    expect((await taskOf(taskId))?.state).toBe('open');
    await answer('task.places-declined');
    expect(await refusals()).toEqual([{ additionId: 'rows', taskId, reason: 'insufficient-coins' }]);
    expect(await taskOf(taskId)).toMatchObject({
      state: 'closing',
      closing: 'completed',
      cost: 28,
      batch: { rows: 3 },
    });
  });

  it('keep it open with their pages', async () => {
    const taskId = await open();
    await ask(taskId);
    await complete(taskId);
    await answer('task.places-funded');
    expect((await taskOf(taskId))?.state).toBe('open');
  });

  it('are refused while something else is added, and of an ended batch', async () => {
    const taskId = await open();
    void service.call('raisePay', { as: buyer, params: { id: taskId }, body: { payableAmount: 9 } });
    await request();
    await ask(taskId);
    expect(await refusals()).toMatchObject([{ reason: 'addition-underway' }]);
    void service.call('endTask', { as: buyer, params: { id: taskId } });
    await untilEvents(service, 'task.closing-requested', 1);
    await ask(taskId);
    expect(await refusals()).toMatchObject([{}, { reason: 'task-closed' }]);
    expect(await dataOf(service, 'task.places-requested')).toHaveLength(1);
  });

  it('come back with their coins when the batch ends before the wallet answers', async () => {
    const taskId = await open();
    await ask(taskId);
    void service.call('endTask', { as: buyer, params: { id: taskId } });
    await untilEvents(service, 'task.closing-requested', 1);
    await answer('task.places-funded');
    expect(await dataOf(service, 'task.places-unwanted')).toMatchObject([{ places: 4, cost: 28, payable: 7 }]);
    expect(await refusals()).toEqual([{ additionId: 'rows', taskId, reason: 'task-closed' }]);
    expect((await taskOf(taskId))?.batch?.rows).toBe(3);
  });
});

test('makes one addition at a time', async () => {
  const taskId = await posted();
  const first = add(taskId, 2);
  await request();
  expect((await add(taskId, 1)).body).toMatchObject({ code: 'addition-underway' });
  await answer('task.places-funded');
  expect((await first).status).toBe(200);
  expect(await dataOf(service, 'task.places-requested')).toHaveLength(1);
});

test('answers a repeated call from the same addition', async () => {
  const taskId = await posted();
  const answers = [add(taskId, 2, 'key'), add(taskId, 2, 'key')];
  await request();
  await answer('task.places-funded');
  for (const one of await Promise.all(answers)) expect(one.body).toEqual({ modifiedCount: 1 });
  expect((await add(taskId, 2, 'key')).body).toEqual({ modifiedCount: 1 });
  expect(await dataOf(service, 'task.places-requested')).toHaveLength(1);
});

test('answers 503 while the wallet is silent; the addition goes on', async () => {
  await service.stop();
  service = await startTask({ speed: 50 });
  const taskId = await posted();
  expect((await add(taskId, 2)).body).toMatchObject({ code: 'still-underway' });
  await answer('task.places-funded');
  expect([await stateOf(), (await taskOf(taskId))?.cost]).toEqual(['added', 35]);
});

describe('a raise', () => {
  const raise = (id: string, payableAmount: number) =>
    service.call('raisePay', { as: buyer, params: { id }, body: { payableAmount } });
  const fund = async (count: number) => {
    const { additionId, taskId, places, cost } = await request(count);
    await service.given('task.places-funded', taskId, { additionId, taskId, buyerId, places, cost });
    return additionId;
  };

  it('asks the wallet for the difference of each place that is not decided, and raises the pay when it has it', async () => {
    const taskId = await posted();
    const before = { version: 2, open: 2, pending: 0, approved: 1 };
    await service.given('task.places-opened', taskId, { taskId, additionId: 'none', places: before });
    const answered = raise(taskId, 10);
    expect(await request()).toMatchObject({ taskId, places: 2, payable: 3, cost: 6, raisedTo: 10 });
    const additionId = await fund(1);
    expect(await answered).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await dataOf(service, 'task.pay-raised')).toEqual([
      { additionId, taskId, buyerId, places: 2, payable: 10, by: 3 },
    ]);
    expect(await dataOf(service, 'task.places-added')).toEqual([]);
    expect(await taskOf(taskId)).toMatchObject({ payable: 10, cost: 27, posted: 3 });
    const places = { version: 4, open: 1, pending: 0, approved: 2 };
    await service.given('task.raise-applied', taskId, { taskId, additionId, buyerId, by: 3, unneeded: 1, places });
    expect(await taskOf(taskId)).toMatchObject({ cost: 24, places });
    void add(taskId, 4);
    expect(await request(2)).toMatchObject({ places: 4, payable: 10, cost: 40 });
    await fund(2);
    expect(await taskOf(taskId)).toMatchObject({ cost: 64, posted: 7 });
    void raise(taskId, 11);
    expect(await request(3)).toMatchObject({ places: 5, payable: 1, cost: 5, raisedTo: 11 });
  });

  it('never lowers the pay, and waits for another addition', async () => {
    const taskId = await posted();
    for (const pay of [6, 7])
      expect((await raise(taskId, pay)).body).toMatchObject({
        code: 'validation',
        errors: [{ field: 'payableAmount', message: 'The pay is 7 coins now. Give a higher one' }],
      });
    void add(taskId, 1);
    await request();
    expect((await raise(taskId, 8)).body).toMatchObject({ code: 'addition-underway' });
  });

  it('is refused while more than 1,000 submissions are pending', async () => {
    const taskId = await posted();
    const pending = (count: number, version: number) =>
      service.given('task.places-opened', taskId, {
        ...{ taskId, additionId: 'none' },
        places: { version, open: 1, pending: count, approved: 0 },
      });
    await pending(1001, 2);
    expect(await raise(taskId, 8)).toMatchObject({ status: 409, body: { code: 'too-many-pending' } });
    await pending(1000, 3);
    void raise(taskId, 8);
    expect(await request()).toMatchObject({ raisedTo: 8 });
  });

  it('gives the coins back when the task ends before the wallet answers', async () => {
    const taskId = await posted();
    const answered = raise(taskId, 9);
    await request();
    void service.call('endTask', { as: buyer, params: { id: taskId } });
    await untilEvents(service, 'task.closing-requested', 1);
    await fund(1);
    expect((await answered).body).toMatchObject({ code: 'task-closed' });
    expect(await dataOf(service, 'task.places-unwanted')).toMatchObject([{ places: 3, cost: 6, payable: 2 }]);
    expect(await taskOf(taskId)).toMatchObject({ payable: 7, cost: 21 });
  });
});
