import { spawn } from 'node:child_process';
import { ROOT } from './paths.mjs';

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
const bold = (text) => (isColoured ? `\u001b[1m${text}\u001b[0m` : text);

/**
 * Runs steps in order and reports each. A step is
 *   { name, title, command: [node script, ...args], needs?: () => string | null, unobtainable?: boolean }
 * where `needs` names what this machine lacks for it. Such a step is skipped; under CI that is a failure,
 * unless the step says that a CI machine cannot have the thing (`unobtainable`).
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

async function runStep(step) {
  const lacking = step.needs?.() ?? null;
  if (lacking) {
    const isFailure = process.env.CI && !step.unobtainable;
    return { outcome: isFailure ? 'failed' : 'skipped', why: `for want of ${lacking}`, seconds: 0 };
  }
  const started = Date.now();
  const why = await problemOf(step.command);
  return { outcome: why ? 'failed' : 'passed', why, seconds: ((Date.now() - started) / 1000).toFixed(1) };
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
  for (const { title, why } of of('skipped')) console.log(`Skipped: ${title} (${why}).`);
  for (const { name, title, why } of of('failed')) {
    console.log(`Failed: ${title} (${why}). Again, alone: npm test -- --only=${name}`);
  }
  const counts = ['passed', 'failed', 'skipped'].map((outcome) => `${of(outcome).length} ${outcome}`);
  console.log(counts.join(', '));
  return of('failed').length === 0;
}
