import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { quantile } from '@piecework/tests/support/numbers';
import { tableOf } from '@piecework/tests/support/table';
import { balance } from './balance';
import { type Figure, ms, type Row } from './figure';
import { hop } from './hop';
import { memory } from './memory';
import { race } from './race';
import { raw, syncTimes } from './raw';
import { cellsOf, HEAD, heading, tableLines } from './report';
import { settle } from './settle';
import { withFolder } from './stage';
import { startUp } from './start';

const FIGURES: readonly Figure[] = [raw, hop, balance, settle, race, memory, startUp];
const FILE = 'bench/results.md';
const NAMES = FIGURES.map(({ name }) => name).join(',');
const USAGE = `npm run bench -- [--only ${NAMES}] [--quick]`;

const say = (line: string) => console.log(line);

const readOptions = (): { quick: boolean; figures: readonly Figure[]; isAll: boolean } => {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, quick: { type: 'boolean' } } });
    const names = (values.only ?? NAMES).split(',').map((name) => name.trim());
    const unknown = names.filter((name) => !FIGURES.some((figure) => figure.name === name));
    if (unknown.length > 0) throw new Error(`There is no figure '${unknown[0]}'.`);
    const figures = FIGURES.filter(({ name }) => names.includes(name));
    return { quick: values.quick ?? false, figures, isAll: figures.length === FIGURES.length };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`);
    process.exit(2);
  }
};

/** How busy others keep the machine: the load average, which we are part of, and what a sync of its disk takes. */
const noiseNow = async (): Promise<string> => {
  const sync = await withFolder(async (folder) => quantile(await syncTimes(folder, 100), 0.5));
  return `load average ${loadavg()[0]?.toFixed(1)}, a sync ${ms(sync)}`;
};

interface Result {
  figure: Figure;
  rows: Row[];
  noise: string;
}

const markdownOf = (results: readonly Result[]): string => {
  const lines = [
    ...heading('Results', 'npm run bench'),
    'How to read it: *measured* is the median of the rounds, *beside* is what it is compared to in the same run, *rounds* are the lowest and highest round (how noisy it was), ✗ is a missed budget. What the machine was doing besides is said above each table: a sync that takes long there makes all that follows long.',
  ];
  for (const { figure, rows, noise } of results) {
    lines.push('', `## ${figure.title}`, '', `Machine ${noise}.`, '', ...tableLines(rows));
  }
  return `${lines.join('\n')}\n`;
};

const main = async () => {
  const { quick, figures, isAll } = readOptions();
  const results: Result[] = [];
  for (const figure of figures) {
    say(`\n${figure.title} (${figure.name})`);
    const [before, began] = [await noiseNow(), performance.now()];
    const rows = await figure.run({ quick, say });
    const noise = `before: ${before}; after: ${await noiseNow()}`;
    results.push({ figure, rows, noise });
    say(tableOf(HEAD, rows.map(cellsOf)));
    say(`(${((performance.now() - began) / 1000).toFixed(0)} s; ${noise})`);
  }
  // What was measured in a hurry, or only in part, is not what the file promises.
  if (quick || !isAll) return say(`\nNot written to ${FILE}: only a whole run is.`);
  writeFileSync(FILE, markdownOf(results));
  say(`\nWritten to ${FILE}.`);
};

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
