import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  BUYER,
  dataOf,
  decideOn,
  parked,
  placesOf,
  publish,
  startSubmission,
  submitted,
} from '../../testing/submission.fixtures';
import { reservations } from '../reservation/reservation.store';
import { submissions } from '../submission/submission.store';
import { taskPlaces } from './places.store';

const worker = actor('worker');
const other = actor('worker', 'other');
const admin = actor('admin');

let service: Harness;
beforeEach(async () => {
  service = await startSubmission();
});
afterEach(async () => {
  await service.stop();
});

/** From 7 to 10 coins, for `places` places. */
const raise = (places: number) =>
  service.given('task.pay-raised', 't', {
    additionId: 'raise',
    taskId: 't',
    buyerId: BUYER.userId,
    places,
    payable: 10,
    by: 3,
  });
const payOf = async (_id: string) => (await service.store.collection(submissions).findOne({ _id }))?.payable;
const requestClosing = () =>
  service.given('task.closing-requested', 't', { taskId: 't', buyerId: BUYER.userId, reason: 'ended' });
const appeal = (id: string) =>
  service.call('fileAppeal', { as: worker, params: { id }, body: { text: 'I did all of it as the task says.' } });
const uphold = (id: string) =>
  service.call('decideAppeal', { as: admin, params: { id }, body: { outcome: 'upheld', note: 'The work is right.' } });

test('pays open, held and pending places more, and returns what it paid for decided ones', async () => {
  await publish(service, 't', 5, { reserveMinutes: 30 });
  const [early, pending] = [await submitted(service, 't', worker), await submitted(service, 't', other)];
  await service.call('reservePlace', { as: actor('worker', 'holder'), params: { id: 't' } });
  await decideOn(service, early, 'approved');
  const applied = await raise(5);
  await service.redeliver(applied);
  const places = await placesOf(service, 't');
  expect(places).toMatchObject({ open: 2, reserved: 1, pending: 1, approved: 1 });
  expect(await dataOf(service, 'task.raise-applied')).toEqual([
    { taskId: 't', additionId: 'raise', buyerId: BUYER.userId, by: 3, unneeded: 1, places },
  ]);
  expect(await Promise.all([early, pending].map(payOf))).toEqual([7, 10]);
  expect(await service.store.collection(reservations).findOne({ taskId: 't' })).toMatchObject({ payable: 10 });
  await decideOn(service, pending, 'approved');
  expect((await dataOf(service, 'submission.approved')).map(({ payable }) => payable)).toEqual([7, 10]);
  expect(await payOf(await submitted(service, 't', actor('worker', 'late')))).toBe(10);
});

test('lists pending work as changed, because a client shows its pay', async () => {
  await publish(service, 't', 1);
  const id = await submitted(service, 't', worker);
  const before = await service.store.collection(submissions).findOne({ _id: id });
  await raise(1);
  const after = await service.store.collection(submissions).findOne({ _id: id });
  expect(after?.changedAt).toBeGreaterThanOrEqual(before?.changedAt ?? Infinity);
  expect(after).toMatchObject({ payable: 10, status: 'pending' });
});

test('for fewer places than there are is parked', async () => {
  await publish(service, 't', 2);
  await raise(1);
  expect(await parked(service)).toBe(1);
  expect(await service.store.collection(taskPlaces).findOne({ _id: 't' })).toMatchObject({ payable: 7 });
});

test('lets an upheld appeal take a place at what the place pays now', async () => {
  await publish(service, 't', 1);
  const id = await submitted(service, 't', worker);
  await decideOn(service, id, 'reject');
  await raise(1);
  expect(await payOf(id)).toBe(7);
  await appeal(id);
  expect((await service.call('listAppeals', { as: admin, query: {} })).body).toMatchObject([
    { payableAmount: 10, paidBy: 'escrow' },
  ]);
  await uphold(id);
  expect(await dataOf(service, 'submission.rejection-reversed')).toMatchObject([{ payable: 10, paidBy: 'escrow' }]);
  expect(await payOf(id)).toBe(10);
});

test('does not raise what Piecework pays for an upheld appeal', async () => {
  await publish(service, 't', 1);
  const id = await submitted(service, 't', worker);
  await decideOn(service, id, 'reject');
  await submitted(service, 't', other);
  await raise(1);
  await appeal(id);
  await uphold(id);
  expect(await dataOf(service, 'submission.rejection-reversed')).toMatchObject([{ payable: 7, paidBy: 'platform' }]);
});

test('returns the raised pay of a place that was kept for an appeal', async () => {
  await publish(service, 't', 1);
  const id = await submitted(service, 't', worker);
  await decideOn(service, id, 'reject');
  await raise(1);
  await requestClosing();
  await appeal(id);
  const dismissal = { outcome: 'dismissed', note: 'The answer is empty.' } as const;
  await service.call('decideAppeal', { as: admin, params: { id }, body: dismissal });
  expect(await dataOf(service, 'appeal.place-returned')).toMatchObject([{ payable: 10 }]);
});
