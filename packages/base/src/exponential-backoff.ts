export interface Backoff {
  /** Milliseconds before the first retry. */
  firstMs: number;
  /** The longest pause, in milliseconds. */
  maxMs: number;
  factor?: number;
}

/** For a loop that waits for a store or a broker to come back. */
const RECONNECT: Backoff = { firstMs: 50, maxMs: 2_000 };

/** Milliseconds before retry `failures` (from 1). */
export const exponentialBackoff = (failures: number, { firstMs, maxMs, factor = 2 }: Backoff = RECONNECT): number =>
  Math.min(maxMs, firstMs * factor ** (failures - 1));
