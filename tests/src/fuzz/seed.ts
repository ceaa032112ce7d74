import type { Parameters } from 'fast-check';

/** Constant, so that `npm test` is deterministic; `FUZZ_SEED=random` or a number explores others. */
const given = process.env.FUZZ_SEED;
export const SEED = given === 'random' ? Date.now() % 2 ** 31 : Number(given ?? 20_261_121);
/** Multiplies the number of runs. */
const EFFORT = Number(process.env.FUZZ_EFFORT ?? 1);

/** Options of fast-check; after `seconds` the run ends without a failure. */
export const parameters = (runs: number, seconds = 20): Parameters<unknown> => ({
  seed: SEED,
  numRuns: runs * EFFORT,
  interruptAfterTimeLimit: seconds * 1000 * EFFORT,
  markInterruptAsFailure: false,
  // No shrinking: the state of the services has changed since the failure.
  endOnFailure: true,
});

/** Prints the seed once per file, to reproduce a failure. */
export const reportResult = (what: string): void => {
  process.stdout.write(`${what} (FUZZ_SEED=${SEED}, FUZZ_EFFORT=${EFFORT})\n`);
};
