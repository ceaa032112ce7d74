import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createSandbox, type Sandbox } from '../support/sandbox';
import { GUARDS, type Guard } from './guards';

/** Milliseconds that one command may take. */
const WITHIN = 120_000;
const SIMULATION = [
  'scripts/run.mjs',
  'tests/src/simulation/main.ts',
  '--seeds',
  '12',
  '--steps',
  '250',
  '--jobs',
  '1',
  '--no-shrink',
];

interface Result {
  guard: Guard;
  /** What went red; null when nothing did. */
  by: string | null;
  seconds: number;
}

const check = (sandbox: Sandbox, place: string) =>
  place === 'simulation'
    ? sandbox.run('node', SIMULATION, WITHIN)
    : sandbox.run('node', ['node_modules/jest/bin/jest.js', '--bail', '--runInBand', place], WITHIN);

/** Takes the guard out, and looks for what goes red. */
const take = async (sandbox: Sandbox, guard: Guard): Promise<Result> => {
  const began = performance.now();
  const putBack = sandbox.edit(guard.file, guard.code, guard.without);
  try {
    for (const place of guard.shows) {
      const { code } = await check(sandbox, place);
      if (code !== 0) return { guard, by: place, seconds: (performance.now() - began) / 1000 };
    }
    return { guard, by: null, seconds: (performance.now() - began) / 1000 };
  } finally {
    putBack();
  }
};

/** With every guard in place all of it must be green, or red would prove nothing. */
const checkBaseline = async (sandbox: Sandbox, guards: readonly Guard[]) => {
  for (const place of new Set(guards.flatMap(({ shows }) => shows))) {
    const { code, output } = await check(sandbox, place);
    if (code === 0) continue;
    console.error(`${place} is red before anything is taken out:\n${output}`);
    process.exit(1);
  }
};

/** `npm run mutate`: takes one guard after the other out of a copy of the source, and shows that the suite goes red for each. */
const main = async () => {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, jobs: { type: 'string', default: String(availableParallelism()) } },
  });
  const began = performance.now();
  const guards = GUARDS.filter(
    ({ promise, file }) => !values.only || `${promise} ${file}`.includes(values.only),
  );
  const sandboxes = Array.from({ length: Number(values.jobs) }, createSandbox);
  const results: Result[] = [];
  let failed = 0;
  try {
    // A place that has changed is a failure too, and known before the long part.
    for (const { file, code, without } of guards) (sandboxes[0] as Sandbox).edit(file, code, without)();
    const queue = [...guards];
    const work = async (sandbox: Sandbox) => {
      for (let guard = queue.shift(); guard; guard = queue.shift()) {
        const result = await take(sandbox, guard);
        results.push(result);
        const { by, seconds } = result;
        if (by === null) failed += 1;
        console.log(
          `${by === null ? '✗ STILL GREEN' : '✓ red'}  ${guard.promise}  (${by ?? guard.shows.join(', ')}, ${seconds.toFixed(0)} s)`,
        );
      }
    };
    await checkBaseline(sandboxes[0] as Sandbox, guards);
    await Promise.all(sandboxes.map(work));
  } finally {
    for (const sandbox of sandboxes) sandbox.remove();
  }
  console.log(
    `\n${guards.length - failed} of ${guards.length} guards are missed when they are gone; ${((performance.now() - began) / 60_000).toFixed(1)} min.`,
  );
  process.exit(failed > 0 ? 1 : 0);
};

void main();
