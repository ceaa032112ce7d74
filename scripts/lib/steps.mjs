import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './paths.mjs';

/** Linux keeps it in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** Bytes that the stores of a step's tests may take at once. */
const MEMORY_NEEDED = 2 * 1024 ** 3;

/**
 * Moves the temporary folder of this process and its children into memory, if there is room: on disk the tests of stores wait a third of their time
 * for fsync. The process removes it at its end.
 */
function useTemporaryFolderInMemory() {
  if (!existsSync(MEMORY_FOLDER)) return;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  if (Math.min(bavail * bsize, totalmem() / 2) < MEMORY_NEEDED) return;
  const folder = mkdtempSync(join(MEMORY_FOLDER, 'piecework-'));
  // As /tmp: some tests start programs of another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
}

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text) => (isColoured ? `\u001b[1m${text}\u001b[0m` : text);

/**
 * Runs steps in order and reports each. A step is
 *   { name, title, command: [node script, ...args], again?: args, env?, takes?: seconds, needs?: () => Lack, requires?: () => Lack }
 * where a Lack is null or { what: string, isObtainable: boolean }, or a promise of it. `needs` names a dependency of some of the step's tests, which
 * skip themselves without it while the others run; `requires` names a dependency of the whole step, which is skipped without it. Either is reported
 * in one line; under CI a missing dependency is a failure, unless the machine cannot obtain it.
 *
 * Under CI a step with `again` that fails is run once more with these arguments: browsers and containers share two cores there, and occasionally
 * time out. Tests that pass only in the second run are listed at the end.
 *
 * A step that `takes` longer than the time left until CI_DEADLINE (seconds since 1970; .ci/run) is skipped and reported as skipped. On a slow
 * machine, detected from the earlier steps, this reports a partial run instead of being killed without a report.
 */
export async function runSteps(steps) {
  useTemporaryFolderInMemory();
  const results = [];
  for (const step of steps) {
    console.log(`\n${bold(`── ${step.title}`)}`);
    const result = await runStep({ ...step, takes: (step.takes ?? 0) * slownessOf(results) });
    results.push({ ...step, ...result });
    console.log(`── ${step.name}: ${result.outcome}${result.why ? ` (${result.why})` : ''}, ${result.seconds} s`);
  }
  return report(results);
}

/** How much slower this machine is than the one on which `takes` was measured; at least 1. */
function slownessOf(results) {
  const done = results.filter(({ takes, outcome }) => takes && outcome !== 'skipped');
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const expected = sum(done.map(({ takes }) => takes));
  return expected === 0 ? 1 : Math.max(1, sum(done.map(({ seconds }) => Number(seconds))) / expected);
}

async function runStep({ command, again, env, takes, needs, requires }) {
  const started = Date.now();
  const without = outOfTime(takes) ?? (await requires?.()) ?? null;
  const lacking = without ?? (await needs?.()) ?? null;
  const amount = without ? 'all' : 'some';
  const skipped = lacking ? `${amount} of it, for lack of ${lacking.what}` : undefined;
  const isSkippingWrong = Boolean(process.env.CI && lacking?.isObtainable);
  const first = without ? undefined : await problemOf(command, env);
  const isRetried = first !== undefined && again !== undefined && Boolean(process.env.CI) && !outOfTime(takes);
  if (isRetried) console.log(`\n── failed (${first}): running the failed tests again`);
  const last = isRetried ? await problemOf([...command, ...again], env) : first;
  const why = last ?? (isSkippingWrong ? `skipped ${skipped}` : undefined);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const outcome = why ? 'failed' : without ? 'skipped' : 'passed';
  return { outcome, why, skipped, seconds, isFlaky: isRetried && !last };
}

/** The reason why a step of this many seconds no longer fits, or null. */
function outOfTime(takes) {
  const left = Number(process.env.CI_DEADLINE ?? Infinity) - Date.now() / 1000;
  if (takes <= left) return null;
  const minutes = (seconds) => `${(Math.max(0, seconds) / 60).toFixed(1)} min`;
  return { what: `time (it takes ${minutes(takes)}, and ${minutes(left)} are left)`, isObtainable: false };
}

/** The reason of the failure, or undefined. */
function problemOf(command, env) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
}

function report(results) {
  const of = (outcome) => results.filter((result) => result.outcome === outcome);
  console.log('');
  for (const { title, skipped } of results.filter((result) => result.skipped))
    console.log(`Skipped in "${title}": ${skipped}.`);
  for (const { name, title } of results.filter((result) => result.isFlaky))
    console.log(`Flaky: "${title}" passed only in the second run (${name}): see the failures of the first run above.`);
  for (const { name, title, why } of of('failed')) {
    console.log(`Failed: ${title} (${why}). Run it alone: npm test -- --only=${name}`);
  }
  const counts = ['passed', 'failed', 'skipped']
    .map((outcome) => ({ outcome, count: of(outcome).length }))
    .filter(({ outcome, count }) => count > 0 || outcome !== 'skipped')
    .map(({ outcome, count }) => `${count} ${outcome}`);
  console.log(counts.join(', '));
  return of('failed').length === 0;
}
