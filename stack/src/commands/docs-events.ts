import { readFileSync, writeFileSync } from 'node:fs';
import { declaredServices } from '../services';
import { collectSources, eventFaults, tableOfEvents } from './event-table';
import { readCommand, runCommand } from './with-services';

const FILE = 'docs/architecture.md';
const BEGIN = '<!-- npm run docs:events writes this table from the code -->';
const END = '<!-- end of the table of events -->';

const declared = collectSources(declaredServices());

/** The page with its table from the code. */
const withTable = (page: string): string => {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) {
    throw new Error(`${FILE} has no place for the table of events: add these two lines:\n${BEGIN}\n${END}`);
  }
  return `${page.slice(0, begin + BEGIN.length)}\n\n${tableOfEvents(declared)}\n\n${page.slice(end)}`;
};

/** `npm run docs:events` writes the table of events in docs/architecture.md; with `--check` it only reports whether it differs from the code. */
void runCommand(async () => {
  const { values } = readCommand({ check: { type: 'boolean' } });
  const faults = eventFaults(declared);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    return 1;
  }
  const before = readFileSync(FILE, 'utf8');
  const now = withTable(before);
  if (values.check && before !== now) {
    console.error(`${FILE} differs from the code. Run npm run docs:events and commit the file.`);
    return 1;
  }
  if (!values.check) writeFileSync(FILE, now);
  console.log(values.check ? `${FILE} is up to date.` : `${FILE} is updated.`);
  return 0;
});
