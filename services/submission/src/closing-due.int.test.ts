import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { BUYER, dataOf, decideOn, publish, startSubmission, submitted } from '../testing/submission.fixtures';

const ANN = actor('worker', 'ann');
const BOB = actor('worker', 'bob');

let service: Harness;
let check: number;
beforeEach(async () => {
  service = await startSubmission();
  check = 0;
});
afterEach(() => service.stop());

/** Of the answer to the event. */
const due = async ({ userId }: typeof ANN) => {
  check += 1;
  await service.given('user.closing-checked', userId, { userId, check, coins: 0 });
  expect((await dataOf(service, 'submission.closing-counted')).at(-1)).toMatchObject({ userId, check });
  return (await dataOf(service, 'submission.closing-counted')).at(-1)?.due;
};
const shown = ({ userId }: typeof ANN) => service.internal('closing', { userId });
const endTask = (taskId: string) =>
  service.given('task.closing-requested', taskId, { taskId, buyerId: BUYER.userId, reason: 'ended' });
const hold = (taskId: string, as = ANN) => service.call('reservePlace', { as, params: { id: taskId } });

it('counts pending work, held places and open appeals of a worker, until they are decided', async () => {
  await publish(service, 't1', 3, { reserveMinutes: 30 });
  await publish(service, 't2', 3, { reserveMinutes: 30 });
  expect(await due(ANN)).toBe(0);
  const work = await submitted(service, 't1', ANN);
  await hold('t2');
  expect(await due(ANN)).toBe(2);
  expect(await shown(ANN)).toMatchObject({ due: { pendingSubmissions: 1, heldPlaces: 1 }, coins: 7, openTasks: 0 });
  await service.call('returnPlace', { as: ANN, params: { id: 't2' } });
  await decideOn(service, work, 'reject');
  // It can be appealed, and need not be.
  expect(await due(ANN)).toBe(0);
  const text = 'It shows all ten pictures.';
  await service.call('fileAppeal', { as: ANN, params: { id: work }, body: { text } });
  expect(await due(ANN)).toBe(1);
  const note = { outcome: 'upheld', note: 'The pictures are all there.' };
  await service.call('decideAppeal', { as: actor('admin'), params: { id: work }, body: note });
  expect(await due(ANN)).toBe(0);
});

it('counts open tasks, undecided work and held places of a buyer, and the coins that return', async () => {
  await publish(service, 't1', 3, { reserveMinutes: 30 });
  const work = await submitted(service, 't1', ANN);
  await hold('t1', BOB);
  expect(await due(BUYER)).toBe(3);
  expect(await shown(BUYER)).toMatchObject({
    due: { undecidedSubmissions: 1, placesOfWorkers: 1 },
    openTasks: 1,
    coins: 2 * 7,
  });
  await endTask('t1');
  expect(await due(BUYER)).toBe(2);
  await decideOn(service, work, 'approved');
  await service.call('returnPlace', { as: BOB, params: { id: 't1' } });
  expect(await due(BUYER)).toBe(0);
  expect(await shown(BUYER)).toMatchObject({ openTasks: 0, coins: 0 });
});
