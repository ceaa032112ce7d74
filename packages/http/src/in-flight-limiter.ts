import { type Failure, fail } from './reply';

export interface InFlightLimiter {
  /** Takes one of the key's places. Answers how to give it back (a second call does nothing), or null when none is left. */
  tryAcquire(key: string): (() => void) | null;
  /** Runs `call` in one of the key's places; answers `too-many-requests` at once when all are taken. */
  run<R>(key: string, call: () => Promise<R>): Promise<R | Failure<'too-many-requests'>>;
  /** Calls refused since the start. */
  refused(): number;
}

/**
 * At most `limit` calls per key, and `overall` calls of all keys, at a time in this process. A key is kept while one of its calls runs, so
 * memory is bounded by the running calls.
 */
export const createInFlightLimiter = ({
  limit,
  overall = Number.POSITIVE_INFINITY,
}: {
  limit: number;
  overall?: number;
}): InFlightLimiter => {
  const running = new Map<string, number>();
  let total = 0;
  let refused = 0;

  const tryAcquire = (key: string) => {
    const count = running.get(key) ?? 0;
    if (count >= limit || total >= overall) {
      refused += 1;
      return null;
    }
    running.set(key, count + 1);
    total += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      total -= 1;
      const left = (running.get(key) ?? 1) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    };
  };

  return {
    tryAcquire,
    run: async (key, call) => {
      const release = tryAcquire(key);
      if (!release) return fail('too-many-requests', { retryAfter: 1 });
      try {
        return await call();
      } finally {
        release();
      }
    },
    refused: () => refused,
  };
};
