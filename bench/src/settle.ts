import { existsSync } from 'node:fs';
import { STARTING_COINS } from '@piecework/contracts';
import { median } from '@piecework/tests/support/numbers';
import { besideRate, rateAlone } from './engine-alone';
import { type Figure, perSecond, type Row, type RunOptions, span } from './figure';
import { type Load, startLoad } from './load';
import type { Profile } from './profile';
import { approve, bringCast, type Cast, preparePending, type Stage, withStage } from './stage';

const WORKERS = 40;
const AT_ONCE = 64;
/** A folder in memory: the same code, for which a sync costs nothing. */
const MEMORY = '/dev/shm';
const SIZES = { embedded: { tasks: 25, rounds: 3 }, production: { tasks: 4, rounds: 3 } };
const QUICK = { tasks: 4, rounds: 1 };
/** Of the embedded profile, a second. */
const BUDGET = 500;

const now = () => performance.timeOrigin + performance.now();

/** Resolves when the user record of each worker shows so many coins. */
const untilBalances = async ({ client }: Stage, { workers }: Cast, coins: number): Promise<void> => {
  for (const worker of workers)
    while ((await client.get('getUser', { as: worker })).userAvailableCoin !== coins);
};

/** Approvals at full speed until the last balance is right. */
const createRun = async (stage: Stage, load: Load, tasks: number, rounds: number) => {
  const cast = await bringCast(stage, tasks * WORKERS * rounds + 100, WORKERS);
  let coins: number = STARTING_COINS.worker;
  return async (): Promise<{ settled: number; answered: number }> => {
    const pending = await preparePending(stage, cast, tasks);
    const requests = pending.map(({ submissionId }) => approve(cast.buyer, submissionId));
    const { began, ended, answers } = await load.run({
      kind: 'burst',
      origin: stage.gateway,
      requests,
      atOnce: AT_ONCE,
    });
    coins += tasks;
    await untilBalances(stage, cast, coins);
    const done = now();
    const wrong = answers.find(({ body }) => body !== '{"modifiedCount":1}');
    if (wrong) throw new Error(`An approval was answered ${wrong.status}: ${wrong.body}`);
    const rate = (until: number) => (requests.length / (until - began)) * 1000;
    return { settled: rate(done), answered: rate(ended) };
  };
};

interface Found {
  /** Approvals a second, by round: until the last coin has arrived, and until the last call was answered. */
  settled: number[];
  answered: number[];
}

/** The stages take turns, so that noise meets all of them. */
const measure = async (
  { quick }: RunOptions,
  { name }: Profile,
  stages: readonly Stage[],
): Promise<Found[]> => {
  const { tasks, rounds } = quick ? QUICK : SIZES[name];
  const load = startLoad();
  try {
    const runs = await Promise.all(stages.map((stage) => createRun(stage, load, tasks, rounds + 1)));
    const found = stages.map((): Found => ({ settled: [], answered: [] }));
    for (let round = 0; round <= rounds; round++)
      for (const [index, run] of runs.entries()) {
        const { settled, answered } = await run();
        // The first of each warms up.
        if (round === 0) continue;
        found[index]?.settled.push(settled);
        found[index]?.answered.push(answered);
      }
    return found;
  } finally {
    load.stop();
  }
};

const rowOf = ({ settled, answered }: Found, beside: readonly string[], budget: number | null): Row => ({
  what: `settled approvals, ${AT_ONCE} at once`,
  measured: perSecond(median(settled)),
  beside: [`answered ${perSecond(median(answered))}`, ...beside].join(', '),
  rounds: span(settled, perSecond),
  budget: budget === null ? '' : `≥ ${perSecond(budget)}`,
  within: budget === null ? null : median(settled) >= budget,
});

const runEmbedded = (options: RunOptions, profile: Profile): Promise<Row[]> =>
  withStage(profile, {}, async (disk) => {
    if (!existsSync(MEMORY)) {
      const [onDisk] = await measure(options, profile, [disk]);
      return [rowOf(onDisk as Found, [], BUDGET)];
    }
    return withStage(profile, { parent: MEMORY }, async (memory) => {
      const [onDisk, inMemory] = (await measure(options, profile, [disk, memory])) as [Found, Found];
      return [rowOf(onDisk, [`data folder in memory ${perSecond(median(inMemory.settled))}`], BUDGET)];
    });
  });

const runProduction = (options: RunOptions, profile: Profile): Promise<Row[]> =>
  withStage(profile, {}, async (stage, engines) => {
    const [found] = (await measure(options, profile, [stage])) as [Found];
    const alone = await rateAlone(stage.settings);
    return [rowOf(found, [besideRate(engines, alone, median(found.settled))], null)];
  });

export const settle: Figure = {
  name: 'settle',
  title: 'Approvals until the last coin has arrived',
  profiles: ['embedded', 'production'],
  run: (options, profile) => (profile.name === 'embedded' ? runEmbedded : runProduction)(options, profile),
};
