import { readdirSync, readFileSync } from 'node:fs';
import { FRONTS } from '@piecework/contracts/fronts';

/** The workspaces that a team ships alone. */
const AREAS = [...FRONTS, 'gateway', ...readdirSync('services').map((name) => `services/${name}`)];

test.each(AREAS)('npm test -w %s runs its area', (area) => {
  const { scripts } = JSON.parse(readFileSync(`${area}/package.json`, 'utf8'));
  const root = '../'.repeat(area.split('/').length);
  expect(scripts.test).toBe(`node ${root}scripts/test.mjs --area=${area}`);
});

test('each area has owners', () => {
  const owned = [...readFileSync('.github/CODEOWNERS', 'utf8').matchAll(/^(\/\S+)\/\s+@/gm)];
  expect(owned.map(([, folder]) => folder)).toEqual(expect.arrayContaining(AREAS.map((area) => `/${area}`)));
});

test('the journeys in a browser are in folders of front ends', () => {
  const entries = readdirSync('tests/src/browser', { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(FRONTS).toEqual(expect.arrayContaining(folders));
  expect(entries.filter(({ name }) => /\.(browser|screens)\.test\.ts$/.test(name))).toEqual([]);
});
