import PQueue, { type Queue, type QueueAddOptions } from 'p-queue';
import type { Clock } from './clock';

/** Registers a callback for a caller that disconnects before the answer is complete. */
export type WhenGone = (leave: () => void) => void;

/** The queue is full or a wait has expired. Answered 503 with `Retry-After`. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

export interface ConcurrencyLimiterOptions {
  concurrency: number;
  waiting: number;
  /** Maximum wait in the queue, in milliseconds. Unlimited by default. */
  expiry?: { clock: Pick<Clock, 'now'>; ms: number };
}

export interface QueuedCaller {
  /** Keys are served round-robin. @default '' */
  key?: string;
  whenGone?: WhenGone | undefined;
}

type Job = () => Promise<unknown>;
type JobOptions = QueueAddOptions & Pick<QueuedCaller, 'key'>;

class RoundRobinQueue implements Queue<Job, JobOptions> {
  readonly #lines = new Map<string, Map<string, Job>>();
  size = 0;

  enqueue(run: Job, { key = '', id = '' }: Partial<JobOptions> = {}): void {
    this.#lines.set(key, (this.#lines.get(key) ?? new Map<string, Job>()).set(id, run));
    this.size += 1;
  }

  dequeue(): Job | undefined {
    for (const [key, line] of this.#lines) {
      for (const [id, run] of line) {
        this.remove(id);
        if (this.#lines.delete(key)) this.#lines.set(key, line);
        return run;
      }
    }
    return undefined;
  }

  remove(id: string): void {
    for (const [key, line] of this.#lines) {
      if (!line.delete(id)) continue;
      this.size -= 1;
      if (line.size === 0) this.#lines.delete(key);
    }
  }

  filter = () => [];
  setPriority = () => {};
}

/** Queues work beyond `concurrency`, and drops it when its caller leaves. @throws {OverloadedError} when the queue is full or the wait expires */
export const createConcurrencyLimiter = ({ concurrency, waiting, expiry }: ConcurrencyLimiterOptions) => {
  const queue = new PQueue<RoundRobinQueue, JobOptions>({ concurrency, queueClass: RoundRobinQueue });

  return async <R>(work: () => Promise<R>, { key = '', whenGone }: QueuedCaller = {}): Promise<R> => {
    if (queue.pending >= concurrency && queue.size >= waiting)
      throw new OverloadedError(`${waiting} are queued already`);
    const until = expiry ? expiry.clock.now() + expiry.ms : Number.POSITIVE_INFINITY;
    const leaving = whenGone && new AbortController();
    let isQueued = true;
    const done = queue.add(
      () => {
        isQueued = false;
        if (expiry && expiry.clock.now() > until) throw new OverloadedError(`waited for more than ${expiry.ms} ms`);
        return work();
      },
      { key, ...(leaving && { signal: leaving.signal }) },
    );
    whenGone?.(() => {
      // An abort of running work would free its slot before it ends.
      if (isQueued) leaving?.abort(new OverloadedError('the caller disconnected while queued'));
    });
    return done;
  };
};
