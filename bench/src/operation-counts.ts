import { pause } from '@piecework/base/testing';
import { gaugeOf, type Scrape, samplesOf, scrape } from '@piecework/tests/support/metrics';
import type { Person } from '@piecework/tests/support/people';
import type { Benchmark, ResultRow } from './benchmark';
import type { Profile } from './profile';
import { type BenchStack, createUsers, preparePending, withStack } from './test-stack';

/** Operations of one caller, each settled before the next, and of many callers at once. */
const ALONE = 10;
const TOGETHER = 320;
const AT_ONCE = 16;
/** Milliseconds after which an operation and the events that it caused are handled. */
const SETTLED_AFTER: Record<Profile['name'], number> = { embedded: 300, production: 2_000 };

/** Since the start: commands to the stores and requests to the event log, by name, and CPU in milliseconds, by process. */
interface Counts {
  commands: ReadonlyMap<string, number>;
  requests: ReadonlyMap<string, number>;
  cpu: readonly number[];
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

const readCounts = async ({ metrics, processes }: Counted): Promise<Counts> => {
  const found = await Promise.all(Object.values(metrics).map(scrape));
  // In one process the services share the event log and the CPU.
  const ofProcesses = processes ? found : found.slice(0, 1);
  return {
    commands: byName(found, 'piecework_store_commands_total'),
    requests: byName(ofProcesses, 'piecework_event_log_requests_total'),
    cpu: ofProcesses.map((one) => (gaugeOf(one, 'process_cpu_seconds_total') ?? 0) * 1000),
  };
};

type Counted = BenchStack & { processes: boolean };

const minus = (
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> =>
  new Map([...one].map(([name, value]) => [name, value - (other.get(name) ?? 0)]));
const difference = (after: Counts, before: Counts): Counts => ({
  commands: minus(after.commands, before.commands),
  requests: minus(after.requests, before.requests),
  cpu: after.cpu.map((value, index) => value - (before.cpu[index] ?? 0)),
});
const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** What `work` causes beyond what an idle stack does in the same time. Both include the commands of one scrape. */
const countsOf = async (stack: Counted, work: () => Promise<unknown>): Promise<Counts> => {
  const began = performance.now();
  const before = await readCounts(stack);
  await work();
  const after = await readCounts(stack);
  const took = performance.now() - began;
  const idle = await readCounts(stack);
  await pause(took);
  return difference(difference(after, before), difference(await readCounts(stack), idle));
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

const rowsOf = (what: string, counts: Counts, times: number): ResultRow[] => {
  const per = (found: Counts['commands']) => sumOf(found.values()) / times;
  const row = (kind: string, found: Counts['commands']): ResultRow => ({
    what: `${what}: ${kind}`,
    measured: per(found).toFixed(1),
    comparison: detail(found, times),
    rounds: '',
    budget: '',
    within: null,
  });
  return [
    row('store commands', counts.commands),
    row('requests to the event log', counts.requests),
    {
      ...row('CPU', counts.requests),
      measured: `${(sumOf(counts.cpu) / times).toFixed(1)} ms`,
      comparison: '',
    },
  ];
};

const operationsOn = (
  stack: Counted,
  people: { admin: Person; buyer: Person; workers: Person[] },
): Operation[] => {
  const { admin, buyer, workers } = people;
  const workerOf = (index: number) => workers[index % workers.length] as Person;
  return [
    {
      what: 'task post',
      prepare: async (times) =>
        Array.from({ length: times }, () => () => stack.people.post(buyer, { requiredWorkers: 1 })),
    },
    {
      what: 'submission',
      prepare: async (times) => {
        const tasks: string[] = [];
        for (let made = 0; made < times; made += workers.length)
          tasks.push(await stack.people.post(buyer, { requiredWorkers: workers.length, payableAmount: 1 }));
        return Array.from({ length: times }, (_, index) => () => {
          const task = tasks[Math.floor(index / workers.length)] ?? '';
          return stack.people.submit(workerOf(index), task);
        });
      },
    },
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
          const body = { withdrawalCoin: 200, paymentSystem: 'bkash', accountNumber: '01712 345678' };
          const id = await stack.client.insert('createWithdrawal', { as: workerOf(index), body });
          await stack.client.get('decideWithdrawal', {
            as: admin,
            params: { id },
            body: { status: 'approved' },
          });
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
      const settled = () => pause(SETTLED_AFTER[profile.name]);
      const rows: ResultRow[] = [];
      for (const { what, prepare } of operationsOn(stack, users)) {
        print(`${what} …`);
        const alone = await prepare(ALONE);
        await stack.untilQuiet();
        const ofOne = await countsOf(stack, async () => {
          for (const call of alone) {
            await call();
            await settled();
          }
        });
        rows.push(...rowsOf(`${what}, one caller`, ofOne, ALONE));
        const many = await prepare(together);
        await stack.untilQuiet();
        const ofMany = await countsOf(stack, async () => {
          await inParallel(many);
          await stack.untilQuiet();
        });
        rows.push(...rowsOf(`${what}, ${AT_ONCE} callers`, ofMany, together));
      }
      return rows;
    }),
};
