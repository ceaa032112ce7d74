const FIRST_MS = 50;
const LONGEST_MS = 2_000;

/** How long to wait after the n-th failure in a row (n from 1): 50 ms, doubling up to 2 s, for things that are retried for ever. */
export const growingPause = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
