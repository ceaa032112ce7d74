import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GUARDS } from './guards';

const ROOT = join(__dirname, '../../..');

// `npm run mutate` takes minutes and is not part of CI, so it would not report a guard whose code has changed.
it.each(GUARDS.map((guard) => [guard.property, guard] as const))(
  '%s: the code of the guard occurs exactly once in its file',
  (_property, { file, code }) => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(code)).toHaveLength(2);
  },
);
