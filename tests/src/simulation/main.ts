import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { openSqliteStore } from '@piecework/store/sqlite';
import { openTestDatabase } from '@piecework/store/testing';
import { createOutcomeCounts, printTally, weakKinds } from './outcome-counts';
import { runSeed, type SeedResult } from './run-seed';
import { shrink } from './shrink';
import { KINDS } from './steps';
import type { OpenStore } from './world';

/** Milliseconds for shrinking a failure. */
const SHRINK_WITHIN = 120_000;

const STORES = {
  // The data need not survive the machine: no fsync. `maxGroup: 1`: one transaction per commit, so that a crash can come between any two.
  sqlite: (file) => openSqliteStore({ file, synchronous: 'OFF', maxGroup: 1 }),
  // The seed does not determine the order of concurrent operations: runs of the same seed may differ.
  mongodb: openTestDatabase,
} satisfies Record<string, OpenStore>;
type StoreName = keyof typeof STORES;

interface Options {
  seeds: number;
  from: number;
  steps: number;
  jobs: number;
  store: StoreName;
  /** Whether a failure is reduced to fewer steps: slow. */
  shrink: boolean;
}

const readOptions = (): Options & { worker: boolean } => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '20' },
      from: { type: 'string', default: '1' },
      steps: { type: 'string', default: '500' },
      jobs: { type: 'string', default: String(availableParallelism()) },
      store: { type: 'string', default: 'sqlite' },
      worker: { type: 'boolean', default: false },
      'no-shrink': { type: 'boolean', default: false },
    },
  });
  const number = (name: 'seeds' | 'from' | 'steps' | 'jobs') => {
    const value = Number(values[name]);
    if (!Number.isInteger(value) || value < 1) {
      console.error(`--${name} must be a whole number above 0, not '${values[name]}'.`);
      process.exit(2);
    }
    return value;
  };
  if (!Object.hasOwn(STORES, values.store)) {
    console.error(`--store must be ${Object.keys(STORES).join(' or ')}, not '${values.store}'.`);
    process.exit(2);
  }
  return {
    seeds: number('seeds'),
    from: number('from'),
    steps: number('steps'),
    jobs: number('jobs'),
    store: values.store as StoreName,
    worker: values.worker,
    shrink: !values['no-shrink'],
  };
};

const stepsUpTo = (steps: number) => Array.from({ length: steps }, (_, index) => index + 1);

/** In a child process: runs each seed that the parent sends. */
const work = ({ steps, store }: Options) => {
  process.on('message', async (seed: number) => {
    process.send?.(await runSeed(seed, stepsUpTo(steps), STORES[store]));
  });
};

const runAll = async (
  { seeds, from, steps, jobs, store }: Options,
  onResult: (result: SeedResult) => boolean,
): Promise<void> => {
  let next = from;
  let isRunning = true;
  const runWorker = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork('scripts/run.mjs', [
        'tests/src/simulation/main.ts',
        '--worker',
        '--steps',
        String(steps),
        '--store',
        store,
      ]);
      const feed = () => {
        if (isRunning && next < from + seeds) child.send(next++);
        else {
          child.disconnect();
          resolve();
        }
      };
      child.on('message', (result) => {
        isRunning = onResult(result as SeedResult) && isRunning;
        feed();
      });
      child.on('exit', (code) =>
        code ? reject(new Error(`A simulation worker exited with code ${code}`)) : resolve(),
      );
      feed();
    });
  await Promise.all(Array.from({ length: Math.min(jobs, seeds) }, runWorker));
};

const reportFailure = async ({ seed, failure }: SeedResult, options: Options) => {
  const { steps, store, shrink: isShrinking } = options;
  if (!failure) return;
  const show = (violations: typeof failure.violations) => {
    for (const { invariant, subject, detail } of violations.slice(0, 5))
      console.error(`  ✗ ${invariant}: ${subject}\n    ${detail}`);
  };
  console.error(`\nSeed ${seed} fails after step ${failure.step}:`);
  show(failure.violations);
  console.error(`Reproduce: npm run simulate -- --from ${seed} --seeds 1 --steps ${steps} --store ${store}`);
  if (!isShrinking) return;
  const invariant = failure.violations[0]?.invariant;
  const isTheSame = async (list: readonly number[]) => {
    const { failure: again } = await runSeed(seed, list, STORES[store]);
    return again?.violations.some((violation) => violation.invariant === invariant) ?? false;
  };
  const shortest = await shrink(stepsUpTo(Math.min(steps, failure.step)), isTheSame, SHRINK_WITHIN);
  console.error(`Shortest list of steps with the same failure: ${shortest.join(' ')}`);
};

/** Starts a MongoDB container if the store is `mongodb` and no `TEST_MONGODB_URI` is set; returns its stop function. */
const startEngine = async ({ store }: Options): Promise<() => Promise<void>> => {
  if (store !== 'mongodb' || process.env.TEST_MONGODB_URI) return async () => {};
  const { startMongoContainer } = await import('@piecework/store/testing/mongo');
  const mongo = await startMongoContainer();
  process.env.TEST_MONGODB_URI = mongo.uri;
  return mongo.stop;
};

const main = async (): Promise<void> => {
  const options = readOptions();
  if (options.worker) return work(options);
  const stopEngine = await startEngine(options);
  try {
    process.exitCode = (await simulate(options)) ? 0 : 1;
  } finally {
    await stopEngine();
  }
};

/** @returns whether every invariant held and, in a run of enough steps, every kind of operation succeeded often enough */
const simulate = async (options: Options): Promise<boolean> => {
  const began = performance.now();
  const tally = createOutcomeCounts();
  const faults: Record<string, number> = {};
  const digests: [number, string][] = [];
  let events = 0;
  let failed: SeedResult | undefined;
  await runAll(options, (result) => {
    tally.add(result.counts);
    for (const [fault, count] of Object.entries(result.faults)) faults[fault] = (faults[fault] ?? 0) + count;
    digests.push([result.seed, result.digest]);
    events += result.events;
    if (result.failure && (!failed || result.seed < failed.seed)) failed = result;
    return !result.failure;
  });

  console.log(printTally(tally.counts));
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  console.log(
    `\nFaults: ${Object.entries(faults)
      .map(([fault, count]) => `${fault} ${count}`)
      .join(', ')}; events ${events}`,
  );
  for (const [seed, digest] of digests.sort(([a], [b]) => a - b).slice(0, 3)) console.log(`Seed ${seed}: ${digest}`);
  if (failed) {
    await reportFailure(failed, options);
    return false;
  }
  // Short runs do not reach every kind of operation.
  const weak = options.seeds * options.steps >= 5000 ? weakKinds(tally.counts, KINDS) : [];
  for (const line of weak) console.error(`✗ ${line}`);
  console.log(
    `${options.seeds} seeds × ${options.steps} steps in ${seconds} s: every invariant held after every step.`,
  );
  return weak.length === 0;
};

void main();
