import { MINUTE_MS } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  draftBatch,
  freeze,
  publishBatch,
  rowsWithChecks,
  takePage,
  withApprovedWork,
} from '../../testing/batch.fixtures';
import { BUYER, dataOf, parked, placesOf, startSubmission, statusOf, workers } from '../../testing/submission.fixtures';

const worker = actor('worker');

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
  await withApprovedWork(service, [worker, ...workers(3)]);
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

interface Seen {
  number: number;
  values: { receipt: string };
}
const receiptsOf = (rows: readonly Seen[]) => rows.map(({ values }) => Number(values.receipt.slice(2)));
const take = async (taskId: string, as = worker, besides?: number[]) => {
  const { body } = await takePage(service, taskId, as, besides);
  return { body, page: body.page?.number as number, receipts: receiptsOf(body.page?.rows ?? []) };
};
const submit = (taskId: string, page: number, totals: readonly number[], as = worker) =>
  service.call('createSubmission', {
    as,
    body: { taskId, page, answers: totals.map((total) => ({ total: String(total) })) },
  });
/** Answers the next page. @param isRight of its checks */
const work = async (taskId: string, isRight: boolean, as = worker) => {
  const { page, receipts } = await take(taskId, as);
  const { body } = await submit(taskId, page, isRight ? receipts : receipts.map(() => 0), as);
  return body.insertedId as string;
};
const listed = async (taskId: string, as = BUYER) =>
  (await service.call('listBatchWorkers', { as, params: { id: taskId } })).body;

describe('a page with checks', () => {
  it('has the rows of the page in order, and checks among them that nothing tells apart', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(40, 30), {
      rowsPerPage: 4,
      checksPerPage: 2,
      overlap: { max: 3 },
    });
    const places: number[] = [];
    for (const as of workers(3))
      for (let page = 1; page <= 5; page += 1) {
        const { body, receipts } = await take(taskId, as);
        const { insertedId } = (await submit(taskId, body.page.number, receipts, as)).body;
        const rows = body.page.rows as Seen[];
        const own = receipts.filter((receipt) => receipt <= 40);
        expect(own).toEqual(own.toSorted((a, b) => a - b));
        expect([own.length, receipts.length]).toEqual([4, 6]);
        expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6]);
        const shapes = new Set(rows.map(({ values, ...row }) => [Object.keys(row), Object.keys(values)].join(' ')));
        expect([...shapes]).toEqual(['number,text receipt,image']);
        expect(JSON.stringify(body)).not.toMatch(/expected|check/i);
        const read = await service.call('getPage', { as, params: { id: taskId, page: String(body.page.number) } });
        expect(read.body).toEqual(body.page);
        const [mine] = (await service.call('listSubmissions', { as, query: { taskId } })).body;
        expect([mine._id, JSON.stringify(mine)]).toEqual([
          insertedId,
          expect.not.stringMatching(/expected|check|rows/i),
        ]);
        expect(mine.submissionDetails.split('\n\n')).toHaveLength(6);
        places.push(...receipts.flatMap((receipt, at) => (receipt > 40 ? at : [])));
      }
    // Each place on the page has had some.
    expect(new Set(places).size).toBe(6);
  });

  it('has each check of the pool before one repeats', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(12, 9), { checksPerPage: 2 });
    const met: number[] = [];
    for (let page = 1; page <= 7; page += 1) {
      const { receipts } = await take(taskId);
      await submit(taskId, page, receipts);
      met.push(...receipts.filter((receipt) => receipt > 12));
    }
    expect([new Set(met.slice(0, 8)).size, new Set(met).size]).toEqual([8, 9]);
    expect(await listed(taskId)).toMatchObject([{ answers: 7, accuracy: { right: 9, met: 9 } }]);
  });

  it('has its checks on no other page that the worker holds: a smaller file is not published', async () => {
    const id = await draftBatch(service, rowsWithChecks(9, 7), { checksPerPage: 2 });
    const message = expect.stringContaining('at least 8 checks, and it has 7');
    expect(await freeze(service, id)).toEqual({ outcome: 'faulty', errors: [{ field: 'checksPerPage', message }] });
  });

  it('hides keys that no text uses from workers: they may tell checks', async () => {
    const form = { fields: [{ kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2 }] };
    const taskId = await publishBatch(service, rowsWithChecks(9, 4), { taskDetail: 'Copy the total.', form });
    const { page } = (await takePage(service, taskId, worker)).body;
    const params = { id: taskId, page: '1' };
    expect((await service.call('getPage', { as: worker, params })).body).toEqual(page);
    expect(JSON.stringify(page)).not.toContain('receipt"');
    for (const as of [BUYER, actor('admin')])
      expect((await service.call('getPage', { as, params })).body.rows[0].values.receipt).toBe('R-1');
  });

  it('is the same page each time that its worker gets it, also after its hold', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(9, 30), { rowsPerPage: 3, checksPerPage: 3 });
    const first = await take(taskId);
    expect((await take(taskId)).receipts).toEqual(first.receipts);
    await service.call('returnPlace', { as: worker, params: { id: taskId } });
    expect(await take(taskId)).toMatchObject({ page: first.page, receipts: first.receipts });
    await service.call('returnPlace', { as: worker, params: { id: taskId } });
    expect((await submit(taskId, first.page, first.receipts)).status).toBe(201);
    expect((await listed(taskId))[0].accuracy).toEqual({ right: 3, met: 3 });
  });

  it('shows its owner and admins the expected values of a submission, and a faulty answer by its place', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(4, 4), { rowsPerPage: 2 });
    const { page, receipts } = await take(taskId);
    const at = receipts.findIndex((receipt) => receipt > 4);
    const wrong = receipts.map((receipt, place) => (place === at ? 'x' : String(receipt)));
    const body = { taskId, page, answers: wrong.map((total) => ({ total })) };
    expect((await service.call('createSubmission', { as: worker, body })).body.errors).toMatchObject([
      { field: `answers.${at}.total` },
    ]);
    const { insertedId: submission } = (await submit(taskId, page, receipts)).body;
    const read = async (as: typeof worker, query = {}) =>
      (await service.call('getPage', { as, params: { id: taskId, page: '1' }, query })).body;
    for (const as of [BUYER, actor('admin')]) {
      const { rows } = await read(as, { submission });
      expect(receiptsOf(rows)).toEqual(receipts);
      expect(rows[at].expected).toEqual({ total: `${receipts[at]}.00` });
      expect(receiptsOf((await read(as)).rows)).toEqual([1, 2]);
    }
    expect(JSON.stringify(await read(worker, { submission }))).not.toContain('expected');
  });

  it('agrees with another answer by its own rows alone', async () => {
    const overlap = { min: 2, max: 3 };
    const taskId = await publishBatch(service, rowsWithChecks(9, 5), { overlap, checksBefore: 100 });
    for (const [turn, as] of workers(2).entries())
      for (let at = 1; at <= 8; at += 1) {
        const { page, receipts } = await take(taskId, as);
        const totals = receipts.map((receipt) => (receipt > 9 ? 100 + turn : receipt));
        expect((await submit(taskId, page, totals, as)).status).toBe(201);
      }
    expect(await placesOf(service, taskId)).toMatchObject({ open: 3, spared: 8, pending: 16 });
    const owned = { as: BUYER, params: { id: taskId } };
    expect((await service.call('getProgress', owned)).body.rows).toMatchObject({ open: 1, agreed: 8, disputed: 0 });
    const body = { decision: 'approve', rule: { agreesAtLeast: 1 }, dryRun: true } as const;
    expect((await service.call('startDecisions', { ...owned, body })).body.approve).toMatchObject({ answers: 16 });
  });
});

describe('accuracy', () => {
  it('counts each check once per worker, by its first answer', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(9, 4), { checksBefore: 10 });
    const done: boolean[] = [true, false, false, true, false, false, true, true];
    for (const isRight of done) await work(taskId, isRight);
    expect(await listed(taskId)).toMatchObject([{ answers: 8, accuracy: { right: 2, met: 4 } }]);
    expect(await listed(taskId, actor('admin'))).toHaveLength(1);
    expect((await service.call('listBatchWorkers', { as: worker, params: { id: taskId } })).status).toBe(404);
  });

  it('counts two submissions of one page at once', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(6, 4), { checksBefore: 10 });
    const first = await take(taskId);
    const second = await take(taskId, worker, [first.page]);
    const answers = await Promise.all(
      [first, first, second].map(({ page, receipts }) => submit(taskId, page, receipts)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 201, 201]);
    expect(await listed(taskId)).toMatchObject([{ answers: 2, accuracy: { right: 2, met: 2 } }]);
  });

  it('leaves out a check that comes again, also before the first answer to it', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(9, 4));
    for (const besides of [undefined, [1], [1, 2]]) await take(taskId, worker, besides);
    await clock.leap(40 * MINUTE_MS);
    await service.settle();
    for (const as of workers(3)) await work(taskId, true, as);
    expect((await take(taskId)).page).toBe(4);
    const fifth = await take(taskId, worker, [4]);
    expect((await submit(taskId, fifth.page, fifth.receipts)).status).toBe(201);
    const all: { workerId: string; accuracy?: object }[] = await listed(taskId);
    expect(all.filter(({ accuracy }) => !accuracy).map(({ workerId }) => workerId)).toEqual([worker.userId]);
  });

  it('below the limit ends approval on agreement', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(9, 4), {
      ...{ overlap: { min: 2, max: 3 }, approveOnAgreement: true },
      ...{ checksBefore: 1, minAccuracy: 1 },
    });
    const [stopped, trusted] = workers(2);
    const answer = async (as: typeof worker, check: (receipt: number) => number) => {
      const { page, receipts } = await take(taskId, as);
      const totals = receipts.map((receipt) => (receipt > 9 ? check(receipt) : receipt));
      return (await submit(taskId, page, totals, as)).body.insertedId as string;
    };
    const ids = [await answer(stopped as typeof worker, () => 0), await answer(trusted as typeof worker, (one) => one)];
    expect(await Promise.all(ids.map((id) => statusOf(service, id)))).toEqual(['pending', 'approved']);
  });

  it('below the limit ends the pages of a worker, who still answers held ones and keeps the pay', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(20, 10), { checksBefore: 3 });
    await work(taskId, true);
    await work(taskId, false);
    const held = await take(taskId);
    await submit(
      taskId,
      held.page,
      held.receipts.map(() => 0),
    );
    const { body } = await take(taskId);
    expect(body.message).toContain('Of 3 hidden checks among your rows, 1 were right, and this task needs 70%');
    const [other] = workers(1);
    expect((await take(taskId, other)).page).toBe(4);
    expect(await listed(taskId)).toMatchObject([{ answers: 3, approved: 0, rejected: 0, isStopped: true }]);
    const { body: mine } = await service.call('listSubmissions', { as: worker, query: { taskId } });
    expect(mine.map(({ status }: { status: string }) => status)).toEqual(['pending', 'pending', 'pending']);
    const marks = (await dataOf(service, 'submission.created')).slice(-3);
    expect(marks.map(({ isFirstChecked, isStopping }) => [isFirstChecked, isStopping])).toEqual([
      [true, undefined],
      [undefined, undefined],
      [undefined, true],
    ]);
  });

  it('stops a worker once, also when held pages lead above the limit and below again', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(20, 20), { checksBefore: 1, minAccuracy: 0.4 });
    const pages = [await take(taskId)];
    while (pages.length < 3)
      pages.push(
        await take(
          taskId,
          worker,
          pages.map(({ page }) => page),
        ),
      );
    for (const [at, { page, receipts }] of pages.entries())
      await submit(taskId, page, at === 1 ? receipts : receipts.map(() => 0));
    const marks = (await dataOf(service, 'submission.created')).slice(-3);
    expect(marks.map(({ isStopping }) => isStopping)).toEqual([true, undefined, undefined]);
  });

  it('leaves the held pages to a worker below the limit', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(20, 10), { checksBefore: 1 });
    const held = await take(taskId);
    const ahead = await take(taskId, worker, [held.page]);
    await submit(
      taskId,
      held.page,
      held.receipts.map(() => 0),
    );
    expect((await take(taskId)).page).toBe(ahead.page);
    expect((await submit(taskId, ahead.page, ahead.receipts)).status).toBe(201);
    expect((await take(taskId)).body.message).toContain('needs 70%');
  });

  it('selects answers for approval, and none for rejection', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(20, 10), { overlap: { max: 2 } });
    const [other, late] = workers(2);
    for (const isRight of [true, true]) await work(taskId, isRight);
    for (const isRight of [true, false, true]) await work(taskId, isRight, other);
    const started = async (body: object) =>
      (await service.call('startDecisions', { as: BUYER, params: { id: taskId }, body: { dryRun: true, ...body } }))
        .body;
    const approving = (accuracyAtLeast: number) => started({ decision: 'approve', rule: { accuracyAtLeast } });
    expect((await approving(1)).approve).toMatchObject({ answers: 2, people: 1 });
    expect((await approving(0.6)).approve).toMatchObject({ answers: 5, people: 2 });
    const rule = { workers: [late?.userId], accuracyAtLeast: 0.5 };
    expect((await started({ decision: 'reject', rule })).errors).toMatchObject([{ field: 'rule.accuracyAtLeast' }]);
  });

  it('is told a worker every few checks, which name none', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(20, 20), { checksBefore: 2 });
    const told: unknown[] = [];
    for (const isRight of [true, true, true, false, true, true, true, true]) {
      await work(taskId, isRight);
      told.push((await take(taskId)).body.accuracy);
    }
    const first = { right: 3, met: 4 };
    const none = { right: 0, met: 0 };
    expect(told).toEqual([none, none, none, first, first, first, first, { right: 7, met: 8 }]);
    const listOf = async (as: typeof worker) => (await service.call('listAccuracies', { as, query: {} })).body;
    expect(await listOf(worker)).toEqual([{ taskId, taskTitle: expect.stringMatching(/./), right: 7, met: 8 }]);
    expect(await listOf(workers(1)[0] as typeof worker)).toEqual([]);
  });
});

it('answers in less than the seconds are marked for the buyer, from the answer before on', async () => {
  const taskId = await publishBatch(service, rowsWithChecks(6, 0), { minSeconds: 600 });
  const first = await take(taskId);
  const ahead = await take(taskId, worker, [first.page]);
  await clock.leap(700_000);
  await submit(taskId, first.page, [1]);
  await clock.leap(300_000);
  await submit(taskId, ahead.page, [1]);
  const marks = async (as: typeof worker) =>
    (await service.call('listSubmissions', { as, query: { taskId } })).body.map(
      ({ isFast }: { isFast?: true }) => isFast,
    );
  expect(await marks(BUYER)).toEqual([true, undefined]);
  expect(await marks(worker)).toEqual([undefined, undefined]);
  const [{ medianSeconds, ...record }] = await listed(taskId);
  expect(record).toMatchObject({ answers: 2, fast: 1 });
  // The clock goes on between the leaps.
  expect(Math.floor(medianSeconds / 100)).toBe(5);
});

it('downloads mark checks and have the accuracy of the worker; a file of rows has no checks', async () => {
  const taskId = await publishBatch(service, rowsWithChecks(2, 4), { rowsPerPage: 2 });
  const { receipts } = await take(taskId);
  await submit(
    taskId,
    1,
    receipts.map((receipt) => (receipt > 2 ? 0 : receipt)),
  );
  const read = async (operation: 'exportAnswers' | 'exportAnswersJsonl' | 'exportRowsJsonl') =>
    (await service.call(operation, { as: BUYER, params: { id: taskId } })).body as unknown as string;
  expect(await read('exportAnswers')).toContain('wrong');
  const lines = (await read('exportAnswersJsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.filter(({ check }) => check)).toMatchObject([
    { check: { outcome: 'wrong' }, answer: { total: '0' }, accuracy: { right: 0, met: 1 } },
  ]);
  expect(lines.flatMap(({ row }) => row ?? [])).toEqual([1, 2]);
  const rows = (await read('exportRowsJsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows.map(({ row, answers }) => [row, answers[0].answer.total])).toEqual([
    [1, '1'],
    [2, '2'],
  ]);
});
