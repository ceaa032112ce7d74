import { existsSync } from 'node:fs';
import { STARTING_COINS } from '@piecework/contracts';
import { median } from '@piecework/tests/support/statistics';
import { type Figure, perSecond, type Row, type RunOptions, span } from './benchmark';
import { type Load, startLoad } from './load';
import { type Profile, productionOnSqlite, withSqlite } from './profile';
import { approve, bringCast, type Cast, preparePending, type Stage, withStage } from './test-stack';

const WORKERS = 40;
/** A folder in memory: the same code without the cost of a sync. */
const MEMORY = '/dev/shm';
interface Size {
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
const sizeOf = ({ quick }: RunOptions, { name }: Profile): Size => ({ ...SIZES[name], ...(quick && QUICK) });
/** Approvals per second, embedded profile. */
const BUDGET = 500;

const now = () => performance.timeOrigin + performance.now();

/** From this ratio to the run without an engine, the figure is attributed to the engine. */
const BOUND_FROM = 1.5;
/** Milliseconds until the coins of a round are settled. */
const SETTLED_WITHIN = 120_000;

/** Resolves when every worker's user record shows this many coins. */
const untilBalances = async ({ client }: Stage, { workers }: Cast, coins: number): Promise<void> => {
  const deadline = now() + SETTLED_WITHIN;
  for (const worker of workers)
    while ((await client.get('getUser', { as: worker })).userAvailableCoin !== coins)
      if (now() > deadline) throw new Error(`${worker.name} has not been paid`);
};

/** Approvals at full speed, until the last balance is right. */
const createRun = async (stage: Stage, load: Load, { atOnce, tasks, rounds }: Size) => {
  const cast = await bringCast(stage, tasks * WORKERS * (rounds + 1) + 100, WORKERS);
  let coins: number = STARTING_COINS.worker;
  return async (): Promise<{ settled: number; answered: number }> => {
    const pending = await preparePending(stage, cast, tasks);
    const requests = pending.map(({ submissionId }) => approve(cast.buyer, submissionId));
    const { began, ended, answers } = await load.run({
      kind: 'burst',
      origin: stage.gateway,
      requests,
      atOnce,
    });
    const wrong = answers.find(({ body }) => body !== '{"modifiedCount":1}');
    if (wrong) throw new Error(`An approval was answered ${wrong.status}: ${wrong.body}`);
    coins += tasks;
    await untilBalances(stage, cast, coins);
    const done = now();
    const rate = (until: number) => (requests.length / (until - began)) * 1000;
    return { settled: rate(done), answered: rate(ended) };
  };
};

interface Found {
  /** Approvals per second, by round: until the last coin is settled, and until the last response. */
  settled: number[];
  answered: number[];
}

/** The stages alternate, so that noise affects all of them. */
const measure = async (size: Size, stages: readonly Stage[]): Promise<Found[]> => {
  const load = startLoad();
  try {
    const runs = await Promise.all(stages.map((stage) => createRun(stage, load, size)));
    const found = stages.map((): Found => ({ settled: [], answered: [] }));
    for (let round = 0; round <= size.rounds; round++)
      for (const [index, run] of runs.entries()) {
        const { settled, answered } = await run();
        // Warm-up round.
        if (round === 0) continue;
        found[index]?.settled.push(settled);
        found[index]?.answered.push(answered);
      }
    return found;
  } finally {
    load.stop();
  }
};

const rowOf = (
  { atOnce }: Size,
  { settled, answered }: Found,
  beside: readonly string[],
  budget: number | null,
): Row => ({
  what: `settled approvals, ${atOnce} at once`,
  measured: perSecond(median(settled)),
  beside: [`answered ${perSecond(median(answered))}`, ...beside].join(', '),
  rounds: span(settled, perSecond),
  budget: budget === null ? '' : `≥ ${perSecond(budget)}`,
  within: budget === null ? null : median(settled) >= budget,
});

const runEmbedded = (size: Size, profile: Profile): Promise<Row[]> =>
  withStage(profile, {}, async (disk) => {
    if (!existsSync(MEMORY)) {
      const [onDisk] = await measure(size, [disk]);
      return [rowOf(size, onDisk as Found, [], BUDGET)];
    }
    return withStage(profile, { parent: MEMORY }, async (memory) => {
      const [onDisk, inMemory] = (await measure(size, [disk, memory])) as [Found, Found];
      return [rowOf(size, onDisk, [`data folder in memory ${perSecond(median(inMemory.settled))}`], BUDGET)];
    });
  });

const runProduction = async (size: Size, profile: Profile): Promise<Row[]> => {
  const on = (one: Profile) =>
    withStage(one, {}, async (stage, { standIn }) => {
      const [found] = (await measure(size, [stage])) as [Found];
      return { found, standIn };
    });
  const { found, standIn } = await on(profile);
  if (standIn === null) return [rowOf(size, found, [], null)];
  const instead = median((await on(productionOnSqlite)).found.settled);
  const isBound = instead > BOUND_FROM * median(found.settled);
  const bound = isBound ? ': the stand-in is what bounds it' : '';
  return [rowOf(size, found, [withSqlite(standIn, perSecond(instead)) + bound], null)];
};

export const settle: Figure = {
  name: 'settle',
  title: 'Approvals until the last coin has arrived',
  profiles: ['embedded', 'production'],
  run: (options, profile) =>
    (profile.name === 'embedded' ? runEmbedded : runProduction)(sizeOf(options, profile), profile),
};
