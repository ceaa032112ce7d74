import type { EventData } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  BUYER,
  dataOf,
  decideOn,
  parked,
  publish,
  startSubmission,
  submitted,
} from '../../testing/submission.fixtures';

let service: Harness;
const worker = actor('worker');
let id: string;
beforeEach(async () => {
  service = await startSubmission();
  await publish(service, 't', 1);
  id = await submitted(service, 't', worker);
  await decideOn(service, id, 'approved');
});
afterEach(async () => {
  await service.stop();
});

const paid = (count: number, coins: number, total: number, submissionId = id) => {
  const bonus: EventData<'wallet.bonus-paid'> = {
    ...{ submissionId, taskId: 't', workerId: worker.userId, buyerId: BUYER.userId },
    ...{ coins, count, total },
  };
  return service.given('wallet.bonus-paid', submissionId, bonus);
};
const shown = async (as = worker) => (await service.call('listSubmissions', { as })).body[0]?.bonus;

it('shows the sum of its bonuses to worker and buyer, and in the earnings of the worker', async () => {
  await paid(1, 4, 4);
  await service.redeliver(await paid(2, 3, 7));
  for (const as of [worker, BUYER]) expect(await shown(as)).toEqual({ coins: 7, count: 2 });
  expect((await service.internal('totals', { actor: worker })).worker).toMatchObject({ approved: 1, earned: 14 });
  const { body } = await service.call('exportSubmissions', { as: BUYER, params: { id: 't' } });
  const [head = '', row = ''] = String(body).split('\r\n');
  expect(row.split(',')[head.split(',').indexOf('bonus')]).toBe('7');
  const facts = { submissionId: id, taskId: 't', taskTitle: 'Task t', workerId: worker.userId, buyerId: BUYER.userId };
  const noted = await dataOf(service, 'submission.bonus-noted');
  expect(noted).toEqual([4, 7].map((coins) => ({ ...facts, payable: 7, coins })));
});

it('keeps the latest sum when the events come in another order', async () => {
  await paid(2, 3, 7);
  await paid(1, 4, 4);
  expect(await shown()).toEqual({ coins: 7, count: 2 });
  expect(await dataOf(service, 'submission.bonus-noted')).toHaveLength(1);
});

it('parks the bonus of an unknown submission', async () => {
  await paid(1, 4, 4, 'unknown');
  expect(await parked(service)).toBe(1);
});
