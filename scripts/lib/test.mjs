import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { findChromium } from './chromium.mjs';
import { ensureInstalled } from './install.mjs';
import { runSteps } from './steps.mjs';

const RUN = 'scripts/run.mjs';

/** Tests of a full disk limit the size of a child's files with it, and skip themselves without it; only Linux has it. */
const prlimit = () =>
  spawnSync('prlimit', ['--version']).status === 0
    ? null
    : { what: 'prlimit (of util-linux)', isObtainable: process.platform === 'linux' };

/** Journeys skip themselves without it. */
const chromium = () => (findChromium() ? null : { what: 'a Chromium (CHROMIUM_PATH)', isObtainable: true });

const STEPS = [
  {
    name: 'lint',
    title: 'Lint, format and boundaries (biome)',
    command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '.'],
  },
  { name: 'types', title: 'Types (tsc)', command: ['node_modules/typescript/bin/tsc', '--noEmit'] },
  {
    name: 'docs',
    title: 'The drawn event flows are up to date',
    command: [RUN, 'packages/local-stack/src/commands/docs-events.ts', '--check'],
  },
  {
    name: 'build',
    title: 'Production builds of the shell and its remotes (webpack)',
    command: ['scripts/build.mjs'],
  },
  {
    name: 'unit',
    title: 'Unit and integration tests (jest)',
    command: ['node_modules/jest/bin/jest.js'],
    needs: prlimit,
  },
  {
    name: 'browser',
    title: 'Journeys in a browser (playwright)',
    command: ['node_modules/jest/bin/jest.js', '--config', 'tests/jest.browser.config.mjs'],
    needs: chromium,
  },
  {
    name: 'simulate',
    title: 'Simulation: no coin is made or lost',
    command: [
      RUN,
      'tests/src/simulation/main.ts',
      ...['--seeds', '50', '--steps', '500', '--jobs', String(availableParallelism())],
    ],
  },
];

export async function test(args) {
  const steps = chosen(args);
  await ensureInstalled();
  process.exitCode = (await runSteps(steps)) ? 0 : 1;
}

function chosen(args) {
  const only = args
    .find((arg) => arg.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',');
  const rest = args.filter((arg) => !arg.startsWith('--only='));
  const known = STEPS.map(({ name }) => name);
  const unknown = (only ?? []).filter((name) => !known.includes(name));
  if (unknown.length > 0 || (rest.length > 0 && only?.length !== 1)) {
    console.error(
      unknown.length > 0
        ? `There is no step called ${unknown.join(', ')}. The steps are ${known.join(', ')}.`
        : `"${rest.join(' ')}" needs a step to go to: npm test -- --only=STEP ${rest.join(' ')}`,
    );
    process.exit(1);
  }
  const steps = only ? STEPS.filter(({ name }) => only.includes(name)) : STEPS;
  return steps.map((step) => ({ ...step, command: [...step.command, ...rest] }));
}
