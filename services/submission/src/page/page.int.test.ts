import { MINUTE_MS, silentLog } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  answerPage,
  pagesOf,
  publishBatch,
  rowsWithChecks,
  takePage,
  withApprovedWork,
  workOnce,
} from '../../testing/batch.fixtures';
import { BUYER, decideOn, parked, placesOf, startSubmission, workers } from '../../testing/submission.fixtures';
import { createPlacesInvariantChecks } from '../places/places.invariant-checks';

const worker = actor('worker');

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
  await withApprovedWork(service, [worker, ...workers(200)]);
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  const checks = createPlacesInvariantChecks({ store: service.store, log: silentLog });
  expect(await checks.piecework_places_balanced?.holds()).toBe(true);
  await service.stop();
});

const numberOf = ({ body }: Awaited<ReturnType<typeof takePage>>) => body.page?.number ?? body.message ?? body.code;
const inTurn = async (taskId: string, by: ReturnType<typeof workers>) => {
  const numbers: (number | undefined)[] = [];
  for (const one of by) numbers.push(await workOnce(service, taskId, one));
  return numbers;
};

describe('assignment', () => {
  it('completes the first pages first, gives no page to a worker twice, and ends', async () => {
    const taskId = await publishBatch(service, 3, { overlap: { max: 2 } });
    const [a, b] = workers(2);
    if (!a || !b) throw new Error('no workers');
    expect(await inTurn(taskId, [a, a, b, b, b, a])).toEqual([1, 2, 1, 2, 3, 3]);
    expect(await placesOf(service, taskId)).toMatchObject({ open: 0, pending: 6 });
    expect(numberOf(await takePage(service, taskId, a))).toContain('taken');
    expect(await pagesOf(service, taskId)).toMatchObject(
      [1, 2, 3].map((number) => ({ number, open: 0, reserved: 0, pending: 2, approved: 0 })),
    );
  });

  it('passes the pages that a worker has answered, which others still can', async () => {
    const taskId = await publishBatch(service, 7, { overlap: { max: 3 } });
    const [a, b] = workers(2);
    if (!a || !b) throw new Error('no workers');
    for (const one of [a, b]) expect(await inTurn(taskId, Array(7).fill(one))).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('gives the held page again, another one besides it, and at most three', async () => {
    const taskId = await publishBatch(service, 9, { rowsPerPage: 2 });
    const first = await takePage(service, taskId, worker);
    expect(first.body).toMatchObject({
      page: { number: 1, pages: 5, rows: [{ number: 1 }, { number: 2, text: 'Copy the total of R-2.' }] },
    });
    expect((await takePage(service, taskId, worker)).body.insertedId).toBe(first.body.insertedId);
    expect(numberOf(await takePage(service, taskId, worker, [1]))).toBe(2);
    expect(numberOf(await takePage(service, taskId, worker, [2]))).toBe(1);
    expect(numberOf(await takePage(service, taskId, worker, [1, 2]))).toBe(3);
    expect(numberOf(await takePage(service, taskId, worker, [1, 2, 3]))).toContain('You hold 3 pages');
    expect(await placesOf(service, taskId)).toMatchObject({ open: 2, reserved: 3 });
  });

  it('counts a batch as one held place', async () => {
    const taskIds = [];
    for (let count = 0; count < 4; count += 1) taskIds.push(await publishBatch(service, 3));
    const [a = '', b = '', c = '', d = ''] = taskIds;
    for (const taskId of [a, b, c]) await takePage(service, taskId, worker);
    expect(numberOf(await takePage(service, a, worker, [1]))).toBe(2);
    expect(numberOf(await takePage(service, d, worker))).toContain('You already hold 3 places');
  });

  it('offers a page whose hold lapsed, was released or whose answer was rejected to the others', async () => {
    const taskId = await publishBatch(service, 3);
    const [a, b, c] = workers(3);
    if (!a || !b || !c) throw new Error('no workers');
    await takePage(service, taskId, a);
    await workOnce(service, taskId, b);
    const { body } = await service.call('listSubmissions', { as: BUYER });
    expect(await workOnce(service, taskId, b)).toBe(3);
    expect(await workOnce(service, taskId, b)).toBeUndefined();
    await service.call('returnPlace', { as: a, params: { id: taskId } });
    expect(await workOnce(service, taskId, b)).toBe(1);
    await decideOn(service, body[0]._id, 'reject');
    expect(numberOf(await takePage(service, taskId, c))).toBe(2);
    await clock.leap(40 * MINUTE_MS);
    await service.settle();
    // Another answer would end the time to appeal the rejection.
    expect(await workOnce(service, taskId, b)).toBeUndefined();
    expect((await answerPage(service, taskId, 2, b)).status).toBe(201);
  });

  it('respects the most pages of a worker', async () => {
    const taskId = await publishBatch(service, 5, { maxPagesPerWorker: 2 });
    expect(await inTurn(taskId, [worker, worker])).toEqual([1, 2]);
    expect(numberOf(await takePage(service, taskId, worker))).toContain('at most 2');
    const [other] = workers(1);
    if (other) expect(await workOnce(service, taskId, other)).toBe(3);
  });

  it('counts answers after the end of a hold in the most pages of a worker', async () => {
    const taskId = await publishBatch(service, 4, { maxPagesPerWorker: 1 });
    const [other] = workers(1);
    if (!other) throw new Error('no worker');
    for (const as of [worker, other]) {
      expect(numberOf(await takePage(service, taskId, as))).toBe(1);
      if (as === worker) await service.call('returnPlace', { as, params: { id: taskId } });
    }
    expect(numberOf(await takePage(service, taskId, worker))).toBe(2);
    await service.call('returnPlace', { as: other, params: { id: taskId } });
    expect((await answerPage(service, taskId, 1, worker)).body.message).toContain('at most 1');
    expect((await answerPage(service, taskId, 2, worker)).status).toBe(201);
    expect((await answerPage(service, taskId, 1, worker)).body.message).toContain('at most 1');
  });

  it('gives 200 workers at once no place twice, and leaves none', async () => {
    const taskId = await publishBatch(service, 50, { overlap: { max: 3 } });
    const all = workers(200);
    const given = await Promise.all(all.map((one) => workOnce(service, taskId, one)));
    const numbers = given.filter((number) => number !== undefined);
    expect(numbers).toHaveLength(150);
    for (let number = 1; number <= 50; number += 1) expect(numbers.filter((one) => one === number)).toHaveLength(3);
    expect(await placesOf(service, taskId)).toMatchObject({ open: 0, pending: 150 });
  });

  it('takes as many commands at 10,000 pages as at 100, also with checks and for a worker with many answers', async () => {
    const CHECKS = 20;
    const commandsOf = async (pages: number, answered: number) => {
      const file = rowsWithChecks(pages - CHECKS, CHECKS);
      const taskId = await publishBatch(service, file, { overlap: { max: 3 }, minAccuracy: 0 });
      for (let count = 0; count < answered; count += 1) await workOnce(service, taskId, worker, 2);
      const total = () => [...service.store.commands.values()].reduce((sum, count) => sum + count, 0);
      await service.settle();
      const before = total();
      expect(numberOf(await takePage(service, taskId, worker))).toBe(answered + 1);
      const commands = total() - before;
      await service.call('returnPlace', { as: worker, params: { id: taskId } });
      return commands;
    };
    const few = await commandsOf(100, 5);
    expect(Math.abs((await commandsOf(10_000, 30)) - few)).toBeLessThanOrEqual(1);
  });

  it('stops while the batch is paused and after it is closed; held pages are still answered', async () => {
    const taskId = await publishBatch(service, 3);
    await takePage(service, taskId, worker);
    await service.given('task.pause-changed', taskId, { taskId, paused: true });
    expect(numberOf(await takePage(service, taskId, worker, [1]))).toContain('paused');
    await service.given('task.closing-requested', taskId, { taskId, buyerId: BUYER.userId, reason: 'ended' });
    expect((await takePage(service, taskId, worker, [1])).status).toBe(404);
    expect((await answerPage(service, taskId, 1, worker)).status).toBe(201);
    expect(await placesOf(service, taskId)).toMatchObject({ open: 0, pending: 1 });
  });
});

describe('a page', () => {
  const read = (id: string, page: number, as = worker) =>
    service.call('getPage', { as, params: { id, page: String(page) } });

  it('is readable to its workers, its owner and admins', async () => {
    const taskId = await publishBatch(service, 2);
    await takePage(service, taskId, worker);
    for (const as of [worker, BUYER, actor('admin')]) expect((await read(taskId, 1, as)).status).toBe(200);
    expect((await read(taskId, 2)).status).toBe(404);
    expect((await read(taskId, 1, actor('worker', 'other'))).status).toBe(404);
    expect((await read(taskId, 3, BUYER)).status).toBe(404);
    await service.call('returnPlace', { as: worker, params: { id: taskId } });
    expect((await read(taskId, 1)).status).toBe(404);
  });

  it('is answered row by row; a fault names the row and loses nothing', async () => {
    const taskId = await publishBatch(service, 3, { rowsPerPage: 2 });
    await takePage(service, taskId, worker);
    expect((await answerPage(service, taskId, 1, worker, ['1'])).body.errors).toMatchObject([{ field: 'answers' }]);
    expect((await answerPage(service, taskId, 1, worker, ['1', 'x'])).body.errors).toMatchObject([
      { field: 'answers.1.total' },
    ]);
    const { body } = await answerPage(service, taskId, 1, worker, ['1', '2.5']);
    const [mine] = (await service.call('listSubmissions', { as: worker })).body;
    expect(mine).toMatchObject({
      _id: body.insertedId,
      page: 1,
      answers: [{ total: '1' }, { total: '2.5' }],
      submissionDetails: 'Total of R-1: 1\n\nTotal of R-2: 2.5',
    });
    expect((await answerPage(service, taskId, 1, worker, ['1', '2'])).body.message).toContain('already submitted');
  });

  it('is a message to a client that knows no pages, and a fault without its number', async () => {
    const taskId = await publishBatch(service, 1);
    const submit = (body: object) => service.call('createSubmission', { as: worker, body: { taskId, ...body } });
    expect((await submit({ submissionDetails: 'Done' })).body.message).toContain('POST /tasks/{id}/reservation');
    expect((await submit({ answers: [{ total: '1' }] })).body.errors).toMatchObject([{ field: 'page' }]);
    expect((await submit({ page: 1, answers: [{ total: '1' }] })).body.message).toContain('don’t hold');
    expect(await placesOf(service, taskId)).toMatchObject({ open: 1, pending: 0 });
  });

  it('is still answered after the hold ended, while a place of it is open', async () => {
    const taskId = await publishBatch(service, 2);
    await takePage(service, taskId, worker);
    await clock.leap(40 * MINUTE_MS);
    await service.settle();
    expect((await answerPage(service, taskId, 1, worker)).status).toBe(201);
    const [a, b] = workers(2);
    if (!a || !b) throw new Error('no workers');
    await takePage(service, taskId, a);
    await clock.leap(40 * MINUTE_MS);
    await service.settle();
    await workOnce(service, taskId, b);
    expect((await answerPage(service, taskId, 2, a)).body.message).toContain('other workers have taken it');
  });
});

describe('an appeal', () => {
  const [a, b, c] = workers(3) as [ReturnType<typeof actor>, ReturnType<typeof actor>, ReturnType<typeof actor>];
  const text = 'The total is on the second line, as I wrote.';
  /** Ids of its rejected answers to the first pages. */
  const rejectedPages = async (taskId: string, count: number): Promise<string[]> => {
    for (let page = 0; page < count; page += 1) await workOnce(service, taskId, a);
    const { body } = await service.call('listSubmissions', { as: BUYER, query: { taskId } });
    const ids: string[] = body.map(({ _id }: { _id: string }) => _id).reverse();
    for (const id of ids) await decideOn(service, id, 'reject');
    return ids;
  };
  const file = (id: string) => service.call('fileAppeal', { as: a, params: { id }, body: { text } });
  const uphold = async (id: string) =>
    (
      await service.call('decideAppeal', {
        as: actor('admin'),
        params: { id },
        body: { outcome: 'upheld', note: text },
      })
    ).body.paidBy;

  it('is paid from an open place of its own page, and never from that of another one', async () => {
    const taskId = await publishBatch(service, 2);
    const [first = '', second = ''] = await rejectedPages(taskId, 2);
    expect(await workOnce(service, taskId, b)).toBe(1);
    for (const id of [first, second]) expect((await file(id)).status).toBe(201);
    expect(await uphold(first)).toBe('platform');
    expect(await uphold(second)).toBe('escrow');
    expect(await pagesOf(service, taskId)).toMatchObject([
      { open: 0, pending: 1, approved: 0 },
      { open: 0, pending: 0, approved: 1 },
    ]);
    expect(await workOnce(service, taskId, c)).toBeUndefined();
  });

  it('is possible after an answer to another page, and not after another one to the same page', async () => {
    const taskId = await publishBatch(service, 2);
    const [first = '', second = ''] = await rejectedPages(taskId, 2);
    expect((await answerPage(service, taskId, 1, a)).status).toBe(201);
    expect((await file(first)).body.code).toBe('submitted-again');
    expect((await file(second)).status).toBe(201);
  });
});
