import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { newFolder } from '../support/child-program';

const STEPS = pathToFileURL(join(__dirname, '../../../scripts/lib/steps.mjs')).href;

/** A script that fails until its `passesAt`-th run. */
const FLAKY = `
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const [file, passesAt, ...rest] = process.argv.slice(2);
const run = existsSync(file) ? Number(readFileSync(file, 'utf8')) + 1 : 1;
writeFileSync(file, String(run));
console.log('run ' + run + ' with [' + rest.join() + ']');
await new Promise((resolve) => setTimeout(resolve, Number(process.env.FLAKY_MS ?? 0)));
process.exit(run >= Number(passesAt) ? 0 : 1);
`;

interface Rest {
  again?: readonly string[];
  takes?: number;
}

/** Runs steps with that script. @returns exit status and output */
const runAll = async (env: Record<string, string>, ...all: readonly (Rest & { passesAt: number })[]) => {
  const folder = await newFolder();
  const script = join(folder, 'flaky.mjs');
  writeFileSync(script, FLAKY);
  const steps = all.map(({ passesAt, ...rest }, index) => ({
    name: `step-${index + 1}`,
    title: `Step ${index + 1}`,
    command: [script, join(folder, `runs-${index}`), String(passesAt)],
    ...rest,
  }));
  const program = `import { runSteps } from '${STEPS}'; process.exitCode = (await runSteps(${JSON.stringify(steps)})) ? 0 : 1;`;
  const { CI: _, CI_DEADLINE: __, ...others } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...others, ...env },
  });
  return { status, output: stdout };
};
const runStep = (passesAt: number, env: Record<string, string>, rest: Rest = {}) => runAll(env, { passesAt, ...rest });

it('runSteps repeats a failed step once under CI, with its `again` arguments, and reports it', async () => {
  const { status, output } = await runStep(2, { CI: 'true' }, { again: ['--onlyFailures'] });
  expect(output).toContain('run 2 with [--onlyFailures]');
  expect(output).toContain('Flaky: "Step 1" passed only in the second run');
  expect(output).toContain('1 passed, 0 failed');
  expect(status).toBe(0);
});

it('runSteps fails when the repeated step fails', async () => {
  const { status, output } = await runStep(3, { CI: 'true' }, { again: [] });
  expect(output).not.toContain('run 3');
  expect(output).toContain('0 passed, 1 failed');
  expect(status).toBe(1);
});

it.each([
  ['on a developer’s machine', {}, { again: ['--onlyFailures'] }],
  ['without `again`', { CI: 'true' }, {}],
])('runSteps does not repeat a step %s', async (_case, env, rest) => {
  const { status, output } = await runStep(2, env as Record<string, string>, rest);
  expect(output).not.toContain('run 2');
  expect(status).toBe(1);
});

const IN = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

it('runSteps skips and reports a step that would not finish before the deadline', async () => {
  const { status, output } = await runStep(1, { CI: 'true', CI_DEADLINE: IN(60) }, { takes: 90 });
  expect(output).not.toContain('run 1');
  expect(output).toMatch(
    /Skipped in "Step 1": all of it, for lack of time \(it takes 1\.5 min, and (1\.0|0\.9) min are left\)\./,
  );
  expect(output).toContain('0 passed, 0 failed, 1 skipped');
  expect(status).toBe(0);
});

it('runSteps does not repeat a step that would not finish before the deadline', async () => {
  const env = { CI: 'true', CI_DEADLINE: IN(60), FLAKY_MS: '11000' };
  const { status, output } = await runStep(2, env, { takes: 50, again: [] });
  expect(output).toContain('run 1');
  expect(output).not.toContain('run 2');
  expect(status).toBe(1);
});

it('runSteps scales the expected durations by those of earlier steps', async () => {
  const env = { CI: 'true', CI_DEADLINE: IN(60), FLAKY_MS: '1000' };
  const slow = await runAll(env, { passesAt: 1, takes: 0.1 }, { passesAt: 1, takes: 30 });
  expect(slow.output).toMatch(/Skipped in "Step 2": all of it, for lack of time \(it takes \d+\.\d min, /);
  expect(slow.output).toContain('1 passed, 0 failed, 1 skipped');
  const fast = await runAll(env, { passesAt: 1, takes: 20 }, { passesAt: 1, takes: 30 });
  expect(fast.output).toContain('2 passed, 0 failed');
});
