import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '@piecework/contracts';
import { SAMPLES } from '../support/samples';

const FOLDER = join(process.cwd(), 'tests/src/contract');
const ENDING = '.int.test.ts';

/** The services with a contract test file in this folder. */
const tested = readdirSync(FOLDER)
  .filter((file) => file.endsWith(ENDING))
  .flatMap((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    return [...text.matchAll(/^contract\('(\w+)',/gm)].map(([, service]) => service);
  });

/** Each of those files tests that it covers every operation of its service. */
test('every component that serves an operation has a contract test file', () => {
  const serving = new Set(Object.values(OPERATIONS).map(({ service }) => service));
  expect(tested.sort()).toEqual([...serving].sort());
});

test('every operation of the contract has a sample call', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(OPERATIONS).sort());
});
