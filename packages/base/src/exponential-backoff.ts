const FIRST_MS = 50;
const MAX_MS = 2_000;

/** Backoff before retry `failures` (from 1), in milliseconds: exponential, capped at 2 s. */
export const exponentialBackoff = (failures: number): number =>
  Math.min(MAX_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
