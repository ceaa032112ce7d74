import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OPERATIONS } from '@piecework/contracts';
import { SAMPLES } from '../support/samples';

const FOLDER = join(process.cwd(), 'tests/src/contract');
const ENDING = '.int.test.ts';

/** The services whose rows some file of this folder holds to the contract. */
const held = readdirSync(FOLDER)
  .filter((file) => file.endsWith(ENDING))
  .flatMap((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    return [...text.matchAll(/^contract\('(\w+)',/gm)].map(([, service]) => service);
  });

/** Each of those files has a test that it holds every row of its service: together that is every row of the contract. */
test('whoever answers a row of the contract has a file here that holds all of their rows to it', () => {
  const answering = new Set(Object.values(OPERATIONS).map(({ service }) => service));
  expect(held.sort()).toEqual([...answering].sort());
});

test('every row of the contract has a good call to begin with', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual(Object.keys(OPERATIONS).sort());
});
