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
