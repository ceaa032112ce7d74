import { Readable } from 'node:stream';
import { DAY_MS, MINUTE_MS, silentLog } from '@piecework/base';
import { createLeapingClock } from '@piecework/base/testing';
import type { EventData } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import {
  publishBatch,
  rowsOf,
  rowsWithChecks,
  takePage,
  withApprovedWork,
  workOnce,
} from '../../testing/batch.fixtures';
import { BUYER, dataOf, parked, placesOf, startSubmission, workers } from '../../testing/submission.fixtures';
import { batches, rowFiles, rows } from '../batch/batch.store';
import { createPlacesInvariantChecks } from '../places/places.invariant-checks';
import { taskPlaces } from '../places/places.store';

const [ann, ben, cem] = workers(3) as [ReturnType<typeof actor>, ReturnType<typeof actor>, ReturnType<typeof actor>];

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
  await withApprovedWork(service, workers(10));
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  const checks = createPlacesInvariantChecks({ store: service.store, log: silentLog });
  expect(await checks.piecework_places_balanced?.holds()).toBe(true);
  await service.stop();
});

/** Rows as {@link rowsOf}, from a number on. */
const further = (first: number, count: number): string =>
  [
    'image,receipt',
    ...Array.from({ length: count }, (_, at) => `https://example.com/${first + at}.png,R-${first + at}`),
  ].join('\n');
const stage = (taskId: string, file: string, as = BUYER) =>
  service.call('stageRows', { as, params: { id: taskId }, raw: Readable.from([Buffer.from(file)]) });
const add = (taskId: string, upload: string, as = BUYER) =>
  service.call('addRows', { as, params: { id: taskId }, body: { upload } });
const requested = async (): Promise<EventData<'task.rows-requested'>> => {
  const found = await service.events('task.rows-requested');
  const last = found.at(-1);
  if (!last) throw new Error('no request');
  return last.data;
};
const fund = async (places: number) => {
  const { additionId, taskId, buyerId } = await requested();
  await service.given('task.places-added', taskId, { additionId, taskId, buyerId, places });
};
const refuse = async (reason: EventData<'task.rows-refused'>['reason']) => {
  const { additionId, taskId } = await requested();
  await service.given('task.rows-refused', taskId, { additionId, taskId, reason });
};
/** Uploads and adds the rows, of one answer each. */
const grow = async (taskId: string, file: string, pages: number) => {
  const { upload } = (await stage(taskId, file)).body;
  const answered = add(taskId, upload);
  await service.settle();
  await fund(pages);
  expect(await answered).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  return upload as string;
};
const batchOf = async (taskId: string) => (await service.store.collection(taskPlaces).findOne({ _id: taskId }))?.batch;
const listed = async (taskId: string) =>
  (await service.call('listRows', { as: BUYER, params: { id: taskId } })).body as {
    number: number;
    page: number;
    values: Record<string, string>;
  }[];

test('rows of an open batch are paid before they become pages behind the others', async () => {
  const taskId = await publishBatch(service, 3, { rowsPerPage: 2, overlap: { max: 2 } });
  const staged = await stage(taskId, further(4, 3));
  expect(staged).toMatchObject({ status: 200, body: { rows: 3, pages: 2, places: 4, cost: 28 } });
  expect(await listed(taskId)).toHaveLength(3);
  const answered = add(taskId, staged.body.upload);
  await service.settle();
  expect(await requested()).toMatchObject({ taskId, buyerId: BUYER.userId, buyerRoleVersion: 0, rows: 3, pages: 2 });
  expect(await placesOf(service, taskId)).toMatchObject({ open: 4 });
  await fund(4);
  expect(await answered).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect(await placesOf(service, taskId)).toMatchObject({ open: 8 });
  expect(await batchOf(taskId)).toMatchObject({ rows: 6, pages: 4, parts: [3, 3] });
  expect((await listed(taskId)).map(({ number, page, values }) => [number, page, values.receipt])).toEqual([
    [1, 1, 'R-1'],
    [2, 1, 'R-2'],
    [3, 2, 'R-3'],
    [4, 3, 'R-4'],
    [5, 3, 'R-5'],
    [6, 4, 'R-6'],
  ]);
  const sizes = [];
  for (let page = 1; page <= 4; page += 1) {
    const taken = await takePage(service, taskId, ann);
    sizes.push(taken.body.page.rows.length);
    await service.call('createSubmission', {
      as: ann,
      body: { taskId, page, answers: taken.body.page.rows.map(() => ({ total: '1' })) },
    });
  }
  expect(sizes).toEqual([2, 1, 2, 1]);
  const answers = await service.call('exportAnswersJsonl', { as: BUYER, params: { id: taskId } });
  expect(answers.headers['x-total-count']).toBe('6');
});

test('a repeat of the call adds nothing more, while the rows are paid for and afterwards', async () => {
  const taskId = await publishBatch(service, 2);
  const { upload } = (await stage(taskId, further(3, 2))).body;
  const both = [add(taskId, upload)];
  await service.settle();
  both.push(add(taskId, upload));
  await service.settle();
  await fund(2);
  for (const answered of both) expect(await answered).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
  expect((await add(taskId, upload)).body).toEqual({ modifiedCount: 1 });
  expect(await service.events('task.rows-requested')).toHaveLength(1);
  expect(await listed(taskId)).toHaveLength(4);
  // A page of one row is never short.
  expect(await batchOf(taskId)).not.toHaveProperty('parts');
});

test('refused rows stay for another attempt, and bring no place', async () => {
  const taskId = await publishBatch(service, 2);
  const { upload } = (await stage(taskId, further(3, 1))).body;
  const answered = add(taskId, upload);
  await service.settle();
  expect((await stage(taskId, further(3, 2))).body.code).toBe('addition-underway');
  await refuse('insufficient-coins');
  expect((await answered).body.code).toBe('insufficient-coins');
  expect(await placesOf(service, taskId)).toMatchObject({ open: 2 });
  const again = add(taskId, upload);
  await service.settle();
  await fund(1);
  expect((await again).status).toBe(200);
  expect(await listed(taskId)).toHaveLength(3);
});

test('rows that are not added are replaced by the next file, and go after a day', async () => {
  const taskId = await publishBatch(service, 1);
  const first = (await stage(taskId, further(2, 1))).body.upload;
  const second = (await stage(taskId, further(2, 3))).body.upload;
  expect((await add(taskId, first)).status).toBe(404);
  await clock.leap(DAY_MS + MINUTE_MS);
  await service.settle();
  expect((await add(taskId, second)).status).toBe(404);
  expect([
    await service.store.collection(rows).countDocuments({}),
    await service.store.collection(rowFiles).countDocuments({}),
  ]).toEqual([1, 1]);
});

test('rows that are being paid for do not go', async () => {
  const taskId = await publishBatch(service, 1);
  const { upload } = (await stage(taskId, further(2, 2))).body;
  void add(taskId, upload);
  await service.settle();
  await clock.leap(10 * DAY_MS);
  await service.settle();
  await fund(2);
  expect(await listed(taskId)).toHaveLength(3);
});

describe('a file of further rows', () => {
  const faultsOf = async (taskId: string, file: string) => {
    const { status, body } = await stage(taskId, file);
    expect([status, body.code]).toEqual([400, 'validation']);
    expect((await service.store.collection(batches).findOne({ taskId }))?.growth).toBeUndefined();
    return body.errors.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`);
  };

  it('has the columns of the batch', async () => {
    const taskId = await publishBatch(service, 1);
    expect(await faultsOf(taskId, 'receipt,image,shop\nR-2,https://example.com/2.png,A')).toEqual([
      'rows: The batch has no column “shop”. It has “receipt”, “image”',
    ]);
    expect(await faultsOf(taskId, 'receipt\nR-2')).toEqual(['rows: The file lacks the column “image” of the batch']);
  });

  it('has pictures where the batch has them, and keys of its own', async () => {
    const taskId = await publishBatch(service, 2);
    expect(await faultsOf(taskId, 'receipt,image\nR-3,none\nR-4,https://example.com/4.png')).toEqual([
      'rows.2.image: image must be an https address',
    ]);
    const repeated = 'receipt,image\nR-3,https://a.com/3.png\nR-2,https://a.com/2.png\nR-3,https://a.com/3.png';
    expect(await faultsOf(taskId, repeated)).toEqual([
      'rows.3.receipt: Another row of the batch has this key',
      'rows.4.receipt: Another row of the batch has this key',
    ]);
  });

  it('keeps the batch within its limits', async () => {
    const long = await publishBatch(service, 9_999);
    expect(await faultsOf(long, further(10_000, 2))).toEqual([
      'rows: A batch can have up to 10,000 rows, with those it has',
    ]);
    const often = await publishBatch(service, 3_000, { overlap: { max: 10 } });
    expect(await faultsOf(often, further(3_001, 1))).toEqual([
      'rows: A batch has at most 30,000 answers, and this one would have 30,010',
    ]);
  });

  it('may have checks for the pool', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(2, 4));
    const file = 'receipt,image,expected.total\nR-8,https://a.com/8.png,\nR-9,https://a.com/9.png,';
    expect(await faultsOf(taskId, `${file}many`)).toEqual([
      'rows.3.expected_total: This answer must be a number like 41.50',
    ]);
    expect(await faultsOf(taskId, 'receipt,image,expected.total\nR-9,https://a.com/9.png,1')).toEqual([
      'rows: Each row has an expected value, so all are checks. Add rows without one',
    ]);
    const { upload, ...figures } = (await stage(taskId, `${file}9.00`)).body;
    expect(figures).toEqual({ rows: 1, checks: 1, pages: 1, places: 1, cost: 7 });
    void add(taskId, upload);
    await service.settle();
    await fund(1);
    expect(await batchOf(taskId)).toMatchObject({ rows: 3, pages: 3, checks: { count: 5 } });
    const { fileId = '' } = (await batchOf(taskId)) ?? {};
    const all = await service.store.collection(rows).find({ fileId }, { sort: { number: 1 } });
    const checks = all.filter(({ number }) => number > 1_000_000);
    expect(checks.map(({ number, expected }) => [number, expected])).toEqual([
      ...[3, 4, 5, 6].map((total, at) => [1_000_001 + at, { total: `${total}.00` }]),
      [1_000_005, { total: '9.00' }],
    ]);
    for (let page = 1; page <= 3; page += 1) expect(await workOnce(service, taskId, ann, 2)).toBe(page);
  });

  it('has no expected values where pages have no checks', async () => {
    const taskId = await publishBatch(service, rowsWithChecks(2, 1), { checksPerPage: 0 });
    expect(
      await faultsOf(taskId, 'receipt,image,expected.total\nR-8,https://a.com/8.png,\nR-9,https://a.com/9.png,1'),
    ).toEqual(['rows: The pages of this batch have no checks, so no row can have an expected value']);
  });
});

test('added pages of a pilot wait with the others', async () => {
  const taskId = await publishBatch(service, 2, { pilotPages: 1 });
  await grow(taskId, further(3, 1), 1);
  expect(await workOnce(service, taskId, ann)).toBe(1);
  expect(await workOnce(service, taskId, ben)).toBeUndefined();
  await service.call('endPilot', { as: BUYER, params: { id: taskId } });
  expect(await batchOf(taskId)).not.toHaveProperty('pilotPages');
  await grow(taskId, further(4, 1), 1);
  expect(await batchOf(taskId)).not.toHaveProperty('pilotPages');
  const given = [];
  for (const by of [ben, ben, ben]) given.push(await workOnce(service, taskId, by));
  expect(given).toEqual([2, 3, 4]);
});

test('only the owner of an open batch adds rows', async () => {
  const taskId = await publishBatch(service, 1);
  expect((await stage(taskId, further(2, 1), actor('buyer', 'other'))).status).toBe(404);
  const { upload } = (await stage(taskId, further(2, 1))).body;
  expect((await add(taskId, upload, actor('buyer', 'other'))).status).toBe(404);
  await service.given('task.closing-requested', taskId, { taskId, buyerId: BUYER.userId, reason: 'ended' });
  expect((await add(taskId, upload)).body.code).toBe('task-closed');
  expect((await stage(taskId, further(2, 1))).body.code).toBe('task-closed');
  expect(await workOnce(service, taskId, cem).catch(() => 'closed')).toBeUndefined();
});

test('pictures of added rows are named once, and kept with the batch', async () => {
  const taskId = await publishBatch(service, 1);
  const upload = await grow(taskId, further(2, 2), 2);
  await clock.leap(10 * DAY_MS);
  await service.settle();
  expect((await dataOf(service, 'rows.pictures-attached')).at(-1)).toMatchObject({
    fileId: upload,
    pictures: ['https://example.com/2.png', 'https://example.com/3.png'],
  });
  expect(await dataOf(service, 'rows.discarded')).toEqual([]);
});
