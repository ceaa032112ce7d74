import type { Clock } from './clock';

/** Registers what to do when the caller leaves before the answer is complete. */
export type WhenGone = (leave: () => void) => void;

/** The queue is full, or a caller has waited too long; answered 503 with `Retry-After`. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

export interface ConcurrencyLimiterOptions {
  atATime: number;
  waiting: number;
  /** Work whose turn comes later than this, in milliseconds, is not begun. Without it work waits for as long as its caller does. */
  expiry?: { clock: Pick<Clock, 'now'>; ms: number };
}

export interface QueuedCaller {
  /** Keys take turns with each other, so that a key with much work delays another by one piece of it. @default '' */
  key?: string;
  whenGone?: WhenGone | undefined;
}

interface Place {
  /** False when the work has waited too long. */
  begin(): boolean;
}

/** Round-robin over the keys, first in, first out within a key. */
const createLines = () => {
  const lines = new Map<string, Place[]>();
  let size = 0;
  const remove = (key: string, place: Place): boolean => {
    const line = lines.get(key) ?? [];
    const at = line.indexOf(place);
    if (at === -1) return false;
    line.splice(at, 1);
    size -= 1;
    if (line.length === 0) lines.delete(key);
    return true;
  };
  return {
    size: () => size,
    add: (key: string, place: Place) => {
      const line = lines.get(key);
      if (line) line.push(place);
      else lines.set(key, [place]);
      size += 1;
    },
    remove,
    next: (): Place | undefined => {
      for (const [key, line] of lines) {
        const [place] = line;
        if (!place) continue;
        remove(key, place);
        // A key with more work goes to the end.
        if (lines.delete(key)) lines.set(key, line);
        return place;
      }
      return undefined;
    },
  };
};

/**
 * Does heavy work a few at a time, so that it leaves the process's threads to others. Work whose caller leaves before its turn is never begun.
 *
 * @throws {OverloadedError} at once, when as many wait already as may; at its turn, when it has waited too long
 */
export const createConcurrencyLimiter = ({ atATime, waiting, expiry }: ConcurrencyLimiterOptions) => {
  let running = 0;
  const lines = createLines();

  const ownTurn = ({ key = '', whenGone }: QueuedCaller): Promise<void> =>
    new Promise((resolve, reject) => {
      const until = expiry ? expiry.clock.now() + expiry.ms : Number.POSITIVE_INFINITY;
      const place: Place = {
        begin: () => {
          const isInTime = !expiry || expiry.clock.now() <= until;
          if (isInTime) resolve();
          else reject(new OverloadedError(`waited for more than ${expiry.ms} ms`));
          return isInTime;
        },
      };
      lines.add(key, place);
      whenGone?.(() => {
        if (lines.remove(key, place)) reject(new OverloadedError('the caller left before the turn'));
      });
    });

  const end = () => {
    for (let next = lines.next(); next; next = lines.next()) if (next.begin()) return;
    running -= 1;
  };

  return async <R>(work: () => Promise<R>, taker: QueuedCaller = {}): Promise<R> => {
    if (running < atATime) running += 1;
    else {
      if (lines.size() >= waiting) throw new OverloadedError(`${waiting} are waiting already`);
      await ownTurn(taker);
    }
    try {
      return await work();
    } finally {
      end();
    }
  };
};
