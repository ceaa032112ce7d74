// Runs on MongoDB and Kafka too: the unique index of a block, and its order among others.
import type { Block } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { answerPage, publishBatch, takePage, withApprovedWork, workOnce } from '../../testing/batch.fixtures';
import {
  BUYER,
  closeAccount,
  dataOf,
  decideOn,
  placesOf,
  publish,
  startSubmission,
  submitTo,
  submitted,
} from '../../testing/submission.fixtures';
import { reservations } from '../reservation/reservation.store';
import { blocks } from './block.store';

const worker = actor('worker');
const other = actor('worker', 'other');
const stranger = actor('buyer', 'stranger');
const HELD = { reserveMinutes: 30 };

let service: Harness;
beforeEach(async () => {
  service = await startSubmission();
});
afterEach(() => service.stop());

const block = (as: Actor, body: object) => service.call('createBlock', { as, body });
const unblock = (as: Actor, id: string) => service.call('deleteBlock', { as, params: { id } });
const list = async (as: Actor): Promise<Block[]> => (await service.call('listBlocks', { as })).body;
const reserve = (taskId: string, as: Actor) => service.call('reservePlace', { as, params: { id: taskId } });
const textOf = ({ status, body }: { status: number; body: unknown }) => [status, body];

/** A rejected submission of the worker, by which the buyer blocks the worker. */
const blocked = async () => {
  await publish(service, 'met', 1, HELD);
  const submissionId = await submitted(service, 'met', worker);
  await decideOn(service, submissionId, 'reject');
  const { body } = await block(BUYER, { submissionId });
  return { submissionId, id: body.insertedId as string };
};

describe('a worker whom the buyer blocks', () => {
  it('gets the answers of a full task, and nothing tells the difference', async () => {
    const { id } = await blocked();
    await publish(service, 'open', 2, HELD);
    await publish(service, 'full', 1, HELD);
    await submitted(service, 'full', other);
    for (const act of [reserve, (taskId: string, as: Actor) => submitTo(service, taskId, as)])
      expect(textOf(await act('open', worker))).toEqual(textOf(await act('full', actor('worker', 'third'))));
    expect(await placesOf(service, 'open')).toMatchObject({ open: 2, pending: 0 });
    await unblock(BUYER, id);
    expect((await reserve('open', worker)).status).toBe(201);
  });

  it('gets no page of a batch, in a pilot neither, and none after the end of a hold', async () => {
    await withApprovedWork(service, [worker, other]);
    const taskId = await publishBatch(service, 3, { overlap: { max: 1 } });
    const pilot = await publishBatch(service, 3, { pilotPages: 1, overlap: { max: 1 } });
    const full = await publishBatch(service, 1, { overlap: { max: 1 } });
    for (const id of [pilot, full]) await takePage(service, id, other);
    const asFull = (await takePage(service, full, worker)).body;
    const afterPilot = (await takePage(service, pilot, worker)).body;
    await takePage(service, taskId, worker);
    const lapsed = { $set: { state: 'lapsed' as const, endedAt: 0 } };
    await workOnce(service, taskId, other);
    await service.call('returnPlace', { as: worker, params: { id: taskId } });
    await service.store.collection(reservations).updateMany({ state: 'returned' }, lapsed);
    await blocked();
    expect((await takePage(service, taskId, worker)).body).toEqual(asFull);
    expect((await answerPage(service, taskId, 1, worker)).body).toEqual({
      message: expect.stringMatching(/^Your hold on this page ended, and other workers have taken it/),
    });
    await service.call('returnPlace', { as: other, params: { id: pilot } });
    expect((await takePage(service, pilot, worker)).body).toEqual(afterPilot);
    expect((await takePage(service, pilot, other)).body.page).toBeDefined();
  });

  it('goes on with what is held and pending, and reads the same', async () => {
    await publish(service, 'held', 2, HELD);
    await publish(service, 'pending', 1);
    const pending = await submitted(service, 'pending', worker);
    await reserve('held', worker);
    const batch = await publishBatch(service, 2);
    expect((await takePage(service, batch, worker)).status).toBe(201);
    await blocked();
    expect((await reserve('held', worker)).status).toBe(201);
    expect((await submitTo(service, 'held', worker)).status).toBe(201);
    expect((await takePage(service, batch, worker)).body.page.number).toBe(1);
    expect((await answerPage(service, batch, 1, worker)).status).toBe(201);
    const note = { note: 'Please name the last bird too.' };
    expect((await service.call('requestRevision', { as: BUYER, params: { id: pending }, body: note })).status).toBe(
      200,
    );
    const again = { as: worker, params: { id: pending }, body: { submissionDetails: 'With the last bird' } };
    expect((await service.call('resubmit', again)).status).toBe(200);
  });
});

it('a worker who hides a buyer can work for that buyer all the same', async () => {
  await publish(service, 'open', 1, HELD);
  expect((await block(worker, { taskId: 'open' })).status).toBe(201);
  expect(await dataOf(service, 'block.added')).toMatchObject([
    { by: 'worker', buyerId: BUYER.userId, workerId: worker.userId },
  ]);
  expect((await submitTo(service, 'open', worker)).status).toBe(201);
});

it('a repeat answers with the same block; each caller lists and ends only their own', async () => {
  const { id, submissionId } = await blocked();
  expect((await block(BUYER, { submissionId })).body).toEqual({ insertedId: id });
  expect(await dataOf(service, 'block.added')).toEqual([
    { blockId: id, by: 'buyer', buyerId: BUYER.userId, workerId: worker.userId },
  ]);
  await block(worker, { taskId: 'met' });
  expect(await list(BUYER)).toEqual([
    { _id: id, name: worker.name, taskTitle: 'Task met', blockedAt: expect.any(String) },
  ]);
  expect(await list(worker)).toMatchObject([{ name: BUYER.name, taskTitle: 'Task met' }]);
  for (const as of [worker, stranger]) expect((await unblock(as, id)).body).toEqual({ deletedCount: 0 });
  expect((await unblock(BUYER, id)).body).toEqual({ deletedCount: 1 });
  expect((await unblock(BUYER, id)).body).toEqual({ deletedCount: 0 });
  expect(await list(BUYER)).toEqual([]);
  expect(await dataOf(service, 'block.removed')).toHaveLength(1);
});

it('a buyer blocks a worker who has answered their batch', async () => {
  await withApprovedWork(service, [worker, other]);
  const taskId = await publishBatch(service, 2);
  await takePage(service, taskId, other);
  await workOnce(service, taskId, worker);
  const by = (as: Actor, { userId: workerId }: Actor) => block(as, { taskId, workerId });
  // The buyer does not know a worker who only holds a page.
  expect((await by(BUYER, other)).status).toBe(404);
  expect((await by(stranger, worker)).status).toBe(404);
  expect((await by(BUYER, worker)).status).toBe(201);
  expect((await takePage(service, taskId, worker)).body.page).toBeUndefined();
});

it.each([
  ['a submission to another buyer', stranger, (submissionId: string) => ({ submissionId }), 404],
  ['a submission that does not exist', BUYER, () => ({ submissionId: 'none' }), 404],
  ['a task that does not exist', worker, () => ({ taskId: 'none' }), 404],
  ['an own task', { ...worker, userId: BUYER.userId, roleVersion: 1 }, () => ({ taskId: 'met' }), 404],
  ['a submission as a worker', worker, (submissionId: string) => ({ submissionId }), 400],
  ['a task without its worker, as a buyer', BUYER, () => ({ taskId: 'met' }), 400],
])('%s names no person to block', async (_what, as, body, status) => {
  const { submissionId, id } = await blocked();
  const answer = await block(as, body(submissionId));
  expect(answer.status).toBe(status);
  expect((await service.store.collection(blocks).find({})).map(({ _id }) => _id)).toEqual([id]);
});

it('a person blocks at most 1,000 others', async () => {
  await publish(service, 'met', 1);
  const rows = Array.from({ length: 1000 }, (_, n) => ({
    _id: `b-${n}`,
    by: 'worker' as const,
    blockerId: worker.userId,
    blockedId: `buyer-${n}`,
    name: 'Sam',
    taskTitle: 'A task',
    createdAt: n,
  }));
  await service.store.collection(blocks).insertMany(rows);
  expect((await block(worker, { taskId: 'met' })).body.code).toBe('too-many-blocks');
  await unblock(worker, 'b-7');
  expect((await block(worker, { taskId: 'met' })).status).toBe(201);
});

it('a new name is shown, and a closed account ends its blocks and those of it', async () => {
  const { submissionId } = await blocked();
  await block(worker, { taskId: 'met' });
  const renamed = { userId: worker.userId, userName: 'Sam Lee', userPhotoURL: '', profileVersion: 1 };
  await service.given('user.profile-changed', worker.userId, renamed);
  expect((await list(BUYER)).map(({ name }) => name)).toEqual(['Sam Lee']);
  await closeAccount(service, worker);
  expect(await service.store.collection(blocks).find({})).toEqual([]);
  expect((await dataOf(service, 'block.removed')).map(({ by }) => by).sort()).toEqual(['buyer', 'worker']);
  expect((await block(BUYER, { submissionId })).status).toBe(404);
});
