import { pause } from '@piecework/base/testing';
import { MAX_ROWS, type Page } from '@piecework/contracts';
import { gaugeOf, scrape } from '@piecework/tests/support/metrics';
import type { Person } from '@piecework/tests/support/people';
import { median, quantile } from '@piecework/tests/support/statistics';
import { type Benchmark, ms, perSecond, type ResultRow, span } from './benchmark';
import { type Counted, countsOf, readCommands, sumOf } from './operation-counts';
import {
  type BenchStack,
  type BenchUsers,
  createUsers,
  now,
  postBatch,
  repeat,
  as as tokenOf,
  untilBalances,
  withStack,
} from './test-stack';

const WORKERS = 200;
/** Of settlements, each beside one of a plain task. A first round, while the code is compiled, does not count. */
const ROUNDS = 7;
const READS = 30;
const OVERLAP = 10;
const MOST_PER_PAGE = 20;
/** Submissions that the review desk reads at a time. */
const QUEUE = 200;
const KINDS = ['food', 'tools', 'travel', 'rent'];
const CHOICE = {
  form: {
    fields: [
      { kind: 'number', name: 'total', label: 'Total', required: true, decimals: 2 },
      {
        kind: 'choice',
        name: 'kind',
        label: 'Kind',
        required: true,
        options: KINDS.map((value) => ({ value, label: value })),
      },
    ],
  },
};
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

type Row = Page['rows'][number];

interface Held {
  number?: number | undefined;
  rows?: Row[];
}

const takePage = async (stack: BenchStack, as: Person, taskId: string): Promise<Held> => {
  const held = await reserve(stack, as, taskId);
  return ('page' in held && held.page) || {};
};

const answer = (
  stack: BenchStack,
  as: Person,
  taskId: string,
  { number, rows = [] }: Held,
  answerOf: (row: Row) => object = () => ({ total: '41.50' }),
): Promise<string> =>
  stack.client.insert('createSubmission', { as, body: { taskId, page: number, answers: rows.map(answerOf) } });

/** Each worker is wrong in every sixth row. */
const choiceBy =
  (worker: number) =>
  ({ values }: Row) => {
    const row = Number(values.receipt_id?.slice(2));
    return { total: `${row}.50`, kind: KINDS[(row + ((row + worker * 7) % 6 === 0 ? 1 : 0)) % KINDS.length] };
  };

/** Resolves to the number of answers, which may lack a few: the last page may have been answered by all workers that are left. */
const answerAll = async (stack: BenchStack, workers: readonly Person[], taskId: string, pages: number) => {
  const given = await repeat(pages * OVERLAP, async (at) => {
    const worker = at % workers.length;
    const as = workers[worker] as Person;
    const held = await takePage(stack, as, taskId);
    return answer(stack, as, taskId, held, choiceBy(worker)).catch(() => '');
  });
  await stack.untilQuiet();
  return given.filter((id) => id !== '').length;
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

/** Store commands of one submission and its approval, one after the other, until the last coin is settled. */
const settleCommands = async (
  stack: Counted,
  users: BenchUsers,
  submit: (worker: Person) => Promise<string>,
): Promise<number> => {
  const { commands } = await countsOf(stack, async () => {
    for (const worker of users.workers) await stack.people.decide(users.buyer, await submit(worker), 'approved');
    await stack.untilQuiet();
  });
  return sumOf(commands.values()) / users.workers.length;
};

/** Milliseconds of each of some reads. */
const timesOf = async (read: () => Promise<unknown>, times: number): Promise<number[]> => {
  const found: number[] = [];
  while (found.length < times) {
    const began = performance.now();
    await read();
    found.push(performance.now() - began);
  }
  return found;
};

/** Milliseconds of `work`, and the longest delay of the event loop meanwhile: each scrape begins a new measurement. */
const withLoopDelay = async ({ metrics: { submission } }: BenchStack, work: () => Promise<unknown>) => {
  await scrape(submission);
  const [time = 0] = await timesOf(work, 1);
  const delay = (gaugeOf(await scrape(submission), 'nodejs_eventloop_lag_max_seconds') ?? 0) * 1000;
  return { time, delay };
};

const readFile = async (stack: BenchStack, buyer: Person, path: string): Promise<number> => {
  const { body } = await fetch(`${stack.gateway}${path}`, { headers: tokenOf(buyer) });
  let bytes = 0;
  for await (const piece of body ?? []) bytes += piece.length;
  return bytes;
};

/** Reads a file twice at once. @returns megabytes by which the process grew meanwhile, and those of the file */
const downloadTwice = async (stack: BenchStack, buyer: Person, path: string) => {
  const before = await memoryOf(stack);
  const sizes = Promise.all([readFile(stack, buyer, path), readFile(stack, buyer, path)]);
  let most = before;
  const isOver = sizes.then(() => true);
  do most = Math.max(most, await memoryOf(stack));
  while (!(await Promise.race([isOver, pause(50)])));
  const [size] = await sizes;
  return { growth: most - before, size: size / MEGABYTE };
};

const rowOf = (
  what: string,
  measured: string,
  comparison: string,
  budget: string,
  within: boolean | null,
  rounds = '',
): ResultRow => ({ what, measured, comparison, rounds, budget, within });

/** Their first list waits for the weights of the workers; a file has the consensus of each row. */
const consensusRows = async (
  stack: BenchStack,
  buyer: Person,
  taskId: string,
  answers: string,
): Promise<ResultRow[]> => {
  const idle = await withLoopDelay(stack, () => pause(1_000));
  const list = await withLoopDelay(stack, () => listFirst(stack, buyer, taskId));
  const file = await withLoopDelay(stack, () => readFile(stack, buyer, `/tasks/${taskId}/rows.jsonl`));
  return (
    [
      ['weights of the workers, by', list],
      ['consensus of each row, by', file],
    ] as const
  ).map(([what, { time, delay }]) =>
    rowOf(
      `${what} ${answers}`,
      ms(time),
      `longest delay of the event loop ${ms(delay)}, idle ${ms(idle.delay)}`,
      '≤ 2 s',
      time <= 2_000,
    ),
  );
};

const listFirst = (stack: BenchStack, as: Person, id: string) =>
  stack.client.get('listRows', { as, params: { id }, query: { limit: 50 } });

const listRow = async (stack: BenchStack, buyer: Person, taskId: string, what: string): Promise<ResultRow> => {
  // It waits for the weights of the workers.
  await listFirst(stack, buyer, taskId);
  const times = await timesOf(() => listFirst(stack, buyer, taskId), READS);
  return rowOf(what, ms(median(times)), '', '≤ 20 ms', median(times) <= 20, span(times, ms));
};

/** The order of the review desk, beside the default. */
const deskRows = async (stack: Counted, buyer: Person, taskId: string, what: string): Promise<ResultRow[]> => {
  const measure = async (sort: 'page' | 'newest') => {
    const query = { status: 'pending', taskId, limit: QUEUE, sort } as const;
    const list = () => stack.client.get('listSubmissions', { as: buyer, query });
    return { commands: await readCommands(stack, list, READS), times: await timesOf(list, READS) };
  };
  const [byPage, newest] = [await measure('page'), await measure('newest')];
  const [time, other] = [median(byPage.times), median(newest.times)];
  return [
    rowOf(what, ms(time), `the newest ${ms(other)}`, '', null, span(byPage.times, ms)),
    rowOf(`${what}: store commands`, byPage.commands.toFixed(1), `the newest ${newest.commands.toFixed(1)}`, '', null),
  ];
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
      const row = (...cells: Parameters<typeof rowOf>) => rows.push(rowOf(...cells));

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
      const toPlain = async () => {
        const plain = await stack.people.post(buyer, { requiredWorkers: size, payableAmount: 1 });
        await stack.untilQuiet();
        return (as: Person) => stack.people.submit(as, plain);
      };
      const toBatch = async () => {
        const batch = await postBatch(stack, buyer, size);
        // The pages are taken before: reservations are measured below.
        const held = new Map<Person, Held>();
        for (const as of workers) held.set(as, await takePage(stack, as, batch));
        await stack.untilQuiet();
        return (as: Person) => answer(stack, as, batch, held.get(as) ?? {});
      };
      const rates = { plain: [] as number[], batch: [] as number[] };
      for (let round = 0, coins = 10; round <= (quick ? 0 : ROUNDS); round++) {
        const plain = await settleRate(stack, users, ++coins, await toPlain());
        await stack.untilQuiet();
        const batch = await settleRate(stack, users, ++coins, await toBatch());
        await stack.untilQuiet();
        if (round === 0 && !quick) continue;
        rates.plain.push(plain);
        rates.batch.push(batch);
      }
      const counted = { ...stack, processes: profile.processes };
      const commands = {
        plain: await settleCommands(counted, users, await toPlain()),
        batch: await settleCommands(counted, users, await toBatch()),
      };
      const [plainRate, batchRate] = [median(rates.plain), median(rates.batch)];
      row(
        'settled answers to held pages',
        perSecond(batchRate),
        `submissions ${perSecond(plainRate)}`,
        '≥ 0.8 ×',
        batchRate >= 0.8 * plainRate,
        span(rates.batch, perSecond),
      );

      row(
        'settled answer to a held page: store commands',
        commands.batch.toFixed(1),
        `submission ${commands.plain.toFixed(1)}`,
        '',
        null,
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

      print('answers …');
      const pages = quick ? 30 : 3_000;
      const full = await postBatch(stack, buyer, pages, OVERLAP, CHOICE);
      const given = await answerAll(stack, workers, full, pages);

      rows.push(...(await consensusRows(stack, buyer, full, `${given} answers to ${pages} rows`)));

      print('rows …');
      const count = quick ? 200 : MAX_ROWS;
      const paged = await postBatch(stack, buyer, count, OVERLAP, { ...CHOICE, rowsPerPage: MOST_PER_PAGE });
      await answerAll(stack, workers, paged, count / MOST_PER_PAGE);
      rows.push(await listRow(stack, buyer, full, `50 of ${pages} rows, one per page, with ${OVERLAP} answers each`));
      rows.push(
        await listRow(
          stack,
          buyer,
          paged,
          `50 of ${count} rows, ${MOST_PER_PAGE} per page, with ${OVERLAP} answers each`,
        ),
      );
      rows.push(...(await deskRows(counted, buyer, full, `${QUEUE} of ${given} pending answers by page`)));

      print('downloads …');
      for (const file of ['answers.csv', 'rows.csv', 'answers.jsonl']) {
        const { growth, size } = await downloadTwice(stack, buyer, `/tasks/${full}/${file}`);
        const what = `${file} of ${given} answers, read twice at once: memory of the process`;
        row(what, `${Math.round(growth)} MB`, `a file of ${size.toFixed(1)} MB`, '≤ 50 MB', growth <= 50);
      }
      return rows;
    }),
};
