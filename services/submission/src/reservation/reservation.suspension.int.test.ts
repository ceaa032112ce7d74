import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { publishBatch, rowsOf, takePage } from '../../testing/batch.fixtures';
import {
  BUYER,
  dataOf,
  decideOn,
  placesOf,
  publish,
  startSubmission,
  statusOf,
  submitTo,
  submitted,
} from '../../testing/submission.fixtures';

const worker = actor('worker');
const other = actor('worker', 'other');

let service: Harness;
beforeEach(async () => {
  service = await startSubmission();
  for (const person of [worker, other, BUYER])
    await service.given('user.registered', person.userId, {
      userId: person.userId,
      email: person.email,
      userName: person.name,
      userPhotoURL: '',
      role: person.role === 'buyer' ? 'buyer' : 'worker',
    });
});
afterEach(() => service.stop());

const suspend = ({ userId, role }: Actor, isSuspended = true, suspensionVersion = isSuspended ? 1 : 2) =>
  service.given('user.suspension-changed', userId, { userId, role, isSuspended, suspensionVersion, why: 'scam' });
const reserve = (taskId: string, as: Actor) => service.call('reservePlace', { as, params: { id: taskId } });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

test('what a suspended worker holds ends, and they can hold it again right after', async () => {
  await publish(service, 't1', 4, { reserveMinutes: 30 });
  for (const as of [worker, other]) await reserve('t1', as);
  await suspend(worker);
  expect(await placesOf(service, 't1')).toMatchObject({ open: 3, reserved: 1 });
  expect(await dataOf(service, 'place.released')).toMatchObject([
    { workerId: worker.userId, why: 'ended', workerSuspended: true, placeReturned: true },
  ]);
  expect(codeOf(await reserve('t1', worker))).toEqual([409, 'account-suspended']);
  await suspend(worker, false);
  // No pause: the hold did not end unused.
  expect((await reserve('t1', worker)).status).toBe(201);
});

test('a held page returns to its batch', async () => {
  const taskId = await publishBatch(service, rowsOf(1), { rowsPerPage: 1, overlap: { max: 1 } });
  expect((await takePage(service, taskId, worker)).status).toBe(201);
  expect((await takePage(service, taskId, other)).body.page).toBeUndefined();
  await suspend(worker);
  expect((await takePage(service, taskId, other)).body).toMatchObject({ page: { number: 1 } });
});

test('work that was handed in stays, is decided and is paid', async () => {
  await publish(service, 't1', 2, { reserveMinutes: 30 });
  const id = await submitted(service, 't1', worker);
  await suspend(worker);
  expect(codeOf(await submitTo(service, 't1', worker))).toEqual([409, 'account-suspended']);
  expect((await decideOn(service, id, 'approved')).status).toBe(200);
  expect(await statusOf(service, id)).toBe('approved');
});

test('a suspended buyer decides nothing, and workers keep what they hold of their tasks', async () => {
  await publish(service, 't1', 3, { reserveMinutes: 30 });
  const id = await submitted(service, 't1', worker);
  await reserve('t1', other);
  await suspend(BUYER);
  expect(codeOf(await decideOn(service, id, 'approved'))).toEqual([409, 'account-suspended']);
  expect(await placesOf(service, 't1')).toMatchObject({ reserved: 1, pending: 1 });
  expect((await submitTo(service, 't1', other)).status).toBe(201);
});
