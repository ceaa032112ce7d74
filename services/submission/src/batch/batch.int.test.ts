import { Readable } from 'node:stream';
import { DAY_MS, MINUTE_MS } from '@piecework/base';
import { createLeapingClock, eventually } from '@piecework/base/testing';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { DRAFT, draftBatch, freeze, publishBatch, rowsOf, takePage, upload } from '../../testing/batch.fixtures';
import { BUYER, closeAccount, dataOf, parked, startSubmission } from '../../testing/submission.fixtures';
import { batches, rowFiles, rows, UPLOAD_MS } from './batch.store';

const other = actor('buyer', 'other');

let clock: ReturnType<typeof createLeapingClock>;
let service: Harness;
beforeEach(async () => {
  clock = createLeapingClock();
  service = await startSubmission({ clock });
});
afterEach(async () => {
  expect(await parked(service)).toBe(0);
  await service.stop();
});

const at = (id: string, as = BUYER) => ({ as, params: { id } });
const read = async (id: string) => (await service.call('getBatch', at(id))).body;
const change = (id: string, body: object, as = BUYER) => service.call('changeBatch', { ...at(id, as), body });
const countRows = () => service.store.collection(rows).countDocuments({});

describe('a draft', () => {
  it('takes any part of a batch, and gives a value up for null', async () => {
    const { body, status } = await service.call('createBatch', { as: BUYER, body: {} });
    expect(status).toBe(201);
    const id = body.insertedId;
    expect((await change(id, { taskTitle: 'Totals', payableAmount: 3 })).body).toEqual({ modifiedCount: 1 });
    expect((await change(id, { payableAmount: 3 })).body).toEqual({ modifiedCount: 0 });
    await change(id, { taskTitle: null, overlap: { max: 2 } });
    expect(await read(id)).toEqual({ _id: id, payableAmount: 3, overlap: { max: 2 }, changedAt: expect.any(String) });
  });

  it('has figures, a sample and a page as a worker gets it once its rows are there', async () => {
    const id = await draftBatch(service, 7, { rowsPerPage: 3, overlap: { max: 2 } });
    const draft = await read(id);
    expect(draft.figures).toEqual({ pages: 3, places: 6, cost: 42 });
    expect(draft.file).toMatchObject({ rows: 7, columns: [{ name: 'receipt', kind: 'key' }, { kind: 'picture' }] });
    expect(draft.file.sample).toHaveLength(5);
    const preview = await service.call('previewBatch', { ...at(id), query: { page: '3' } });
    expect(preview.body).toMatchObject({
      places: 6,
      cost: 42,
      page: { number: 3, pages: 3, rows: [{ number: 7, text: 'Copy the total of R-7.', values: { receipt: 'R-7' } }] },
    });
    expect(preview.body.page.rows[0].values.image).toContain('/images/');
    expect((await service.call('previewBatch', { ...at(id), query: { page: '4' } })).status).toBe(404);
  });

  it("is its buyer's alone", async () => {
    const id = await draftBatch(service, 1);
    for (const operation of ['getBatch', 'previewBatch'] as const)
      expect((await service.call(operation, at(id, other))).status).toBe(404);
    expect((await change(id, { taskTitle: 'Mine' }, other)).status).toBe(404);
    expect((await upload(service, id, rowsOf(1), other)).status).toBe(404);
    expect((await service.call('deleteBatch', at(id, other))).body).toEqual({ deletedCount: 0 });
    expect((await service.call('listBatches', { as: other })).body).toEqual([]);
    const published = await service.internal('freezeBatch', { batchId: id, buyerId: other.userId });
    expect(published).toEqual({ outcome: 'not-found' });
    expect((await service.call('listBatches', { as: BUYER })).body).toMatchObject([{ _id: id }]);
  });

  it('is one of at most 20', async () => {
    for (let count = 0; count < 20; count += 1) await draftBatch(service, 0);
    expect((await service.call('createBatch', { as: BUYER, body: DRAFT })).body.code).toBe('too-many-drafts');
  });

  it('goes 90 days after its last change with its rows', async () => {
    const id = await draftBatch(service, 3);
    await clock.leap(60 * DAY_MS);
    await change(id, { payableAmount: 9 });
    await clock.leap(60 * DAY_MS);
    await service.settle();
    expect(await read(id)).toMatchObject({ _id: id });
    await clock.leap(31 * DAY_MS);
    await service.settle();
    expect(await service.store.collection(batches).countDocuments({})).toBe(0);
    await clock.leap(MINUTE_MS);
    await service.settle();
    expect([await countRows(), await service.store.collection(rowFiles).countDocuments({})]).toEqual([0, 0]);
  });
});

describe('the picture of a draft', () => {
  const named = async () => (await dataOf(service, 'batch.picture-changed')).map(({ imageUrl }) => imageUrl);
  const first = DRAFT.taskImageURL;
  const second = 'https://example.com/other.png';

  it('is referred to from its choice until the draft is deleted', async () => {
    const id = await draftBatch(service, 0);
    await change(id, { taskTitle: 'Totals' });
    await change(id, { taskImageURL: second });
    await service.call('deleteBatch', at(id));
    expect(await named()).toEqual([first, second, '']);
  });

  it('is that of the task once the batch is published; a closed account has no drafts', async () => {
    await publishBatch(service, 1);
    expect(await named()).toEqual([first, '']);
    await draftBatch(service, 2);
    await closeAccount(service, BUYER);
    expect(await named()).toEqual([first, '', first, '']);
    expect(await service.store.collection(batches).countDocuments({ changedAt: { $gt: 0 } })).toBe(0);
  });
});

describe('an upload', () => {
  it('replaces the earlier rows, whose pictures are given up', async () => {
    const id = await draftBatch(service, 3);
    await change(id, { columns: [{ name: 'image', kind: 'link' }] });
    await upload(service, id, rowsOf(2));
    await clock.leap(MINUTE_MS);
    await service.settle();
    expect(await countRows()).toBe(2);
    expect((await read(id)).file).toMatchObject({ rows: 2, columns: [{ kind: 'key' }, { kind: 'link' }] });
    const [first] = await dataOf(service, 'rows.pictures-attached');
    expect(first?.pictures).toHaveLength(3);
    expect(await dataOf(service, 'rows.discarded')).toEqual([{ fileId: first?.fileId }]);
  });

  it('with a fault keeps what was there and stores nothing', async () => {
    const id = await draftBatch(service, 3);
    const { status, body } = await upload(service, id, 'receipt,image\n');
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([{ field: 'rows' }]);
    await clock.leap(MINUTE_MS);
    await service.settle();
    expect([await countRows(), (await read(id)).file.rows]).toEqual([3, 3]);
  });

  it('that rests until its rows are deleted leaves none, and the draft keeps its earlier rows', async () => {
    const id = await draftBatch(service, 3);
    const slow = async function* () {
      yield Buffer.from(rowsOf(1));
      await clock.leap(2 * UPLOAD_MS);
      await eventually(
        async () => (await service.store.collection(rowFiles).countDocuments({})) === 1,
        'deletion',
        9000,
      );
      yield Buffer.from('\nR-2,https://example.com/2.png');
    };
    const { status } = await service.call('uploadRows', { ...at(id), raw: Readable.from(slow()) });
    await clock.leap(MINUTE_MS);
    await service.settle();
    expect([status, await countRows(), (await read(id)).file.rows]).toEqual([503, 3, 3]);
  });

  it('names the pictures of a column that becomes one', async () => {
    const id = await draftBatch(service, 2);
    await change(id, { columns: [{ name: 'image', kind: 'text' }] });
    await change(id, { columns: [{ name: 'image', kind: 'picture' }] });
    expect(await dataOf(service, 'rows.pictures-attached')).toHaveLength(2);
  });
});

describe('a publication', () => {
  it.each([
    [{ form: null }, 'form'],
    [{ taskTitle: null }, 'taskTitle'],
    [{ payableAmount: null }, 'payableAmount'],
    [{ taskDetail: 'What is {{sum}}?' }, 'taskDetail'],
    [{ form: { fields: [{ kind: 'text', name: 'a', label: '{{sum}}', required: true }] } }, 'form.fields.0.label'],
  ])('names what is missing: %j', async (changes, field) => {
    const id = await draftBatch(service, 1);
    await change(id, changes);
    expect(await freeze(service, id)).toMatchObject({ outcome: 'faulty', errors: [{ field }] });
    expect((await change(id, { payableAmount: 8 })).status).toBe(200);
  });

  describe('with boxes', () => {
    const boxes = {
      kind: 'boxes',
      name: 'marks',
      label: 'Marks',
      required: false,
      options: [{ value: 'a', label: 'A' }],
    };
    const withBoxes = (field: object) => ({
      form: { fields: [...(DRAFT.form?.fields ?? []), { ...boxes, ...field }] },
    });

    it('needs a column with pictures, and in each row its picture', async () => {
      const id = await draftBatch(service, 2, withBoxes({}));
      await change(id, { columns: [{ name: 'image', kind: 'link' }] });
      const refused = async () => ((await freeze(service, id)).errors as { field: string }[]).map(({ field }) => field);
      expect(await refused()).toEqual(['form.fields.1.kind']);
      await change(id, { columns: [{ name: 'image', kind: 'picture' }], ...withBoxes({ column: 'receipt' }) });
      expect(await refused()).toEqual(['form.fields.1.column']);
      await change(id, withBoxes({ column: 'image' }));
      await upload(service, id, `${rowsOf(2)}\nR-3,\nR-4,`);
      expect(await refused()).toEqual(['rows.4.image', 'rows.5.image']);
      await upload(service, id, rowsOf(2));
      expect(await freeze(service, id)).toMatchObject({ outcome: 'frozen' });
    });

    it('names the column in the form, and keeps rectangles with at most 4 decimals', async () => {
      const taskId = await publishBatch(service, 1, withBoxes({}));
      const worker = actor('worker');
      const { body } = await service.call('getForm', { as: worker, params: { id: taskId } });
      expect(body.fields[1]).toEqual({ ...boxes, column: 'image' });
      const page = (await takePage(service, taskId, worker)).body.page.number;
      const send = (marks: object[]) =>
        service.call('createSubmission', { as: worker, body: { taskId, page, answers: [{ total: '1', marks }] } });
      const mark = { label: 'a', x: 0.123456, y: 0, width: 0.5, height: 1 };
      const refused = await send([mark, { ...mark, height: 1.5 }]);
      expect(refused.body.errors).toEqual([
        { field: 'answers.0.marks.1.height', message: 'Box 2 must be inside the picture' },
      ]);
      expect((await send([mark])).status).toBe(201);
      const kept = [{ label: 'a', x: 0.1235, y: 0, width: 0.5, height: 1 }];
      const [submission] = (await service.call('listSubmissions', { as: worker })).body;
      expect(submission).toMatchObject({
        submissionDetails: 'Total of R-1: 1\nMarks: A (left 12.35%, top 0%, width 50%, height 100%)',
        answers: [{ total: '1', marks: kept }],
      });
    });
  });

  it('needs rows, and at most 30,000 answers', async () => {
    const empty = await draftBatch(service, 0);
    expect(await freeze(service, empty)).toMatchObject({ outcome: 'faulty', errors: [{ field: 'rows' }] });
    const large = await draftBatch(service, 3001, { overlap: { max: 10 } });
    expect(await freeze(service, large)).toMatchObject({ outcome: 'faulty', errors: [{ field: 'overlap.max' }] });
  });

  it('keeps a draft that was about to go', async () => {
    const id = await draftBatch(service, 1);
    await clock.leap(89 * DAY_MS);
    await freeze(service, id);
    await clock.leap(2 * DAY_MS);
    await service.settle();
    expect(await read(id)).toMatchObject({ isPublishing: true });
  });

  it('freezes the draft under one task until that is published or declined', async () => {
    const id = await draftBatch(service, 1);
    const { taskId } = await freeze(service, id);
    expect((await freeze(service, id)).taskId).toBe(taskId);
    expect((await change(id, { payableAmount: 1 })).body.code).toBe('still-underway');
    expect((await read(id)).isPublishing).toBe(true);
    await service.given('task.funding-declined', taskId, {
      taskId,
      buyerId: BUYER.userId,
      cost: 7,
      reason: 'insufficient-coins',
    });
    expect((await change(id, { payableAmount: 1 })).body).toEqual({ modifiedCount: 1 });
    expect((await freeze(service, id)).taskId).not.toBe(taskId);
  });

  it('ends the draft: it is in no list, cannot be changed, and is published once', async () => {
    const taskId = await publishBatch(service, 2);
    const [{ _id: id = '' } = {}] = await service.store.collection(batches).find({ taskId });
    expect((await service.call('listBatches', { as: BUYER })).body).toEqual([]);
    expect((await change(id, { payableAmount: 1 })).body.code).toBe('already-published');
    expect((await upload(service, id, rowsOf(1))).body.code).toBe('already-published');
    expect((await service.call('deleteBatch', at(id))).body.code).toBe('already-published');
    expect(await freeze(service, id)).toEqual({ outcome: 'published', taskId });
  });

  it('has no text of the buyer in an event', async () => {
    await publishBatch(service, 2);
    const all = await service.bus.lag('submission');
    expect(all).toBeDefined();
    expect(JSON.stringify(await dataOf(service, 'rows.pictures-attached'))).not.toContain('R-1');
  });
});
