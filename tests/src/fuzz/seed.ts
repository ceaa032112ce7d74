import type { Parameters } from 'fast-check';

/** The same in every run, so that `npm test` says the same of the same code; `FUZZ_SEED=random` or a number explores others. */
const given = process.env.FUZZ_SEED;
export const SEED = given === 'random' ? Date.now() % 2 ** 31 : Number(given ?? 20_261_121);
/** Multiplies how much is tried. */
const EFFORT = Number(process.env.FUZZ_EFFORT ?? 1);

/** How a property is run; `seconds` ends a run on a slow machine, without a failure. */
export const parameters = (runs: number, seconds = 20): Parameters<unknown> => ({
  seed: SEED,
  numRuns: runs * EFFORT,
  interruptAfterTimeLimit: seconds * 1000 * EFFORT,
  markInterruptAsFailure: false,
  // Shrinking would ask the services again and again, and what they hold has changed meanwhile.
  endOnFailure: true,
});

/** Said once per file, so that whoever sees a failure can repeat it. */
export const sayResult = (what: string): void => {
  process.stdout.write(`${what} (FUZZ_SEED=${SEED}, FUZZ_EFFORT=${EFFORT})\n`);
};
