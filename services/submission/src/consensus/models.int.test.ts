import { silentLog } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import type { FormField } from '@piecework/contracts/forms';
import type { Harness } from '@piecework/service-runtime/testing';
import { decidedWork, startSubmission } from '../../testing/submission.fixtures';
import { submissions, toDocument } from '../submission/submission.store';
import { createEstimation, type Estimation } from './estimation';
import { createModels } from './models';

const FIELDS: FormField[] = [
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    required: true,
    options: ['a', 'b'].map((value) => ({ value, label: value })),
  },
];

let service: Harness;
let estimation: Estimation;
beforeEach(async () => {
  service = await startSubmission();
  estimation = createEstimation();
});
afterEach(async () => {
  await estimation.close();
  await service.stop();
});

const ROWS = 24;
const task = (version: number) => ({
  _id: 't1',
  places: { version, open: 0, pending: 0, approved: 0 },
  batch: { fileId: 'f1', offered: ROWS, rows: ROWS, pages: ROWS, rowsPerPage: 1, overlap: { max: 3 } },
});

/** w3 is wrong in half of the rows. */
const insertAnswers = async () => {
  const all = Array.from({ length: ROWS * 3 }, (_, at) => {
    const [page, workerId] = [Math.floor(at / 3) + 1, `w${(at % 3) + 1}`];
    const right = page % 2 ? 'a' : 'b';
    const value = workerId === 'w3' && page % 4 < 2 ? (right === 'a' ? 'b' : 'a') : right;
    return toDocument(`s${at}`, {
      ...decidedWork('approved', { taskId: 't1', workerId }),
      page,
      answers: [{ kind: value }],
    });
  });
  await service.store.collection(submissions).insertMany(all);
};

const counting = () => {
  const asked: number[] = [];
  const clock = createManualClock();
  const estimate: Estimation['estimate'] = (fields) => {
    asked.push(fields[0]?.items.length ?? 0);
    return estimation.estimate(fields);
  };
  return { asked, clock, modelsOf: createModels({ store: service.store, clock, log: silentLog }, { estimate }) };
};

const disagreed = ['w1', 'w3'].map((workerId) => ({ workerId, value: workerId === 'w1' ? 'a' : 'b' }));

test('weighs workers by all answers that count, in a thread that concurrent callers share', async () => {
  await insertAnswers();
  await service.store.collection(submissions).updateOne({ _id: 's0' }, { $set: { status: 'reject' } });
  const { asked, modelsOf } = counting();
  const all = await Promise.all(Array.from({ length: 5 }, () => modelsOf(task(1), FIELDS, { isExact: true })));
  expect(asked).toEqual([ROWS * 3 - 1]);
  for (const models of all) expect(models.get('kind')?.weigh(disagreed).value).toBe('a');
});

test('a list shows the weights of some seconds ago, a download those of all answers', async () => {
  await insertAnswers();
  const { asked, clock, modelsOf } = counting();
  const first = await modelsOf(task(1), FIELDS, { isExact: false });
  expect(await modelsOf(task(1), FIELDS, { isExact: true })).toBe(first);
  expect(await modelsOf(task(2), FIELDS, { isExact: false })).toBe(first);
  expect(asked).toHaveLength(1);
  const exact = await modelsOf(task(2), FIELDS, { isExact: true });
  expect(asked).toHaveLength(2);
  await clock.advance(10_000);
  // Begins the next ones, of which two callers start one.
  for (const _caller of [1, 2]) expect(await modelsOf(task(3), FIELDS, { isExact: false })).toBe(exact);
  await modelsOf(task(3), FIELDS, { isExact: true });
  expect(asked).toHaveLength(3);
});

test('majorities decide while no estimate succeeds', async () => {
  await insertAnswers();
  const estimate = jest.fn(estimation.estimate).mockRejectedValueOnce(new Error('out of memory'));
  const modelsOf = createModels({ store: service.store, clock: createManualClock(), log: silentLog }, { estimate });
  expect((await modelsOf(task(1), FIELDS, { isExact: true })).size).toBe(0);
  expect((await modelsOf(task(2), FIELDS, { isExact: true })).size).toBe(1);
});

test('closing ends a running thread', async () => {
  const size = 200_000;
  const column = () => Int32Array.from({ length: size }, (_, at) => at % 50);
  const running = estimation.estimate([
    {
      labelCount: 50,
      workerCount: 50,
      items: Int32Array.from({ length: size }, (_, at) => at),
      workers: column(),
      labels: column(),
    },
  ]);
  await Promise.all([expect(running).rejects.toThrow('ended early'), estimation.close()]);
});

test('less than 20 rows or 3 workers, or no choice, are not weighed', async () => {
  const { asked, modelsOf } = counting();
  const small = { ...task(1), batch: { ...task(1).batch, rows: 19 } };
  expect((await modelsOf(small, FIELDS, { isExact: true })).size).toBe(0);
  expect((await modelsOf(task(1), [], { isExact: true })).size).toBe(0);
  await insertAnswers();
  await service.store.collection(submissions).deleteMany({ workerId: 'w3' });
  expect((await modelsOf(task(1), FIELDS, { isExact: true })).size).toBe(0);
  expect(asked).toEqual([]);
});
