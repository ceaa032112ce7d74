import type { Clock } from './clock';

/** Registers a callback for a caller that disconnects before the answer is complete. */
export type WhenGone = (leave: () => void) => void;

/** The queue is full or a wait has expired. Answered 503 with `Retry-After`. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

export interface ConcurrencyLimiterOptions {
  atATime: number;
  waiting: number;
  /** Maximum wait in the queue, in milliseconds. Unlimited by default. */
  expiry?: { clock: Pick<Clock, 'now'>; ms: number };
}

export interface QueuedCaller {
  /** Keys are served round-robin. @default '' */
  key?: string;
  whenGone?: WhenGone | undefined;
}

interface Place {
  /** False when the wait has expired. */
  begin(): boolean;
}

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
        if (lines.delete(key)) lines.set(key, line);
        return place;
      }
      return undefined;
    },
  };
};

/** Queues work beyond `atATime`; drops queued work whose caller leaves. @throws {OverloadedError} when the queue is full or the wait expires */
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
