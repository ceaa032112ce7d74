import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCREENS } from './screens';

test('exactly one test file visits the screens of each visitor', () => {
  const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.screens.test.ts'))
    .map((name) => readFileSync(join(__dirname, name), 'utf8'));
  for (const visitor of new Set(SCREENS.map((screen) => screen.visitor)))
    expect([visitor, files.filter((file) => file.includes(`'${visitor}'`)).length]).toEqual([visitor, 1]);
});
