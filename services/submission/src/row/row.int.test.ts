import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { MIN_WEIGHED, type Row, type Submission } from '@piecework/contracts';
import { actor } from '@piecework/identity/testing';
import type { Harness } from '@piecework/service-runtime/testing';
import { publishBatch, takePage, withApprovedWork, workOnce } from '../../testing/batch.fixtures';
import { BUYER, startSubmission, workers } from '../../testing/submission.fixtures';

const worker = actor('worker');
let service: Harness;
beforeEach(async () => {
  service = await startSubmission();
  await withApprovedWork(service, [worker]);
});
afterEach(() => service.stop());

it.each(['listRows', 'exportRows', 'exportRowsJsonl', 'exportAnswers', 'exportAnswersJsonl'] as const)(
  '%s is for the owner and admins: a worker of the batch reads the held pages alone',
  async (operation) => {
    const taskId = await publishBatch(service, 3);
    await workOnce(service, taskId, worker);
    await takePage(service, taskId, worker);
    const read = async (as: typeof worker) => (await service.call(operation, { as, params: { id: taskId } })).status;
    for (const as of [BUYER, actor('admin')]) expect(await read(as)).toBe(200);
    for (const as of [actor('buyer', 'other'), worker]) expect([403, 404]).toContain(await read(as));
  },
);

const FORM = {
  fields: [
    { kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2 },
    {
      kind: 'choice',
      name: 'kind',
      label: 'Kind',
      required: false,
      options: ['food', 'tools'].map((value) => ({ value, label: value })),
    },
  ],
};

const list = async (taskId: string, query: Record<string, unknown> = {}) => {
  const { body, headers } = await service.call('listRows', { as: BUYER, params: { id: taskId }, query });
  return { body: body as Row[], headers };
};
const statesIn = async (taskId: string) => (await list(taskId)).body.map(({ state }) => state).join(' ');

/** Answers the next page of the worker. Resolves to the submission's id. */
const answerNext = async (taskId: string, as: typeof worker, ...answers: object[]): Promise<string> => {
  const { body } = await takePage(service, taskId, as);
  const given = { taskId, page: body.page?.number, answers };
  return (await service.call('createSubmission', { as, body: given })).body.insertedId;
};

describe('of two answers', () => {
  const other = actor('worker', 'other');
  let taskId: string;
  let mine: string;
  beforeEach(async () => {
    await withApprovedWork(service, [other]);
    taskId = await publishBatch(service, 3, { form: FORM, overlap: { max: 2 }, rowsPerPage: 2 });
    mine = await answerNext(taskId, worker, { total: '1.50', kind: 'food' }, { total: '7', kind: 'food' });
    await answerNext(taskId, other, { total: '1.5', kind: 'food' }, { total: '7' });
    await answerNext(taskId, worker, { total: '3' });
  });

  test('rows are listed by state, with their consensus, and counted', async () => {
    expect(await statesIn(taskId)).toBe('agreed disputed open');
    for (const [query, numbers, total] of [
      [{ state: 'agreed' }, [1], '1'],
      [{ state: 'disputed' }, [2], '1'],
      [{ state: 'disputed', q: 'R-2' }, [2], '1'],
      [{ state: 'disputed', q: 'R-1' }, [], '0'],
      [{ state: 'open' }, [3], '1'],
      [{ state: 'answered' }, [], '0'],
      [{ state: 'open', offset: 1 }, [], '1'],
    ] as const) {
      const { body, headers } = await list(taskId, query);
      expect([query, body.map(({ number }) => number), headers['x-total-count']]).toEqual([query, numbers, total]);
    }
    const { body } = await list(taskId);
    expect(body.map(({ consensus }) => consensus)).toEqual([
      { total: { value: '1.5', share: 1 }, kind: { value: 'food', share: 1 } },
      { total: { value: '7', share: 1 }, kind: { share: 0.5, isUndecided: true } },
      { total: { value: '3', share: 1 }, kind: { share: 1 } },
    ]);
    const progress = await service.call('getProgress', { as: BUYER, params: { id: taskId } });
    expect(progress.body).toEqual({ rows: { disputed: 1, open: 1, answered: 0, agreed: 1 } });
  });

  test('pending ones are listed by page, those to pages with a disputed row first, and rows by page', async () => {
    const queue = async (range: object = {}, as = BUYER) => {
      const query = { taskId, status: 'pending', sort: 'page', ...range } as const;
      const { body, headers } = await service.call('listSubmissions', { as, query });
      return `${(body as Submission[]).map(({ page }) => page).join(' ')} of ${headers['x-total-count']}`;
    };
    await answerNext(taskId, other, { total: '3', kind: 'food' });
    expect(await queue()).toBe('1 1 2 2 of 4');
    // A worker has no answers on some pages: their own are by time.
    expect(await queue({ limit: 1, offset: 1 }, worker)).toBe('1 of 2');
    const answers = [{ total: '1.50', kind: 'food' }, { total: '7' }];
    await service.call('requestRevision', { as: BUYER, params: { id: mine }, body: { note: 'Please leave it out.' } });
    await service.call('resubmit', { as: worker, params: { id: mine }, body: { answers } });
    expect(await queue()).toBe('2 2 1 1 of 4');
    for (const [range, numbers] of [
      [{ limit: 3 }, '2 2 1'],
      [{ limit: 2 }, '2 2'],
      [{ limit: 1 }, '2'],
      [{ offset: 1, limit: 2 }, '2 1'],
      [{ offset: 3 }, '1'],
      [{ offset: 4 }, ''],
    ] as const)
      expect(await queue(range)).toBe(`${numbers} of 4`);
    for (const [page, numbers] of [
      [1, [1, 2]],
      [2, [3]],
      [3, []],
    ] as const) {
      const { body, headers } = await list(taskId, { page });
      expect(body.map(({ number }) => number)).toEqual(numbers);
      expect(headers['x-total-count']).toBe(String(numbers.length));
    }
    await service.call('decideSubmission', { as: BUYER, params: { id: mine }, body: { status: 'approved' } });
    expect(await queue()).toBe('2 2 1 of 3');
    expect(
      await service.call('listSubmissions', { as: BUYER, query: { sort: 'page', status: 'pending', taskId: 'x' } }),
    ).toMatchObject({ status: 200, body: [] });
  });

  test('a rejected one does not count until an appeal is upheld, and a new version counts instead', async () => {
    await service.call('requestRevision', { as: BUYER, params: { id: mine }, body: { note: 'Please add the kind.' } });
    const answers = [{ total: '2', kind: 'food' }, { total: '7' }];
    await service.call('resubmit', { as: worker, params: { id: mine }, body: { answers } });
    expect(await statesIn(taskId)).toBe('disputed agreed open');
    const body = { status: 'reject', reasonCode: 'wrong', reasonText: 'No.' };
    await service.call('decideSubmission', { as: BUYER, params: { id: mine }, body });
    expect(await statesIn(taskId)).toBe('open open open');
    expect((await list(taskId)).body[0]?.consensus?.total).toEqual({ value: '1.5', share: 1 });
    await service.call('fileAppeal', {
      as: worker,
      params: { id: mine },
      body: { text: 'The receipt shows a total of 2, as I wrote.' },
    });
    await service.call('decideAppeal', {
      as: actor('admin'),
      params: { id: mine },
      body: { outcome: 'upheld', note: 'The receipt says so.' },
    });
    expect(await statesIn(taskId)).toBe('disputed agreed open');
  });

  test('several answers to a page may be rejected at once', async () => {
    const { body } = await service.call('listSubmissions', { as: BUYER, query: { taskId } });
    const decisions = (body as Submission[]).map(({ _id: id }) => ({
      id,
      status: 'reject' as const,
      reasonCode: 'wrong' as const,
    }));
    await service.call('decideSubmissions', { as: BUYER, body: { decisions } });
    expect(await statesIn(taskId)).toBe('open open open');
    expect((await list(taskId)).body[0]).not.toHaveProperty('consensus');
  });

  test('downloads have value and share of each field', async () => {
    const csv = (await service.call('exportRows', { as: BUYER, params: { id: taskId } })).body as unknown as Readable;
    const [head = '', first = '', second = ''] = (await text(csv)).split('\r\n');
    const cells = (line: string) => Object.fromEntries(line.split(',').map((cell, at) => [head.split(',')[at], cell]));
    expect(cells(first)).toMatchObject({ 'consensus.total': '1.5', 'share.total': '1', 'consensus.kind': 'food' });
    expect(cells(second)).toMatchObject({ state: 'disputed', 'consensus.kind': '', 'share.kind': '0.5' });
    const lines = (await service.call('exportRowsJsonl', { as: BUYER, params: { id: taskId } }))
      .body as unknown as Readable;
    const [row] = (await text(lines)).split('\n').map((line) => JSON.parse(line || '{}'));
    expect(row).toMatchObject({ state: 'agreed', consensus: { total: { value: '1.5', share: 1 } } });
  });
});

test('a download weighs all answers, a list those of some seconds ago', async () => {
  const crowd = workers(MIN_WEIGHED.workers);
  await withApprovedWork(service, crowd);
  const { rows } = MIN_WEIGHED;
  const taskId = await publishBatch(service, rows, { form: FORM, overlap: { max: 3 }, rowsPerPage: rows });
  const isWeighed = (all: Row[]) => all.every(({ consensus }) => consensus?.kind?.probability !== undefined);
  const answers = Array.from({ length: rows }, (_, at) => ({ total: '1', kind: at % 2 ? 'food' : 'tools' }));
  for (const as of crowd) {
    await answerNext(taskId, as, ...answers);
    expect(isWeighed((await list(taskId)).body)).toBe(false);
  }
  const { body } = await service.call('exportRowsJsonl', { as: BUYER, params: { id: taskId } });
  const downloaded = (await text(body as Readable)).trim().split('\n');
  expect(isWeighed(downloaded.map((line) => JSON.parse(line)))).toBe(true);
  expect(isWeighed((await list(taskId)).body)).toBe(true);
});

test('a row with one answer, or without fields to compare, is answered', async () => {
  const single = await publishBatch(service, 1, { form: FORM, overlap: { max: 1 } });
  await answerNext(single, worker, { total: '1' });
  expect(await statesIn(single)).toBe('answered');
});
