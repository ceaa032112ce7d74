import { type Failure, fail } from './reply';

export interface InFlightLimiter {
  /** Acquires a slot of `key`. Returns an idempotent release function, or null when no slot is free. */
  tryAcquire(key: string): (() => void) | null;
  run<R>(key: string, call: () => Promise<R>): Promise<R | Failure<'too-many-requests'>>;
  refused(): number;
}

/** At most `limit` concurrent calls per key and `overall` in total, in this process. Idle keys use no memory. */
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
