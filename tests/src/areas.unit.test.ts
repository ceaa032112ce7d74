import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FRONTS } from '@piecework/federation/fronts';
import { partsOf } from '../../scripts/lib/test-areas.mjs';

/** The workspaces that a team ships alone. */
const AREAS = [...FRONTS, 'gateway', ...readdirSync('services').map((name) => `services/${name}`)];

test.each(AREAS)('npm test -w %s runs its area', (area) => {
  const { scripts } = JSON.parse(readFileSync(`${area}/package.json`, 'utf8'));
  const root = '../'.repeat(area.split('/').length);
  expect(scripts.test).toBe(`node ${root}scripts/test.mjs --area=${area}`);
});

test('npm test builds the areas that are front ends', () => {
  expect(AREAS.filter((area) => partsOf(area).isFront)).toEqual(FRONTS);
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

// On a fresh machine, npm test itself installs the packages.
test('npm test starts without installed packages', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'piecework-checkout-'));
  try {
    for (const part of ['scripts', 'packages/federation/src/fronts.mjs'])
      cpSync(part, join(checkout, part), { recursive: true });
    for (const folder of ['services', 'audit', 'stack', 'tests']) mkdirSync(join(checkout, folder));
    const { stderr } = spawnSync(process.execPath, ['scripts/test.mjs', '--only=none'], {
      cwd: checkout,
      encoding: 'utf8',
    });
    expect(stderr).toMatch(/^There is no step called none\./);
  } finally {
    rmSync(checkout, { recursive: true });
  }
});
