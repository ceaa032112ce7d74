import { pause } from '@piecework/base/testing';
import { MAX_ROWS, MIN_WITHDRAWAL_COINS } from '@piecework/contracts';
import { gaugeOf, type Scrape, samplesOf, scrape } from '@piecework/tests/support/metrics';
import type { Person } from '@piecework/tests/support/people';
import { FORM } from '@piecework/tests/support/samples';
import type { Benchmark, ResultRow } from './benchmark';
import type { Profile } from './profile';
import { type BenchStack, createUsers, pendingIn, postBatch, preparePending, withStack } from './test-stack';

/** Operations of one caller, each settled before the next, and of many callers at once. */
const ALONE = 10;
const TOGETHER = 320;
const AT_ONCE = 16;
/** Milliseconds after which the last operation and the events that it caused are handled. */
const SETTLED_AFTER: Record<Profile['name'], number> = { embedded: 300, production: 2_000 };
const ALL_SETTLED_AFTER: Record<Profile['name'], number> = { embedded: 1_000, production: 8_000 };
const FEW_PAGES = 100;
/** A whole round of the invariant checks. */
const IDLE_MS = 60_000;

interface Goals {
  commands?: number;
  transactions?: number;
  /** Commands to the stores and to the event log. */
  statements?: number;
  produces?: number;
  /** Milliseconds. */
  cpu?: number;
}
const GOALS: Readonly<Record<string, Goals>> = {
  'task post, 16 callers: production': { commands: 26 },
  'settled approval, one caller: embedded': { transactions: 4, statements: 35 },
  'settled approval, one caller: production': { transactions: 4 },
  'settled approval, 16 callers: embedded': { transactions: 2, cpu: 0.8 },
  'settled approval, 16 callers: production': { commands: 18, transactions: 2, produces: 0.5 },
};

/** Since the start: commands to the stores and requests to the event log, by name, and CPU in milliseconds, by process. */
interface Counts {
  commands: ReadonlyMap<string, number>;
  requests: ReadonlyMap<string, number>;
  cpu: readonly number[];
  /** Events that are not handled yet. */
  pending: number;
}

const NAME = /(?:command|request)="([^"]+)"/;
const byName = (scrapes: readonly Scrape[], metric: string): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const [labels, value] of scrapes.flatMap((one) => samplesOf(one, metric))) {
    const name = NAME.exec(labels)?.[1] ?? labels;
    sums.set(name, (sums.get(name) ?? 0) + value);
  }
  return sums;
};

const readCounts = async ({
  metrics,
  processes,
}: {
  metrics: Readonly<Record<string, string>>;
  processes: boolean;
}): Promise<Counts> => {
  const found = await Promise.all(Object.values(metrics).map(scrape));
  // In one process the services share the event log and the CPU.
  const ofProcesses = processes ? found : found.slice(0, 1);
  return {
    commands: byName(found, 'piecework_store_commands_total'),
    requests: byName(ofProcesses, 'piecework_event_log_requests_total'),
    cpu: ofProcesses.map((one) => (gaugeOf(one, 'process_cpu_seconds_total') ?? 0) * 1000),
    pending: sumOf(found.map(pendingIn)),
  };
};

export type Counted = BenchStack & { processes: boolean };

const minus = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): ReadonlyMap<string, number> =>
  new Map([...one].map(([name, value]) => [name, value - (other.get(name) ?? 0)]));
const difference = (after: Counts, before: Counts): Counts => ({
  commands: minus(after.commands, before.commands),
  requests: minus(after.requests, before.requests),
  cpu: after.cpu.map((value, index) => value - (before.cpu[index] ?? 0)),
  pending: after.pending,
});
export const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** What `work` causes beyond what an idle stack does in the same time. Both include the commands of one scrape. */
export const countsOf = async (stack: Counted, work: () => Promise<unknown>): Promise<Counts> => {
  const began = performance.now();
  const before = await readCounts(stack);
  await work();
  const after = await readCounts(stack);
  const took = performance.now() - began;
  if (after.pending > 0) throw new Error(`${after.pending} events are still pending`);
  const idle = await readCounts(stack);
  await pause(took);
  return difference(difference(after, before), difference(await readCounts(stack), idle));
};

const scaled = (counts: ReadonlyMap<string, number>, factor: number): ReadonlyMap<string, number> =>
  new Map([...counts].map(([name, count]) => [name, count * factor]));
const plus = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
  new Map(
    [...new Set([...one.keys(), ...other.keys()])].map((name) => [name, (one.get(name) ?? 0) + (other.get(name) ?? 0)]),
  );

/** Store commands of one call of a read, the mean. */
export const readCommands = async (stack: Counted, read: () => Promise<unknown>, times: number): Promise<number> =>
  sumOf((await meanOf(stack, Array<typeof read>(times).fill(read), async () => {})).commands.values());

/** Mean of each call, without the quarters with the most and the fewest commands: a background check may run beside any of them. */
const meanOf = async (
  stack: Counted,
  calls: readonly (() => Promise<unknown>)[],
  settled: () => Promise<unknown>,
): Promise<Counts> => {
  const each: Counts[] = [];
  for (const call of calls) {
    const before = await readCounts(stack);
    await call();
    await settled();
    const after = await readCounts(stack);
    const scraped = difference(await readCounts(stack), after);
    each.push(difference(difference(after, before), scraped));
  }
  const totalOf = ({ commands }: Counts) => sumOf(commands.values());
  const aside = Math.floor(each.length / 4);
  const middle = each.sort((a, b) => totalOf(a) - totalOf(b)).slice(aside, each.length - aside);
  const sum = middle.reduce((one, other) => ({
    commands: plus(one.commands, other.commands),
    requests: plus(one.requests, other.requests),
    cpu: one.cpu.map((value, index) => value + (other.cpu[index] ?? 0)),
    pending: 0,
  }));
  return {
    commands: scaled(sum.commands, 1 / middle.length),
    requests: scaled(sum.requests, 1 / middle.length),
    cpu: sum.cpu.map((value) => value / middle.length),
    pending: 0,
  };
};

const detail = (counts: ReadonlyMap<string, number>, times: number): string =>
  [...counts]
    .map(([name, count]) => [name, count / times] as const)
    .filter(([, count]) => count >= 0.05)
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${name} ${count.toFixed(1)}`)
    .join(', ');

interface Operation {
  what: string;
  /** Prepares this many, and returns them in order. */
  prepare(times: number): Promise<readonly (() => Promise<unknown>)[]>;
}

const limited = (
  row: Pick<ResultRow, 'what' | 'comparison'>,
  value: number,
  unit: string,
  limit: number | undefined,
): ResultRow => ({
  ...row,
  measured: `${value.toFixed(1)}${unit}`,
  rounds: '',
  budget: limit === undefined ? '' : `${limit}${unit}`,
  within: limit === undefined ? null : value <= limit,
});

const COMMITS = ['commit', 'commitTransaction'];

const rowsOf = (what: string, profile: Profile, counts: Counts, times: number): ResultRow[] => {
  const goals = GOALS[`${what}: ${profile.name}`] ?? {};
  const { commands, requests, cpu } = counts;
  const per = (found: Counts['commands']) => sumOf(found.values()) / times;
  const named = (found: Counts['commands'], names: readonly string[]) =>
    sumOf(names.map((name) => found.get(name) ?? 0)) / times;
  const row = (kind: string, comparison = '') => ({ what: `${what}: ${kind}`, comparison });
  const all = limited(
    row('store commands and requests to the event log'),
    per(commands) + per(requests),
    '',
    goals.statements,
  );
  const produces = limited(row('produce requests'), named(requests, ['Produce']), '', goals.produces);
  return [
    limited(row('store commands', detail(commands, times)), per(commands), '', goals.commands),
    limited(row('transactions'), named(commands, COMMITS), '', goals.transactions),
    limited(row('requests to the event log', detail(requests, times)), per(requests), '', undefined),
    ...(goals.statements === undefined ? [] : [all]),
    ...(goals.produces === undefined ? [] : [produces]),
    limited(row('CPU'), sumOf(cpu) / times, ' ms', goals.cpu),
  ];
};

/** Per service, what it does on its own. Every scrape reads gauges from the store: those commands are subtracted. */
const idleRows = async (stack: Counted): Promise<ResultRow[]> => {
  const read = () =>
    Promise.all(
      Object.values(stack.metrics).map((url) => readCounts({ processes: stack.processes, metrics: { url } })),
    );
  const [first, before] = [await read(), await read()];
  await pause(IDLE_MS);
  const after = await read();
  const services = Object.keys(stack.metrics).map((service, index) => {
    const [one, two, three] = [first, before, after].map((found) => found[index]) as [Counts, Counts, Counts];
    return { service, ...difference(difference(three, two), difference(two, one)) };
  });
  const perFiveSeconds = IDLE_MS / 5_000;
  const requests = services.map(({ requests }) => sumOf(requests.values()) / perFiveSeconds);
  const shares = (stack.processes ? services : services.slice(0, 1))
    .map(({ service, cpu }) => ({ service, share: (sumOf(cpu) / IDLE_MS) * 100 }))
    .sort((a, b) => b.share - a.share);
  const busiest = shares[0] as (typeof shares)[number];
  const most = services.reduce((one, other) =>
    sumOf(other.commands.values()) > sumOf(one.commands.values()) ? other : one,
  );
  return [
    limited(
      {
        what: 'idle, in 5 s: store commands of one service, the most',
        comparison: detail(most.commands, perFiveSeconds),
      },
      sumOf(most.commands.values()) / perFiveSeconds,
      '',
      undefined,
    ),
    limited(
      { what: 'idle, in 5 s: requests to the event log of one service, the most', comparison: '' },
      Math.max(...requests),
      '',
      undefined,
    ),
    limited(
      {
        what: 'idle: CPU of one process, the most, of a core',
        comparison: shares.map(({ service, share }) => `${service} ${share.toFixed(1)} %`).join(', '),
      },
      busiest.share,
      ' %',
      1,
    ),
  ];
};

const operationsOn = (stack: Counted, people: { admin: Person; buyer: Person; workers: Person[] }): Operation[] => {
  const { admin, buyer, workers } = people;
  const workerOf = (index: number) => workers[index % workers.length] as Person;
  const submissions = (what: string, posted: object, work: object): Operation => ({
    what,
    prepare: async (times) => {
      const fields = { requiredWorkers: workers.length, payableAmount: 1, ...posted };
      const tasks: string[] = [];
      for (let made = 0; made < times; made += workers.length) tasks.push(await stack.people.post(buyer, fields));
      return Array.from({ length: times }, (_, index) => () => {
        const taskId = tasks[Math.floor(index / workers.length)] ?? '';
        return stack.client.insert('createSubmission', { as: workerOf(index), body: { taskId, ...work } });
      });
    },
  });
  /** Taken and released, by each worker once: a task without rows has a pause after the second release. */
  const holds = (what: string, post: () => Promise<string>): Operation => ({
    what,
    prepare: async (times) => {
      const tasks: string[] = [];
      for (let made = 0; made < times; made += workers.length) tasks.push(await post());
      return Array.from({ length: times }, (_, index) => async () => {
        const id = tasks[Math.floor(index / workers.length)] ?? '';
        const place = { as: workerOf(index), params: { id }, query: {} };
        await stack.client.get('reservePlace', place);
        await stack.client.get('returnPlace', place);
      });
    },
  });
  return [
    holds('hold of a place', () => stack.people.post(buyer, { requiredWorkers: FEW_PAGES, payableAmount: 1 })),
    ...[FEW_PAGES, MAX_ROWS].map((pages) => {
      let posted: Promise<string> | undefined;
      return holds(`hold of a page of ${pages}`, () => (posted ??= postBatch(stack, buyer, pages)));
    }),
    {
      what: 'task post',
      prepare: async (times) =>
        Array.from({ length: times }, () => () => stack.people.post(buyer, { requiredWorkers: 1 })),
    },
    submissions('submission', {}, { submissionDetails: 'Robin, wren, blackbird' }),
    submissions('answer to a form', { form: FORM }, { answers: [{ shop: 'Corner shop', total: '41.50' }] }),
    {
      what: 'settled approval',
      prepare: async (times) => {
        const pending = await preparePending(stack, people, Math.ceil(times / workers.length));
        return pending.slice(0, times).map(
          ({ submissionId }) =>
            () =>
              stack.people.decide(buyer, submissionId, 'approved'),
        );
      },
    },
    {
      what: 'withdrawal, approved',
      prepare: async (times) =>
        Array.from({ length: times }, (_, index) => async () => {
          const body = { withdrawalCoin: MIN_WITHDRAWAL_COINS, paymentSystem: 'bkash', accountNumber: '01712 345678' };
          const id = await stack.client.insert('createWithdrawal', { as: workerOf(index), body });
          await stack.client.get('decideWithdrawal', { as: admin, params: { id }, body: { status: 'approved' } });
        }),
    },
  ];
};

const inParallel = async (calls: readonly (() => Promise<unknown>)[]): Promise<void> => {
  const left = [...calls];
  const caller = async () => {
    for (let call = left.shift(); call; call = left.shift()) await call();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
};

export const counts: Benchmark = {
  name: 'counts',
  title: 'Commands per operation',
  profiles: ['embedded', 'production'],
  run: ({ quick, print }, profile) =>
    withStack(profile, {}, async (bare) => {
      const stack: Counted = { ...bare, processes: profile.processes };
      const together = quick ? 32 : TOGETHER;
      const users = await createUsers(stack, 120_000, AT_ONCE);
      for (const worker of users.workers)
        await stack.people.earn(worker, users.buyer, (2 + (ALONE + together) / AT_ONCE) * 200);
      await stack.untilQuiet();
      const rows: ResultRow[] = [];
      for (const { what, prepare } of operationsOn(stack, users)) {
        print(`${what} …`);
        const alone = await prepare(ALONE);
        await stack.untilQuiet();
        const ofOne = await meanOf(stack, alone, () => pause(SETTLED_AFTER[profile.name]));
        rows.push(...rowsOf(`${what}, one caller`, profile, ofOne, 1));
        const many = await prepare(together);
        await stack.untilQuiet();
        const ofMany = await countsOf(stack, async () => {
          await inParallel(many);
          await pause(ALL_SETTLED_AFTER[profile.name]);
        });
        rows.push(...rowsOf(`${what}, ${AT_ONCE} callers`, profile, ofMany, together));
      }
      print('idle …');
      await stack.untilQuiet();
      rows.push(...(await idleRows(stack)));
      return rows;
    }),
};
