const FIRST_MS = 50;
const LONGEST_MS = 2_000;

/** Backoff before retry `failures` (from 1), in milliseconds: exponential, capped at 2 s. */
export const growingPause = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
