import { setMaxListeners } from 'node:events';
import { type Clock, exponentialBackoff, type Ids, isUnavailable, type Log, sleep } from '@piecework/base';
import type { Store } from '@piecework/store';
import type { Transact } from '../events/unit';
import { BATCH, type Due, type Timer } from './timer';

export const SWEEP_EVERY_MS = 5_000;
/** Between two attempts to fire one document. */
const BACKOFF = { firstMs: SWEEP_EVERY_MS, maxMs: 10 * 60_000 };

export interface SweepDeps {
  store: Store;
  transact: Transact;
  /** All published events are handled and none is parked. Rejects when that cannot be read. */
  isCaughtUp(): Promise<boolean>;
  clock: Clock;
  ids: Ids;
  log: Log;
}

interface Failure {
  failures: number;
  retryAt: number;
}

const portions = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));

/**
 * One timer of one replica. A round passes every due document once, the oldest deadline first, so documents that keep failing
 * delay no others, however many they are. A round that ends early keeps the pauses of the documents that it did not reach.
 */
export const createSweep = (timer: Timer, deps: SweepDeps, signal: AbortSignal) => {
  const { store, transact, isCaughtUp, clock, ids, log } = deps;
  /** The due documents whose last firing failed. */
  let failed: ReadonlyMap<string, Failure> = new Map();

  const fire = async (due: readonly Due[], failing: Map<string, Failure>): Promise<void> => {
    const documents = due.map(({ id }) => id);
    const correlationId = ids.next();
    let isCommitted = false;
    try {
      const cause = { correlationId, causationId: null, actor: null };
      const effect = await transact(cause, timer.emits, (unit) => timer.fire(unit, documents, clock.now()));
      isCommitted = true;
      await effect?.(signal, (fn) => transact(cause, timer.emits, fn));
    } catch (err) {
      // Without the store no other document can fire either. An effect may depend on another engine.
      if (signal.aborted || (isUnavailable(err) && !isCommitted)) throw err;
      for (const id of documents) {
        const failures = (failed.get(id)?.failures ?? 0) + 1;
        failing.set(id, { failures, retryAt: clock.now() + exponentialBackoff(failures, BACKOFF) });
      }
      log.warn(
        { err, timer: timer.name, documents, failures: failing.get(documents[0] ?? '')?.failures, correlationId },
        'a timer failed; the next sweeps retry',
      );
    }
  };

  const fireBatch = async (batch: readonly Due[], failing: Map<string, Failure>): Promise<void> => {
    const ready: Due[] = [];
    for (const due of batch) {
      const failure = failed.get(due.id);
      if (failure && failure.retryAt > clock.now()) failing.set(due.id, failure);
      else ready.push(due);
    }
    for (const together of portions(ready, timer.atOnce)) {
      if (signal.aborted) return;
      await fire(together, failing);
    }
  };

  const sweepBatch = async (
    now: number,
    after: Due | undefined,
    failing: Map<string, Failure>,
  ): Promise<Due | 'complete' | 'interrupted'> => {
    const batch = await timer.due(store, now, { after, limit: BATCH });
    const last = batch.at(-1);
    if (!last) return 'complete';
    if (timer.waitsForEvents && !(await isCaughtUp())) {
      log.debug({ timer: timer.name }, 'timer skipped: events are pending');
      return 'interrupted';
    }
    await fireBatch(batch, failing);
    if (signal.aborted) return 'interrupted';
    return batch.length === BATCH ? last : 'complete';
  };

  /** @param track gets the work of each batch, not the yields between them */
  return async (track: <R>(work: Promise<R>) => Promise<R> = (work) => work): Promise<void> => {
    const now = clock.now();
    const failing = new Map<string, Failure>();
    let isComplete = false;
    try {
      let reached = await track(sweepBatch(now, undefined, failing));
      while (typeof reached === 'object' && !signal.aborted) {
        await sleep(clock, 0, signal);
        reached = await track(sweepBatch(now, reached, failing));
      }
      isComplete = reached === 'complete';
    } finally {
      failed = isComplete ? failing : new Map([...failed, ...failing]);
    }
  };
};

/** Sweeps each timer 5 s after the end of its last round. Needs no lease between replicas: the documents that `fire` writes decide. */
export const createTimers = (timers: readonly Timer[], deps: SweepDeps) => {
  const { store, clock, log } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  // Each timer listens.
  setMaxListeners(0, signal);
  const working = new Set<Promise<unknown>>();
  let loops: Promise<void>[] = [];
  if (new Set(timers.map(({ name }) => name)).size < timers.length)
    throw new Error('two timers of one service have the same name');

  const track = <R>(work: Promise<R>): Promise<R> => {
    const settled = work.then(
      () => {},
      () => {},
    );
    working.add(settled);
    void settled.then(() => working.delete(settled));
    return work;
  };

  const run = async (timer: Timer): Promise<void> => {
    const round = createSweep(timer, deps, signal);
    for (;;) {
      await sleep(clock, SWEEP_EVERY_MS, signal);
      if (signal.aborted) return;
      try {
        await round(track);
      } catch (err) {
        if (!signal.aborted) log.warn({ err, timer: timer.name }, 'timer not swept; the next sweep retries');
      }
    }
  };

  const overdueOf = async (timer: Timer): Promise<number> => {
    const now = clock.now();
    const [oldest] = await timer.due(store, now, { limit: 1 });
    return oldest ? (now - oldest.deadline) / 1000 : 0;
  };

  return {
    start: () => {
      loops = timers.map(run);
    },
    /** Waits for running batches. */
    stop: async () => {
      stopping.abort();
      await Promise.all(loops);
    },
    /** Resolves when no batch is running. */
    idle: async () => {
      while (working.size > 0) await Promise.all(working);
    },
    /** Timer → seconds since its oldest deadline that has passed; 0 when there is none, NaN when it cannot be read. */
    overdue: async (): Promise<Record<string, number>> =>
      Object.fromEntries(
        await Promise.all(
          timers.map(async (timer) => [timer.name, await overdueOf(timer).catch(() => Number.NaN)] as const),
        ),
      ),
  };
};
