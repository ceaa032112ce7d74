import { readFileSync, writeFileSync } from 'node:fs';
import { declaredServices } from '../services';
import { collectSources, drawEvents, leftOut } from './event-drawing';
import { FLOWS } from './event-flows';
import { readCommand, runCommand } from './with-services';

const FILE = 'docs/architecture.md';
const BEGIN = '<!-- npm run docs:events draws what follows from the code; do not edit it -->';
const END = '<!-- end of the drawn events -->';

/** The page with its generated part redrawn from the code. */
const redrawn = (page: string): string => {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  if (begin < 0 || end < begin) {
    throw new Error(`${FILE} has no section for the events: add these two lines:\n${BEGIN}\n${END}`);
  }
  return `${page.slice(0, begin + BEGIN.length)}\n\n${drawEvents(collectSources(declaredServices()), FLOWS)}\n\n${page.slice(end)}`;
};

/** `npm run docs:events` draws the event flows in docs/architecture.md; with `--check` it only reports whether they differ from the code. */
void runCommand(async () => {
  const { values } = readCommand({ check: { type: 'boolean' } });
  const faults = leftOut(collectSources(declaredServices()), FLOWS);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    return 1;
  }
  const before = readFileSync(FILE, 'utf8');
  const now = redrawn(before);
  if (values.check && before !== now) {
    console.error(`${FILE} differs from the code. Run npm run docs:events and commit the file.`);
    return 1;
  }
  if (!values.check) writeFileSync(FILE, now);
  console.log(values.check ? `${FILE} is up to date.` : `${FILE} is updated.`);
  return 0;
});
