import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text) => (isColoured ? `\u001b[1m${text}\u001b[0m` : text);

/**
 * Runs steps in order and reports each. A step is
 *   { name, title, command: [node script, ...args], needs?: () => { what: string, isObtainable: boolean } | null }
 * where `needs` names what this machine lacks for some of the step's tests, which skip themselves then: the rest still runs. One line
 * says so; under CI it is a failure, unless the machine cannot have the thing.
 */
export async function runSteps(steps) {
  const results = [];
  for (const step of steps) {
    console.log(`\n${bold(`── ${step.title}`)}`);
    const result = await runStep(step);
    results.push({ ...step, ...result });
    console.log(
      `── ${step.name}: ${result.outcome}${result.why ? ` (${result.why})` : ''}, ${result.seconds} s`,
    );
  }
  return report(results);
}

async function runStep({ command, needs }) {
  const started = Date.now();
  const lacking = needs?.() ?? null;
  const skipped = lacking ? `for want of ${lacking.what}` : undefined;
  const isSkippingWrong = Boolean(process.env.CI && lacking?.isObtainable);
  const why = (await problemOf(command)) ?? (isSkippingWrong ? `some of it skipped ${skipped}` : undefined);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  return { outcome: why ? 'failed' : 'passed', why, skipped, seconds };
}

/** What went wrong, or undefined. */
function problemOf(command) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? undefined : (signal ?? `exit code ${code}`)));
  });
}

function report(results) {
  const of = (outcome) => results.filter((result) => result.outcome === outcome);
  console.log('');
  for (const { title, skipped } of results.filter((result) => result.skipped))
    console.log(`Skipped: some of "${title}" (${skipped}).`);
  for (const { name, title, why } of of('failed')) {
    console.log(`Failed: ${title} (${why}). Again, alone: npm test -- --only=${name}`);
  }
  const counts = ['passed', 'failed'].map((outcome) => `${of(outcome).length} ${outcome}`);
  console.log(counts.join(', '));
  return of('failed').length === 0;
}
