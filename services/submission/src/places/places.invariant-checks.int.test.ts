import { silentLog } from '@piecework/base';
import { actor } from '@piecework/identity/testing';
import type { InvariantCheck } from '@piecework/service-runtime';
import type { Harness } from '@piecework/service-runtime/testing';
import { publishBatch, takePage, workOnce } from '../../testing/batch.fixtures';
import { decideOn, publish, requestDeletion, startSubmission, submitted } from '../../testing/submission.fixtures';
import { pages } from '../page/page.store';
import { createPlacesInvariantChecks } from './places.invariant-checks';
import { taskPlaces } from './places.store';

let service: Harness;
let check: InvariantCheck;
beforeEach(async () => {
  service = await startSubmission();
  check = createPlacesInvariantChecks({ store: service.store, log: silentLog })
    .piecework_places_balanced as InvariantCheck;
  await publish(service, 'task', 3);
  await submitted(service, 'task', actor('worker', 'wilma'));
  await decideOn(service, await submitted(service, 'task', actor('worker', 'wanda')), 'approved');
});
afterEach(() => service.stop());

const set = (places: Record<string, unknown>) =>
  service.store.collection(taskPlaces).updateOne({ _id: 'task' }, { $set: places });

describe('the invariant check of the places', () => {
  test('holds while the places match the submissions, also of a deleted task', async () => {
    expect(await check.holds()).toBe(true);
    const id = await submitted(service, 'task', actor('worker', 'walt'));
    await decideOn(service, id, 'reject');
    await requestDeletion(service, 'task');
    expect(await check.holds()).toBe(true);
    await set({ kept: 2 });
    expect(await check.holds()).toBe(false);
  });

  test.each([
    ['a pending place too many', { 'places.pending': 2 }],
    ['an approved place too few', { 'places.approved': 0 }],
    ['a place that was given away twice', { 'places.open': -1 }],
    ['a closed task with an open place', { state: 'closed' }],
    ['a kept place of an open task', { kept: 1, 'places.open': 0 }],
    ['a rejection too many that can be appealed', { appealable: 1 }],
  ])('fails at %s', async (_, places) => {
    await set(places);
    expect(await check.holds()).toBe(false);
  });

  const workedBatch = async (): Promise<string> => {
    const taskId = await publishBatch(service, 3, { overlap: { max: 2 } });
    await workOnce(service, taskId, actor('worker', 'wilma'));
    await takePage(service, taskId, actor('worker', 'wanda'));
    return taskId;
  };

  test('holds while the pages of a batch add up, also of a closed one', async () => {
    const taskId = await workedBatch();
    expect(await check.holds()).toBe(true);
    await requestDeletion(service, taskId);
    expect(await check.holds()).toBe(true);
  });

  test.each([{ open: 1 }, { spared: 1 }, { reserved: 0 }, { pending: 0 }, { approved: 1 }])(
    'fails at a page with %j',
    async ($set) => {
      const taskId = await workedBatch();
      await service.store.collection(pages).updateOne({ _id: `${taskId}:1` }, { $set });
      expect(await check.holds()).toBe(false);
    },
  );
});
