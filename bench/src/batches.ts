import { MAX_ROWS } from '@piecework/contracts';
import { gaugeOf, scrape } from '@piecework/tests/support/metrics';
import type { Person } from '@piecework/tests/support/people';
import { median, quantile } from '@piecework/tests/support/statistics';
import { type Benchmark, ms, perSecond, type ResultRow, span } from './benchmark';
import {
  type BenchStack,
  type BenchUsers,
  createUsers,
  now,
  postBatch,
  repeat,
  untilBalances,
  withStack,
} from './test-stack';

const WORKERS = 200;
const ROUNDS = 10;
const OVERLAP = 10;
const MEGABYTE = 2 ** 20;

const memoryOf = async ({ metrics }: BenchStack): Promise<number> => {
  const found = await Promise.all(Object.values(metrics).map(scrape));
  return Math.max(...found.map((one) => gaugeOf(one, 'process_resident_memory_bytes') ?? 0)) / MEGABYTE;
};

const reserve = (stack: BenchStack, as: Person, id: string) =>
  stack.client.get('reservePlace', { as, params: { id }, query: {} });
const release = (stack: BenchStack, as: Person, id: string) => stack.client.get('returnPlace', { as, params: { id } });

/** Milliseconds of each reservation of all workers at once. */
const reserveTogether = (stack: BenchStack, workers: readonly Person[], taskId: string): Promise<number[]> =>
  Promise.all(
    workers.map(async (worker) => {
      const began = performance.now();
      await reserve(stack, worker, taskId);
      return performance.now() - began;
    }),
  );

const answer = async (stack: BenchStack, as: Person, taskId: string): Promise<string> => {
  const held = await reserve(stack, as, taskId);
  const page = 'page' in held ? held.page?.number : undefined;
  const body = { taskId, page, answers: [{ total: '41.50' }] };
  return stack.client.insert('createSubmission', { as, body });
};

/** Submissions per second, from the first submission until its last coin is settled. */
const settleRate = async (
  stack: BenchStack,
  users: BenchUsers,
  coins: number,
  submit: (worker: Person) => Promise<string>,
): Promise<number> => {
  const began = now();
  await repeat(users.workers.length, async (at) => {
    const id = await submit(users.workers[at] as Person);
    await stack.people.decide(users.buyer, id, 'approved');
  });
  await untilBalances(stack, users, coins);
  return (users.workers.length / (now() - began)) * 1000;
};

const rowsPage = async (stack: BenchStack, buyer: Person, taskId: string): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS * 3; round++) {
    const began = performance.now();
    await stack.client.get('listRows', { as: buyer, params: { id: taskId }, query: { limit: 50 } });
    times.push(performance.now() - began);
  }
  return median(times);
};

export const batches: Benchmark = {
  name: 'batches',
  title: 'Batches, beside plain tasks',
  profiles: ['embedded'],
  run: ({ quick, print }, profile) =>
    withStack(profile, {}, async (stack) => {
      const [most, size] = quick ? [300, 20] : [MAX_ROWS, WORKERS];
      const users = await createUsers(stack, 200_000, size);
      const { buyer, workers } = users;
      const rows: ResultRow[] = [];
      const row = (what: string, measured: string, comparison: string, budget: string, within: boolean, rounds = '') =>
        rows.push({ what, measured, comparison, rounds, budget, within });

      print('upload and publication …');
      await stack.untilQuiet();
      const memory = await memoryOf(stack);
      const began = now();
      const large = await postBatch(stack, buyer, most);
      const seconds = (now() - began) / 1000;
      const grown = (await memoryOf(stack)) - memory;
      row(`${most} rows uploaded, checked and published`, `${seconds.toFixed(1)} s`, '', '≤ 10 s', seconds <= 10);
      row('memory of the process meanwhile', `${Math.round(grown)} MB`, '', '≤ 60 MB', grown <= 60);

      print('settlement …');
      const plain = await stack.people.post(buyer, { requiredWorkers: size, payableAmount: 1 });
      const batch = await postBatch(stack, buyer, size);
      const plainRate = await settleRate(stack, users, 11, (as) => stack.people.submit(as, plain));
      const batchRate = await settleRate(stack, users, 12, (as) => answer(stack, as, batch));
      row(
        'settled answers, taking the page included',
        perSecond(batchRate),
        `submissions ${perSecond(plainRate)}`,
        '≥ 0.8 ×',
        batchRate >= 0.8 * plainRate,
      );

      print('reservations …');
      const wide = await stack.people.post(buyer, { requiredWorkers: size * 2, payableAmount: 1 });
      await stack.untilQuiet();
      const plainTimes = await reserveTogether(stack, workers, wide);
      for (const worker of workers) await release(stack, worker, wide);
      await stack.untilQuiet();
      const pageTimes = await reserveTogether(stack, workers, large);
      for (const worker of workers) await release(stack, worker, large);
      const [p99, plainP99] = [quantile(pageTimes, 0.99), quantile(plainTimes, 0.99)];
      row(
        `reservation of a page, ${size} workers at once: p99`,
        ms(p99),
        `of a place ${ms(plainP99)}`,
        '≤ 3 ×',
        p99 <= 3 * plainP99,
        span(pageTimes, ms),
      );

      print('rows …');
      const answered = await postBatch(stack, buyer, 50, OVERLAP);
      await repeat(50 * OVERLAP, (at) => answer(stack, workers[at % size] as Person, answered).catch(() => ''));
      const time = await rowsPage(stack, buyer, answered);
      row(`50 rows with up to ${OVERLAP} answers each`, ms(time), '', '≤ 20 ms', time <= 20);
      return rows;
    }),
};
