import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { createSandbox, type Sandbox } from '../support/sandbox';
import { GUARDS, type Guard } from './guards';

/** Milliseconds until a command times out. */
const TIMEOUT = 300_000;
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
  /** The command that failed; null if none did. */
  failedBy: string | null;
  seconds: number;
}

const check = (sandbox: Sandbox, target: string) =>
  target === 'simulation'
    ? sandbox.run('node', SIMULATION, TIMEOUT)
    : sandbox.run('node', ['node_modules/jest/bin/jest.js', '--bail', '--runInBand', target], TIMEOUT);

/** Removes the guard and runs its tests until one fails. */
const testWithout = async (sandbox: Sandbox, guard: Guard): Promise<Result> => {
  const began = performance.now();
  const restore = sandbox.edit(guard.file, guard.code, guard.without);
  try {
    for (const target of guard.detectedBy) {
      const { code } = await check(sandbox, target);
      if (code !== 0) return { guard, failedBy: target, seconds: (performance.now() - began) / 1000 };
    }
    return { guard, failedBy: null, seconds: (performance.now() - began) / 1000 };
  } finally {
    restore();
  }
};

/** All tests must pass with every guard in place: otherwise a failure proves nothing. */
const checkBaseline = async (sandbox: Sandbox, guards: readonly Guard[]) => {
  for (const target of new Set(guards.flatMap(({ detectedBy }) => detectedBy))) {
    const { code, output } = await check(sandbox, target);
    if (code === 0) continue;
    console.error(`${target} fails before a guard is removed:\n${output}`);
    process.exit(1);
  }
};

/** `npm run mutate`: removes one guard after the other from a copy of the sources and checks that a test fails for each. */
const main = async () => {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      jobs: { type: 'string', default: String(availableParallelism()) },
    },
  });
  const began = performance.now();
  const guards = GUARDS.filter(
    ({ property, file }) => values.only?.some((text) => `${property} ${file}`.includes(text)) ?? true,
  );
  const sandboxes = Array.from({ length: Number(values.jobs) }, createSandbox);
  const results: Result[] = [];
  let missed = 0;
  try {
    // Fails early if the code of a guard has changed.
    for (const { file, code, without } of guards) (sandboxes[0] as Sandbox).edit(file, code, without)();
    const queue = [...guards];
    const work = async (sandbox: Sandbox) => {
      for (let guard = queue.shift(); guard; guard = queue.shift()) {
        const result = await testWithout(sandbox, guard);
        results.push(result);
        const { failedBy, seconds } = result;
        if (failedBy === null) missed += 1;
        console.log(
          `${failedBy === null ? '✗ NOT DETECTED' : '✓ detected'}  ${guard.property}  (${failedBy ?? guard.detectedBy.join(', ')}, ${seconds.toFixed(0)} s)`,
        );
      }
    };
    await checkBaseline(sandboxes[0] as Sandbox, guards);
    await Promise.all(sandboxes.map(work));
  } finally {
    for (const sandbox of sandboxes) sandbox.remove();
  }
  console.log(
    `\n${guards.length - missed} of ${guards.length} removed guards were detected; ${((performance.now() - began) / 60_000).toFixed(1)} min.`,
  );
  process.exit(missed > 0 ? 1 : 0);
};

void main();
