import { existsSync } from 'node:fs';
import { STARTING_COINS } from '@piecework/contracts';
import { median } from '@piecework/tests/support/statistics';
import { type Benchmark, perSecond, type ResultRow, type RunOptions, span } from './benchmark';
import { type Load, startLoad } from './load';
import { cpuMs } from './process-tree';
import { type Profile, productionOnSqlite, withSqlite } from './profile';
import { approve, type BenchStack, createUsers, now, preparePending, untilBalances, withStack } from './test-stack';

const WORKERS = 40;
/** A folder in memory: the same code without the cost of a sync. */
const MEMORY = '/dev/shm';
export interface Size {
  /** Concurrent approvals. */
  atOnce: number;
  /** Per round; each has a place for every worker. */
  tasks: number;
  /** After one warm-up round. */
  rounds: number;
}

/** A slow engine settles only tens per second: a higher concurrency would exceed the gateway's timeout. */
const SIZES: Record<Profile['name'], Size> = {
  embedded: { atOnce: 64, tasks: 25, rounds: 3 },
  production: { atOnce: 16, tasks: 4, rounds: 3 },
};
const QUICK: Partial<Size> = { tasks: 4, rounds: 1 };
export const sizeOf = ({ quick }: RunOptions, { name }: Profile): Size => ({ ...SIZES[name], ...(quick && QUICK) });
/** Approvals per second, embedded profile. */
const BUDGET = 500;

/** From this ratio to the run without an engine, the result is attributed to the engine. */
const BOUND_FROM = 1.5;
/** Approvals at full speed, until the last balance is right. */
const createRun = async (stack: BenchStack, load: Load, { atOnce, tasks, rounds }: Size) => {
  const users = await createUsers(stack, tasks * WORKERS * (rounds + 1) + 100, WORKERS);
  let coins: number = STARTING_COINS.worker;
  return async (): Promise<{ settled: number; answered: number; cpu: number }> => {
    const pending = await preparePending(stack, users, tasks);
    const requests = pending.map(({ submissionId }) => approve(users.buyer, submissionId));
    const cpuBefore = cpuMs(stack.pid);
    const { began, ended, answers } = await load.run({ kind: 'burst', origin: stack.gateway, requests, atOnce });
    const wrong = answers.find(({ body }) => body !== '{"modifiedCount":1}');
    if (wrong) throw new Error(`An approval was answered ${wrong.status}: ${wrong.body}`);
    coins += tasks;
    await untilBalances(stack, users, coins);
    const done = now();
    const rate = (until: number) => (requests.length / (until - began)) * 1000;
    const cpu = (cpuMs(stack.pid) - cpuBefore) / requests.length;
    return { settled: rate(done), answered: rate(ended), cpu };
  };
};

export interface Found {
  /** Approvals per second, by round: until the last coin is settled, and until the last response. */
  settled: number[];
  answered: number[];
  /** Milliseconds of CPU per approval, of the stack's processes. */
  cpu: number[];
}

/** The stacks alternate, so that noise affects all of them. */
export const measureSettlement = async (size: Size, stacks: readonly BenchStack[]): Promise<Found[]> => {
  const load = startLoad();
  try {
    const runs = await Promise.all(stacks.map((stack) => createRun(stack, load, size)));
    const found = stacks.map((): Found => ({ settled: [], answered: [], cpu: [] }));
    for (let round = 0; round <= size.rounds; round++)
      for (const [index, run] of runs.entries()) {
        const { settled, answered, cpu } = await run();
        // Warm-up round.
        if (round === 0) continue;
        found[index]?.settled.push(settled);
        found[index]?.answered.push(answered);
        found[index]?.cpu.push(cpu);
      }
    return found;
  } finally {
    load.stop();
  }
};

const rowOf = (
  { atOnce }: Size,
  { settled, answered }: Found,
  comparison: readonly string[],
  budget: number | null,
): ResultRow => ({
  what: `settled approvals, ${atOnce} at once`,
  measured: perSecond(median(settled)),
  comparison: [`answered ${perSecond(median(answered))}`, ...comparison].join(', '),
  rounds: span(settled, perSecond),
  budget: budget === null ? '' : `≥ ${perSecond(budget)}`,
  within: budget === null ? null : median(settled) >= budget,
});

const runEmbedded = (size: Size, profile: Profile): Promise<ResultRow[]> =>
  withStack(profile, {}, async (disk) => {
    if (!existsSync(MEMORY)) {
      const [onDisk] = await measureSettlement(size, [disk]);
      return [rowOf(size, onDisk as Found, [], BUDGET)];
    }
    return withStack(profile, { parent: MEMORY }, async (memory) => {
      const [onDisk, inMemory] = (await measureSettlement(size, [disk, memory])) as [Found, Found];
      return [rowOf(size, onDisk, [`data folder in memory ${perSecond(median(inMemory.settled))}`], BUDGET)];
    });
  });

const runProduction = async (size: Size, profile: Profile): Promise<ResultRow[]> => {
  const on = (one: Profile) =>
    withStack(one, {}, async (stack, { substitute }) => {
      const [found] = (await measureSettlement(size, [stack])) as [Found];
      return { found, substitute };
    });
  const { found, substitute } = await on(profile);
  if (substitute === null) return [rowOf(size, found, [], null)];
  const instead = median((await on(productionOnSqlite)).found.settled);
  const isBound = instead > BOUND_FROM * median(found.settled);
  const bound = isBound ? ': limited by the substitute engine' : '';
  return [rowOf(size, found, [withSqlite(substitute, perSecond(instead)) + bound], null)];
};

export const settle: Benchmark = {
  name: 'settle',
  title: 'Throughput of settled approvals',
  profiles: ['embedded', 'production'],
  run: (options, profile) =>
    (profile.name === 'embedded' ? runEmbedded : runProduction)(sizeOf(options, profile), profile),
};
