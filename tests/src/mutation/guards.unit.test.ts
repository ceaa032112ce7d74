import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUARDS } from './guards';

const ROOT = join(__dirname, '../../..');

// `npm run mutate` takes minutes and is no part of CI: a guard that has moved would be noticed by nobody.
it.each(GUARDS.map((guard) => [guard.promise, guard] as const))(
  '%s: its text stands once in its file',
  (_promise, { file, code }) => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(code)).toHaveLength(2);
  },
);
