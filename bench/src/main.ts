import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from '@piecework/tests/support/statistics';
import { tableOf } from '@piecework/tests/support/text-table';
import { balance } from './balance-latency';
import { batches } from './batches';
import { type Benchmark, ms, type ResultRow, type RunOptions } from './benchmark';
import { bulk } from './bulk-approval';
import { settle } from './coin-settlement';
import { containers } from './containers';
import { downloads } from './downloads';
import { type EarlierVersion, withEarlierVersion } from './earlier-version';
import { hasDocker } from './engines';
import { hop } from './gateway-overhead';
import { projection } from './gateway-projection';
import { growth } from './growth';
import { flood } from './large-list-flood';
import { race } from './last-place-race';
import { liveFanOut } from './live-fan-out';
import { memory } from './memory-growth';
import { counts } from './operation-counts';
import { embedded, type Profile, production } from './profile';
import { cellsOf, HEAD, sectionHeading, sectionsOf, tableLines } from './report';
import { startUp } from './startup-time';
import { withFolder } from './test-stack';
import { versions } from './version-comparison';

const BENCHMARKS: readonly Benchmark[] = [
  counts,
  hop,
  balance,
  settle,
  versions,
  bulk,
  batches,
  race,
  flood,
  memory,
  containers,
  growth,
  startUp,
  projection,
  liveFanOut,
  downloads,
];
const FILE = 'bench/results.md';
const NAMES = BENCHMARKS.map(({ name }) => name).join(',');
const USAGE = `npm run bench -- [--only ${NAMES}] [--quick] [--against COMMIT] [--users 1000,100000] [--data DIR]`;

const print = (line: string) => console.log(line);

const readSizes = (users: string): number[] => {
  const sizes = users.split(',').map(Number);
  if (!sizes.every((size) => Number.isSafeInteger(size) && size >= 100))
    throw new Error('--users takes whole numbers from 100.');
  return sizes;
};

interface Options extends Omit<RunOptions, 'print' | 'earlier'> {
  benchmarks: readonly Benchmark[];
  against: string | undefined;
}

const readOptions = (): Options => {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string' },
        quick: { type: 'boolean' },
        against: { type: 'string' },
        users: { type: 'string' },
        data: { type: 'string' },
      },
    });
    const names = (values.only ?? NAMES).split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
    if (unknown.length > 0) throw new Error(`There is no benchmark '${unknown[0]}'.`);
    const { against } = values;
    if (values.only !== undefined && names.includes(versions.name) && against === undefined)
      throw new Error(`'${versions.name}' needs --against.`);
    const benchmarks = BENCHMARKS.filter(
      (benchmark) => names.includes(benchmark.name) && (benchmark !== versions || against !== undefined),
    );
    return {
      quick: values.quick ?? false,
      ...(values.users !== undefined && { users: readSizes(values.users) }),
      ...(values.data !== undefined && { dataDir: resolve(values.data) }),
      benchmarks,
      against,
    };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
};

const PAGE = Buffer.alloc(4096, 1);

/** Durations of a sync: on a shared disk they can be a hundred times those of an idle one. */
const syncTimes = (folder: string, count: number): number[] => {
  const file = openSync(join(folder, 'page'), 'w');
  const times = Array.from({ length: count }, () => {
    const began = performance.now();
    writeSync(file, PAGE);
    fsyncSync(file);
    return performance.now() - began;
  });
  closeSync(file);
  return times;
};

/** Noise of the machine: the load average, which includes this run, and the duration of a sync. */
const noiseNow = async (): Promise<string> => {
  const sync = await withFolder(async (folder) => quantile(syncTimes(folder, 100), 0.5));
  return `load average ${loadavg()[0]?.toFixed(1)}, a sync ${ms(sync)}`;
};

interface Result {
  benchmark: Benchmark;
  rows: ResultRow[];
  noise: string;
}

/** Runs the profiles in sequence, because they would compete for the machine, then merges their rows. */
const runBenchmark = async (
  benchmark: Benchmark,
  options: RunOptions,
  profiles: readonly Profile[],
): Promise<ResultRow[]> => {
  const chosen = profiles.filter(({ name }) => benchmark.profiles.includes(name));
  const found: ResultRow[][] = [];
  for (const profile of chosen) {
    const rows = await benchmark.run(options, profile);
    found.push(
      benchmark.profiles.length === 1 ? rows : rows.map((row) => ({ ...row, what: `${row.what}: ${profile.name}` })),
    );
  }
  const longest = Math.max(0, ...found.map((rows) => rows.length));
  return Array.from({ length: longest }, (_, index) => found.flatMap((rows) => rows[index] ?? [])).flat();
};

const NOT_MEASURED = 'No Docker engine answers: the production profile is not measured.';

const INTRODUCTION = [
  '# Results',
  '',
  'Generated by `npm run bench`, which replaces the tables of the benchmarks that it runs. Each table states its date, commit and machine.',
  '',
  '*measured* is the median of the rounds, *compared with* is a comparison in the same run, *rounds* are the minimum and maximum, which show the noise, ✗ is a missed budget. The line above each table shows the load of the machine: a slow sync slows everything down.',
  '',
  '*embedded* is the stack of `npm start`; *production* is MongoDB and Kafka in containers with a process per service, all on this machine. If a substitute engine for MongoDB limits a result, the comparison says so: such a result says nothing about MongoDB.',
];

const sectionOf = ({ benchmark, rows, noise }: Result): string =>
  [...sectionHeading(benchmark.title, noise), ...tableLines(rows)].join('\n');

/** The results file with this benchmark's section replaced. */
const markdownWith = (result: Result): string => {
  const before = existsSync(FILE) ? sectionsOf(readFileSync(FILE, 'utf8')) : new Map<string, string>();
  const sections = BENCHMARKS.flatMap(
    ({ title }) => (title === result.benchmark.title ? sectionOf(result) : before.get(title)) ?? [],
  );
  return `${[INTRODUCTION.join('\n'), ...sections].join('\n\n')}\n`;
};

const runAll = async ({ benchmarks, against, ...options }: Options, earlier: EarlierVersion | null): Promise<void> => {
  if (!against) print('Without --against, no earlier version is measured.');
  const profiles = hasDocker() ? [embedded, production] : [embedded];
  if (!profiles.includes(production)) print(NOT_MEASURED);
  // A quick or partial run is not written to the file.
  const isWritten = !options.quick && !options.users && profiles.includes(production);
  const measurable = ({ profiles: needed }: Benchmark) => profiles.some(({ name }) => needed.includes(name));
  for (const benchmark of benchmarks.filter(measurable)) {
    print(`\n${benchmark.title} (${benchmark.name})`);
    const [before, began] = [await noiseNow(), performance.now()];
    const rows = await runBenchmark(benchmark, { ...options, earlier, print }, profiles);
    const noise = `before: ${before}; after: ${await noiseNow()}`;
    print(tableOf(HEAD, rows.map(cellsOf)));
    print(`(${((performance.now() - began) / 1000).toFixed(0)} s; ${noise})`);
    // Written after each benchmark: a full run takes long and may be interrupted.
    if (isWritten) writeFileSync(FILE, markdownWith({ benchmark, rows, noise }));
  }
  print(`\n${isWritten ? 'Written' : 'Not written'} to ${FILE}.`);
};

const main = async () => {
  const options = readOptions();
  if (options.against === undefined) return runAll(options, null);
  return withEarlierVersion(options.against, (earlier) => runAll(options, earlier));
};

// Exits through the exit handlers, which end all started processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
