import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile } from '@piecework/tests/support/statistics';
import { tableOf } from '@piecework/tests/support/text-table';
import { balance } from './balance-latency';
import { type Figure, ms, type Row, type RunOptions } from './benchmark';
import { settle } from './coin-settlement';
import { containers } from './containers';
import { raw, syncTimes } from './engine-baseline';
import { hasDocker } from './engines';
import { hop } from './gateway-overhead';
import { flood } from './large-list-flood';
import { race } from './last-place-race';
import { memory } from './memory-growth';
import { embedded, type Profile, production } from './profile';
import { cellsOf, HEAD, sectionHeading, sectionsOf, tableLines } from './report';
import { startUp } from './startup-time';
import { withFolder } from './test-stack';

const FIGURES: readonly Figure[] = [raw, hop, balance, settle, race, flood, memory, containers, startUp];
const FILE = 'bench/results.md';
const NAMES = FIGURES.map(({ name }) => name).join(',');
const USAGE = `npm run bench -- [--only ${NAMES}] [--quick]`;

const say = (line: string) => console.log(line);

const readOptions = (): { quick: boolean; figures: readonly Figure[] } => {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean' } } });
    const names = (values.only ?? NAMES).split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !FIGURES.some((figure) => figure.name === name));
    if (unknown.length > 0) throw new Error(`There is no figure '${unknown[0]}'.`);
    const figures = FIGURES.filter(({ name }) => names.includes(name));
    return { quick: values.quick ?? false, figures };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
};

/** Noise of the machine: the load average, which includes this run, and the duration of a sync. */
const noiseNow = async (): Promise<string> => {
  const sync = await withFolder(async (folder) => quantile(await syncTimes(folder, 100), 0.5));
  return `load average ${loadavg()[0]?.toFixed(1)}, a sync ${ms(sync)}`;
};

interface Result {
  figure: Figure;
  rows: Row[];
  noise: string;
}

/** Runs the profiles in sequence, because they would compete for the machine, then merges their rows. */
const runFigure = async (
  figure: Figure,
  options: RunOptions,
  profiles: readonly Profile[],
): Promise<Row[]> => {
  const chosen = profiles.filter(({ name }) => figure.profiles.includes(name));
  const found: Row[][] = [];
  for (const profile of chosen) {
    const rows = await figure.run(options, profile);
    found.push(
      figure.profiles.length === 1
        ? rows
        : rows.map((row) => ({ ...row, what: `${row.what}: ${profile.name}` })),
    );
  }
  const longest = Math.max(0, ...found.map((rows) => rows.length));
  return Array.from({ length: longest }, (_, index) => found.flatMap((rows) => rows[index] ?? [])).flat();
};

const NOT_MEASURED = 'No Docker engine answers: the production profile is not measured.';

const INTRODUCTION = [
  '# Results',
  '',
  'Made by `npm run bench`, which replaces the tables of what it measures and leaves the others: each says when it was measured, of which commit, and on which machine.',
  '',
  'How to read it: *measured* is the median of the rounds, *beside* is what it is compared to in the same run, *rounds* are the lowest and highest round (how noisy it was), ✗ is a missed budget. What the machine was doing besides is said above each table: a sync that takes long there makes all that follows long.',
  '',
  '*embedded* is what `npm start` runs; *production* is MongoDB and Kafka in containers, each service in a process of its own, all on this machine. Where another engine stands in for MongoDB and a figure is bound by it, that is said beside it: such a figure says nothing about MongoDB.',
];

const sectionOf = ({ figure, rows, noise }: Result): string =>
  [...sectionHeading(figure.title, noise), ...tableLines(rows)].join('\n');

/** The results file with this figure's section replaced. */
const markdownWith = (result: Result): string => {
  const before = existsSync(FILE) ? sectionsOf(readFileSync(FILE, 'utf8')) : new Map<string, string>();
  const sections = FIGURES.flatMap(
    ({ title }) => (title === result.figure.title ? sectionOf(result) : before.get(title)) ?? [],
  );
  return `${[INTRODUCTION.join('\n'), ...sections].join('\n\n')}\n`;
};

const main = async () => {
  const { quick, figures } = readOptions();
  const profiles = hasDocker() ? [embedded, production] : [embedded];
  if (!profiles.includes(production)) say(NOT_MEASURED);
  // A quick or partial run is not written to the file.
  const isWritten = !quick && profiles.includes(production);
  const measurable = ({ profiles: needed }: Figure) => profiles.some(({ name }) => needed.includes(name));
  for (const figure of figures.filter(measurable)) {
    say(`\n${figure.title} (${figure.name})`);
    const [before, began] = [await noiseNow(), performance.now()];
    const rows = await runFigure(figure, { quick, say }, profiles);
    const noise = `before: ${before}; after: ${await noiseNow()}`;
    say(tableOf(HEAD, rows.map(cellsOf)));
    say(`(${((performance.now() - began) / 1000).toFixed(0)} s; ${noise})`);
    // Written after each figure: a full run takes long and may be interrupted.
    if (isWritten) writeFileSync(FILE, markdownWith({ figure, rows, noise }));
  }
  say(`\n${isWritten ? 'Written' : 'Not written'} to ${FILE}.`);
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
