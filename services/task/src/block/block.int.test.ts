import type { Task } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { parked, post, startTask } from '../../testing/task.fixtures';

const worker = actor('worker');
const other = actor('worker', 'other');
const [ann, ben] = [actor('buyer', 'ann'), actor('buyer', 'ben')];

let service: Harness;
let ofAnn: string;
let ofBen: string;
beforeEach(async () => {
  service = await startTask();
  ofAnn = (await post(service, ann)).taskId;
  ofBen = (await post(service, ben)).taskId;
  const { taskId: id } = await post(service, ann);
  await service.call('changeTask', { as: ann, params: { id }, body: { paused: true } });
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const give = (type: 'block.added' | 'block.removed', blockId: string, by: 'buyer' | 'worker', buyer: Actor) =>
  service.given(type, blockId, { blockId, by, buyerId: buyer.userId, workerId: worker.userId });
const list = async (as?: Actor, query: Record<string, unknown> = {}) => {
  const { body, headers } = await service.call('listTasks', { query, ...(as && { as }) });
  return { ids: (body as Task[]).map(({ _id }) => _id), total: headers?.['x-total-count'] };
};
const get = async (id: string, as: Actor = worker) => (await service.call('getTask', { as, params: { id } })).body;

it.each(['buyer', 'worker'] as const)(
  'the tasks of a buyer are in no list of a worker, blocked by the %s',
  async (by) => {
    await give('block.added', 'b1', by, ann);
    for (const query of [
      {},
      { open: '1' },
      { status: 'pending' },
      { fresh: '1', open: '1' },
      { sort: 'pay', minPay: '2' },
      { q: 'label' },
    ])
      expect(await list(worker, query)).toEqual({ ids: [ofBen], total: '1' });
    for (const as of [other, undefined]) expect((await list(as)).ids.sort()).toEqual([ofAnn, ofBen].sort());
    await give('block.removed', 'b1', by, ann);
    expect(await list(worker)).toMatchObject({ total: '2' });
  },
);

it('a list leaves out what is hidden and what is done, and counts neither', async () => {
  const done = (await post(service, ben)).taskId;
  const facts = {
    submissionId: 's1',
    taskId: done,
    taskTitle: '',
    payable: 7,
    buyerId: ben.userId,
    workerId: worker.userId,
  };
  const places = { version: 1, open: 2, pending: 1, approved: 0 };
  await service.given('submission.created', 's1', { ...facts, places });
  await give('block.added', 'b1', 'worker', ann);
  await give('block.added', 'b2', 'buyer', ann);
  expect(await list(worker, { fresh: '1', open: '1' })).toEqual({ ids: [ofBen], total: '1' });
});

it('a task is full for a worker whom its buyer keeps out, and names the own block to a worker', async () => {
  await give('block.added', 'b1', 'buyer', ann);
  await give('block.added', 'b2', 'worker', ben);
  expect(await get(ofAnn)).toMatchObject({ requiredWorkers: 0 });
  expect((await get(ofAnn)).buyerBlock).toBeUndefined();
  expect(await get(ofBen)).toMatchObject({ requiredWorkers: 3, buyerBlock: 'b2' });
  for (const as of [other, ann]) {
    expect(await get(ofAnn, as)).toMatchObject({ requiredWorkers: 3 });
    expect((await get(ofBen, as)).buyerBlock).toBeUndefined();
  }
});
