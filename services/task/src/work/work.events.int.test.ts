import { HOUR_MS } from '@piecework/base';
import { type EventData, REVIEW_HOURS } from '@piecework/contracts';
import { BATCH_HEADER } from '@piecework/http';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import fc from 'fast-check';
import { dataOf, endDeletion, parked, post, startTask, untilEvents } from '../../testing/task.fixtures';
import { tasks } from '../task/task.store';
import { work } from './work.store';

let service: Harness;
const buyer = actor('buyer');
const worker = actor('worker');
const other = actor('worker', 'other');

beforeEach(async () => {
  service = await startTask();
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

let versions = 0;
let count = 0;
const factsOf = (taskId: string, submissionId: string, workerId = worker.userId) => ({
  submissionId,
  taskId,
  taskTitle: 'T',
  workerId,
  buyerId: buyer.userId,
  payable: 7,
  places: { version: ++versions, open: 2, pending: 0, approved: 0 },
});

type Facts = ReturnType<typeof factsOf>;
const created = (facts: Facts) => service.given('submission.created', facts.submissionId, facts);
const answered = (facts: Facts, checks: Partial<EventData<'submission.created'>>) =>
  service.given('submission.created', facts.submissionId, { ...facts, page: 1, ...checks });
const approved = (facts: Facts, decision: Partial<EventData<'submission.approved'>> = {}) =>
  service.given('submission.approved', facts.submissionId, {
    ...facts,
    decidedBy: 'buyer',
    waitedMs: HOUR_MS,
    ...decision,
  });
const rejected = (facts: Facts, decision: Partial<EventData<'submission.rejected'>> = {}) =>
  service.given('submission.rejected', facts.submissionId, {
    ...facts,
    decidedBy: 'buyer',
    waitedMs: HOUR_MS,
    reasonCode: 'wrong',
    placeReturned: true,
    ...decision,
  });
const reversed = (facts: Facts) =>
  service.given('submission.rejection-reversed', facts.submissionId, { ...facts, paidBy: 'escrow' });
const next = (taskId: string, workerId?: string) => factsOf(taskId, `s${++count}`, workerId);

const shown = async (taskId: string, as = worker) =>
  (await service.call('getTask', { as, params: { id: taskId } })).body;
const statsOf = async (taskId: string) => (await shown(taskId)).buyerStats;
const titles = async (query: object, as = worker) => {
  const { body, headers } = await service.call('listTasks', { as, query: { ...query } });
  return [headers['x-total-count'], (body as { taskTitle: string }[]).map(({ taskTitle }) => taskTitle)];
};

const NONE = { posted: 1, decided: 0, approved: 0, unexplained: 0, overturned: 0 };

describe('the record of a buyer', () => {
  it('counts decisions, rejections without a reason and reversed ones', async () => {
    const { taskId } = await post(service, buyer);
    expect(await statsOf(taskId)).toEqual(NONE);
    const [one, two, three, four] = [next(taskId), next(taskId), next(taskId), next(taskId)];
    for (const facts of [one, two, three, four]) await created(facts);
    expect(await statsOf(taskId)).toEqual(NONE);
    await approved(one);
    await rejected(two, { reasonCode: undefined });
    await rejected(three, { waitedMs: 30 * HOUR_MS });
    await approved(four, { decidedBy: 'deadline', waitedMs: 168 * HOUR_MS });
    expect(await statsOf(taskId)).toEqual({ ...NONE, decided: 4, approved: 2, unexplained: 1, reviewHours: 1 });
    await reversed(two);
    expect(await statsOf(taskId)).toMatchObject({ decided: 4, approved: 3, unexplained: 1, overturned: 1 });
  });

  it('counts the workers of batches who met checks, and those who were stopped', async () => {
    const { taskId } = await post(service, buyer);
    await answered(next(taskId), { isFirstChecked: true });
    expect(await statsOf(taskId)).toEqual({ ...NONE, checkedWorkers: 1 });
    const stopping = next(taskId, 'other');
    await approved(stopping);
    await answered(stopping, { isFirstChecked: true, isStopping: true });
    await answered(next(taskId, 'other'), {});
    expect(await statsOf(taskId)).toMatchObject({ decided: 1, approved: 1, checkedWorkers: 2, stoppedWorkers: 1 });
  });

  it('leaves out departures', async () => {
    const { taskId } = await post(service, buyer);
    await approved(next(taskId), { decidedBy: 'departure' });
    await rejected(next(taskId), { decidedBy: 'departure', reasonCode: undefined });
    expect(await statsOf(taskId)).toEqual(NONE);
  });

  it('counts a rejection for a late revision, but not its time', async () => {
    const { taskId } = await post(service, buyer);
    await rejected(next(taskId), { decidedBy: 'deadline', reasonCode: 'overdue', waitedMs: 99 * HOUR_MS });
    expect(await statsOf(taskId)).toEqual({ ...NONE, decided: 1 });
  });

  it('has the hours that half of the decisions did not exceed', async () => {
    const { taskId } = await post(service, buyer);
    const hoursAfter = async (...waits: number[]) => {
      for (const hours of waits) await approved(next(taskId), { waitedMs: hours * HOUR_MS });
      return (await statsOf(taskId)).reviewHours;
    };
    expect(await hoursAfter(3)).toBe(4);
    expect(await hoursAfter(5)).toBe(4);
    expect(await hoursAfter(25)).toBe(12);
    expect(await hoursAfter(800, 90_000, 70_000)).toBe(72);
    expect(await hoursAfter(90_000, 90_000, 90_000)).toBe(8760);
    expect([4, 12, 72, 8760].every((hours) => REVIEW_HOURS.some((bound) => bound === hours))).toBe(true);
  });

  it('counts all tasks that were funded', async () => {
    await post(service, buyer, { outcome: 'insufficient-coins' });
    const { taskId: gone } = await post(service, buyer);
    const { taskId } = await post(service, buyer);
    const deletion = service.call('deleteTask', { as: buyer, params: { id: gone } });
    await untilEvents(service, 'task.deletion-requested', 1);
    await endDeletion(service, gone, buyer.userId, 21);
    await deletion;
    expect(await statsOf(taskId)).toEqual({ ...NONE, posted: 2 });
  });

  it('is the same in any order of the events, and with repeated ones', async () => {
    const { taskId } = await post(service, buyer);
    const makers = [created, rejected, reversed] as const;
    const order = fc.shuffledSubarray([...makers, ...makers], { minLength: 6 });
    await fc.assert(
      fc.asyncProperty(order, async (events) => {
        const facts = next(taskId);
        for (const publish of events) await publish(facts);
        expect(await service.store.collection(work).findOne({ _id: facts.submissionId })).toMatchObject({
          live: true,
          overturned: true,
          decided: { approved: false, hours: 1 },
        });
      }),
      { numRuns: 8 },
    );
    expect(await statsOf(taskId)).toMatchObject({ decided: 8, approved: 8, overturned: 8, reviewHours: 1 });
  });

  it('is not shown to visitors and in lists of more than 100 rows', async () => {
    const { taskId } = await post(service, buyer);
    const { body } = await service.call('getTask', { params: { id: taskId } });
    expect(body).not.toHaveProperty('buyerStats');
    const { body: rows } = await service.call('listTasks', { as: worker });
    expect(rows).toMatchObject([{ buyerStats: NONE }]);
  });
});

describe('a task that the worker has submitted to', () => {
  it('is marked, and left out by `fresh` while the submission is pending or approved', async () => {
    const { taskId } = await post(service, buyer, { body: { taskTitle: 'Birds' } });
    await post(service, buyer, { body: { taskTitle: 'Cats' } });
    const facts = next(taskId);
    const fresh = { fresh: '1', open: '1' };
    expect(await titles(fresh)).toEqual(['2', ['Cats', 'Birds']]);
    await created(facts);
    expect(await shown(taskId)).toMatchObject({ submitted: true });
    expect(await shown(taskId, other)).not.toHaveProperty('submitted');
    expect(await titles(fresh)).toEqual(['1', ['Cats']]);
    expect(await titles({ ...fresh, q: 'i' })).toEqual(['0', []]);
    expect(await titles({ fresh: '1' })).toEqual(['1', ['Cats']]);
    expect(await titles({ open: '1' })).toEqual(['2', ['Cats', 'Birds']]);
    expect(await titles(fresh, other)).toEqual(['2', ['Cats', 'Birds']]);
    await rejected(facts);
    expect(await shown(taskId)).not.toHaveProperty('submitted');
    expect(await titles(fresh)).toEqual(['2', ['Cats', 'Birds']]);
    await reversed(facts);
    expect(await titles(fresh)).toEqual(['1', ['Cats']]);
  });

  it('is not counted twice when it is full', async () => {
    const { taskId } = await post(service, buyer, { body: { taskTitle: 'Birds' } });
    await post(service, buyer, { body: { taskTitle: 'Cats' } });
    const facts = next(taskId);
    await created({ ...facts, places: { ...facts.places, open: 0, pending: 1 } });
    expect(await titles({ fresh: '1', open: '1' })).toEqual(['1', ['Cats']]);
    expect(await titles({ fresh: '1' })).toEqual(['1', ['Cats']]);
  });
});

it('lists the tasks that pay enough, and those that close soon', async () => {
  const dates = { Past: '2026-11-21', Soon: '2026-11-24', Later: '2026-11-25', Last: '2099-01-01' };
  let payableAmount = 3;
  for (const [taskTitle, completionDate] of Object.entries(dates))
    await post(service, buyer, { body: { taskTitle, completionDate, payableAmount: payableAmount++ } });
  expect(await titles({ minPay: '5' })).toEqual(['2', ['Last', 'Later']]);
  expect(await titles({ minPay: '5', sort: 'pay', open: '1' })).toEqual(['2', ['Last', 'Later']]);
  expect(await titles({ closing: '1' })).toEqual(['2', ['Soon', 'Past']]);
  expect(await titles({ closing: '1', minPay: '4', q: 'o' })).toEqual(['1', ['Soon']]);
  expect(await titles({ closing: '0' })).toMatchObject(['4', { length: 4 }]);
  await service.store.collection(tasks).updateMany({ title: 'Past' }, { $set: { completionDate: '2026-11-20' } });
  expect(await titles({ closing: '1' })).toEqual(['1', ['Soon']]);
});

it('lists batches by the pay of an hour, and tasks by the approval rate that they need', async () => {
  const header = (taskId: string) => ({
    [BATCH_HEADER]: JSON.stringify({ taskId, figures: { rows: 2, pages: 2, rowsPerPage: 1, overlap: { max: 1 } } }),
  });
  for (const [taskTitle, medianSeconds, minApprovalRate] of [
    ['Slow', 600, 95],
    ['Quick', 40, 80],
  ] as const) {
    const { taskId } = await post(service, buyer, { body: { taskTitle, minApprovalRate }, headers: header(taskTitle) });
    const facts = next(taskId);
    const places = { ...facts.places, medianSeconds };
    await service.given('submission.created', facts.submissionId, { ...facts, places });
  }
  await post(service, buyer, { body: { taskTitle: 'Plain', payableAmount: 900 } });
  expect((await shown('Quick')).batch).toMatchObject({ pace: { medianSeconds: 40, coinsPerHour: 630 } });
  expect(await titles({ sort: 'hourly', open: '1' })).toEqual(['3', ['Quick', 'Slow', 'Plain']]);
  expect(await titles({ minHourly: '60' })).toEqual(['1', ['Quick']]);
  expect(await titles({ approvalFrom: '81' })).toEqual(['1', ['Slow']]);
  expect(await titles({ approvalTo: '94' })).toEqual(['1', ['Quick']]);
});

it('publishes the approval rate that a task asks for', async () => {
  const { taskId } = await post(service, buyer, { body: { minApprovalRate: '90' } });
  expect(await dataOf(service, 'task.published')).toMatchObject([{ minApprovalRate: 90 }]);
  expect(await shown(taskId)).toMatchObject({ minApprovalRate: 90 });
  const { taskId: any } = await post(service, buyer, { body: { minApprovalRate: 0 } });
  expect(await shown(any)).not.toHaveProperty('minApprovalRate');
});
