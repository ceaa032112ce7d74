import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCREENS } from './screens';

test('the screens of every visitor are toured by one file', () => {
  const tours = readdirSync(__dirname)
    .filter((name) => name.endsWith('.screens.test.ts'))
    .map((name) => readFileSync(join(__dirname, name), 'utf8'));
  for (const visitor of new Set(SCREENS.map((screen) => screen.visitor)))
    expect([visitor, tours.filter((tour) => tour.includes(`'${visitor}'`)).length]).toEqual([visitor, 1]);
});
