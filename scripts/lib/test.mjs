import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { findChromium } from './chromium.mjs';
import { findStripeMock, hasEngines } from './engines.mjs';
import { ensureFirebaseTools } from './firebase-tools.mjs';
import { ensureInstalled } from './install.mjs';
import { fromRoot } from './paths.mjs';
import { findProgram } from './programs.mjs';
import { runSteps } from './steps.mjs';
import { partsOf, touchedFolders } from './test-areas.mjs';

const RUN = 'scripts/run.mjs';

/** A jest step; its failed tests can be run again alone. */
const jest = (...args) => ({
  command: ['node_modules/jest/bin/jest.js', ...args],
  // In one process, a test that fails may leave open what it started.
  again: ['--onlyFailures', '--forceExit'],
});
/** A step with the jest configuration `tests/jest.NAME.config.mjs`. */
const jestOf = (name, ...paths) => jest('--config', `tests/jest.${name}.config.mjs`, ...paths);

/** A program of a Debian package. Tests that need it skip themselves without it. */
const debian =
  (program, name = program) =>
  () =>
    findProgram(program)
      ? null
      : { what: `${program} (Debian package ${name})`, isObtainable: process.platform === 'linux' };

/** Limits a child's file size in tests of a full disk. */
const prlimit = debian('prlimit', 'util-linux');
/** Scrapes a stack. */
const prometheus = debian('prometheus');
/** Checks the alert rules. */
const promtool = debian('promtool', 'prometheus');
/** Stands before the live stream. */
const nginx = debian('nginx', 'nginx-light');

/** Browser journeys skip themselves without it. */
const chromium = () => (findChromium() ? null : { what: 'a Chromium (CHROMIUM_PATH)', isObtainable: true });

/** Installed on first use, beside the repository: it is larger than all of Piecework's dependencies. */
const firebaseTools = () =>
  ensureFirebaseTools()
    ? null
    : { what: 'firebase-tools, which could not be installed from the npm registry', isObtainable: true };

/** Its tests skip themselves without it. */
const stripeMock = () =>
  findStripeMock() ? null : { what: 'stripe-mock (STRIPE_MOCK_PATH)', isObtainable: hasEngines() };

/** .ci/run starts an engine in parallel with the first steps, and writes the outcome into the file CI_ENGINES. */
const engineIsUp = async () => {
  const file = process.env.CI_ENGINES;
  while (file && readFileSync(file, 'utf8') === '') await sleep(1000);
  if (file && readFileSync(file, 'utf8').trim() !== 'up') process.env.PIECEWORK_WITHOUT_ENGINES = '1';
};

/** The integration tests whose first line says why the engine matters: transactions, indexes, races, timers, the outbox. */
const testsOnEngines = () =>
  ['packages', 'services', 'audit', 'stack', 'tests']
    .flatMap((folder) => readdirSync(fromRoot(folder), { recursive: true }).map((name) => `${folder}/${name}`))
    .filter((file) => file.endsWith('.int.test.ts') && !file.includes('node_modules'))
    .filter((file) => readFileSync(fromRoot(file), 'utf8').startsWith('// Runs on MongoDB and Kafka too: '));

let hasEngine;
const dockerEngine = async () => {
  await engineIsUp();
  hasEngine ??= spawnSync('docker', ['info'], { timeout: 10_000 }).status === 0;
  const isObtainable = hasEngines() && !process.env.PIECEWORK_WITHOUT_ENGINES;
  return hasEngine ? null : { what: 'a Docker engine', isObtainable };
};

// `takes` is in seconds, measured on 2 cores; .ci/run skips what would not finish by its limit.

const lint = (...folders) => ({
  name: 'lint',
  title: 'Lint, format and boundaries (biome)',
  takes: 10,
  command: ['node_modules/@biomejs/biome/bin/biome', 'ci', ...folders],
});
const TYPES = {
  name: 'types',
  takes: 15,
  title: 'Types (tsc), with those of the OpenAPI document',
  command: ['scripts/types.mjs'],
};
const CONTRACT = {
  name: 'contract',
  title: 'The contract of the shell is recorded, and its version fits',
  takes: 10,
  command: ['scripts/contract.mjs', '--check'],
};
const BUILD = {
  name: 'build',
  title: 'Production builds of the shell and its remotes (webpack)',
  takes: 75,
  command: ['scripts/build.mjs'],
};

/** Needs only Node (and a browser for some tests, if there is one): `npm test`. */
const FAST = [
  lint('.'),
  TYPES,
  {
    name: 'docs',
    title: 'The table of events is up to date',
    takes: 2,
    command: [RUN, 'stack/src/commands/docs-events.ts', '--check'],
  },
  CONTRACT,
  BUILD,
  { name: 'unit', title: 'Unit and integration tests (jest)', takes: 470, ...jest(), needs: prlimit },
  {
    name: 'browser',
    title: 'User journeys in a browser (playwright)',
    takes: 245,
    ...jestOf('browser'),
    needs: chromium,
  },
  {
    name: 'simulate',
    title: 'Simulation with invariant checks',
    takes: 40,
    command: [
      RUN,
      'tests/src/simulation/main.ts',
      ...['--seeds', '30', '--steps', '500', '--jobs', String(availableParallelism())],
    ],
  },
];

/** Parts of a full run; each can be run alone. */
const PARTS = {
  fast: FAST,
  /** Starts and stops the product as processes, which takes minutes. */
  operations: [
    {
      name: 'operations',
      title: 'Operations: commands, processes, crashes, deploys (jest)',
      takes: 470,
      ...jestOf('operations'),
      needs: () => prlimit() ?? chromium() ?? nginx() ?? promtool(),
    },
  ],
  /** Visits every screen in a browser. */
  screens: [
    {
      name: 'screens',
      title: 'Every screen in both themes and four sizes: axe, large text, narrow phones (playwright)',
      takes: 360,
      ...jestOf('screens'),
      needs: chromium,
    },
  ],
  /** MongoDB, Kafka and the stack of containers. */
  engines: [
    {
      name: 'adapters',
      title: 'Adapters and commands on MongoDB and Kafka (jest)',
      takes: 180,
      ...jestOf('engines'),
      needs: dockerEngine,
    },
    {
      name: 'compose',
      title: 'The stack of containers (jest, playwright)',
      takes: 660,
      ...jestOf('compose'),
      needs: async () => (await dockerEngine()) ?? chromium() ?? prometheus(),
    },
    {
      name: 'simulate-mongodb',
      title: 'Simulation with invariant checks, on MongoDB',
      takes: 50,
      command: [RUN, 'tests/src/simulation/main.ts', ...['--store', 'mongodb', '--seeds', '6', '--steps', '100']],
      requires: dockerEngine,
    },
  ],
  /** External providers, each against an emulator or a fake that runs locally. */
  'third-parties': [
    {
      name: 'stripe',
      title: 'Stripe: the wallet against stripe-mock, the checkout in a browser (jest, playwright)',
      takes: 30,
      ...jestOf('stripe'),
      needs: () => stripeMock() ?? chromium(),
    },
    {
      name: 'firebase',
      title: 'Firebase: sign-in in a browser against the Auth emulator (jest, playwright)',
      takes: 60,
      ...jestOf('firebase'),
      requires: () => chromium() ?? firebaseTools(),
    },
  ],
  chaos: [
    {
      name: 'chaos',
      title: 'Fault injection on the running stack, short form',
      takes: 180,
      command: [RUN, 'tests/src/chaos/main.ts', '--short'],
      again: [],
      requires: dockerEngine,
    },
  ],
  services: [
    {
      name: 'services',
      title: 'Integration tests whose outcome the engine can change, on MongoDB and Kafka (jest)',
      takes: 120,
      ...jest('--selectProjects', 'node', '--testPathPatterns', ...testsOnEngines()),
      env: { TEST_STORE: 'mongodb', TEST_EVENTS: 'kafka' },
      requires: dockerEngine,
    },
  ],
};
const STEPS = Object.values(PARTS).flat();

/** `npm test -w AREA`. A build checks a remote's contract with the shell (packages/mf-config/src/shell-compatibility.mjs). */
function stepsOfArea(area) {
  const parts = partsOf(area);
  return [
    lint(...parts.lint),
    TYPES,
    ...(parts.isFront ? [CONTRACT, BUILD] : []),
    { name: 'unit', title: `Unit and integration tests of ${area} (jest)`, ...jest(...parts.unit) },
    ...(parts.journeys.length > 0
      ? [
          {
            name: 'browser',
            title: `Journeys of ${area} in a browser (playwright)`,
            ...jestOf('browser', ...parts.journeys),
            needs: chromium,
          },
        ]
      : []),
  ];
}

/** The same steps, with the tests of touched folders before those of the others. */
function touchedFirst(steps) {
  const folders = touchedFolders();
  if (folders.length === 0 || !steps.some(({ name }) => name === 'unit')) return steps;
  const paths = folders.map((folder) => fromRoot(folder));
  const touched = {
    name: 'touched',
    title: `Tests of what this change touches: ${folders.join(', ')} (jest)`,
    ...jest('--passWithNoTests', ...paths.map((path) => `${path}/`)),
  };
  const others = (step) =>
    step.name === 'unit'
      ? {
          ...step,
          command: [...step.command, '--filter', fromRoot('scripts/jest/not-tested-yet.cjs')],
          env: { TESTED: paths.join(',') },
        }
      : step;
  // Some tests need the builds.
  const at = steps.findIndex(({ name }) => name === 'unit');
  return [...steps.slice(0, at), touched, ...steps.slice(at).map(others)];
}

export async function test(args) {
  const steps = chosen(args);
  await ensureInstalled();
  process.exitCode = (await runSteps(steps)) ? 0 : 1;
}

/** Reports an invalid argument and ends the process. */
function refuse(why) {
  console.error(why);
  process.exit(1);
}

/** The value of `--NAME=`, and the remaining arguments. */
function take(args, name) {
  const prefix = `--${name}=`;
  const found = args.find((arg) => arg.startsWith(prefix));
  return [found?.slice(prefix.length).split(','), args.filter((arg) => !arg.startsWith(prefix))];
}

/** The items of `known` that were named; an unknown name is refused. */
function select(what, named, known) {
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    refuse(`There is no ${what} called ${unknown.join(', ')}. The ${what}s are ${known.join(', ')}.`);
  return known.filter((name) => named.includes(name));
}

function chosen(args) {
  const [area] = take(args, 'area');
  if (area) return stepsOfArea(area[0]);
  if (args.includes('--touched-first')) return touchedFirst(chosen(args.filter((arg) => arg !== '--touched-first')));
  const [parts = ['fast'], others] = take(args, 'part');
  const [only, rest] = take(others, 'only');
  if (rest.length > 0 && only?.length !== 1)
    refuse(`"${rest.join(' ')}" needs a step that gets it: npm test -- --only=STEP ${rest.join(' ')}`);
  const names = only
    ? select(
        'step',
        only,
        STEPS.map(({ name }) => name),
      )
    : select('part', parts.includes('all') ? Object.keys(PARTS) : parts, Object.keys(PARTS)).flatMap((part) =>
        PARTS[part].map(({ name }) => name),
      );
  return STEPS.filter(({ name }) => names.includes(name)).map((step) => ({
    ...step,
    command: [...step.command, ...rest],
  }));
}
