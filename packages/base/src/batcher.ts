import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from './clock';

/**
 * Milliseconds between a batch and an item that probably has company: the item waits for the rest of the turn of the event loop. A batch on SQLite ends
 * within a turn, so nothing could arrive while it runs. After a batch of several items a turn takes longer.
 */
const BUSY_MS = { afterOne: 5, afterSeveral: 100 } as const;

/** Collects the items that arrive while a batch runs, and runs them together as the next one. */
export interface Batcher<I, O> {
  add(item: I): Promise<O>;
}

/** `run` answers one outcome per item, in order; its rejection rejects the whole batch. */
export const createBatcher = <I, O>(options: {
  clock: Clock;
  maxSize: number;
  run: (items: readonly I[]) => Promise<readonly PromiseSettledResult<O>[]>;
}): Batcher<I, O> => {
  const { clock, maxSize, run } = options;
  interface Waiting {
    item: I;
    resolve: (value: O) => void;
    reject: (reason: unknown) => void;
  }
  const queue: Waiting[] = [];
  let isRunning = false;
  let busyUntil = 0;

  const runBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const outcomes = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve, reject }, index) => {
        const outcome = outcomes[index];
        if (outcome?.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome?.reason);
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const runAll = async (): Promise<void> => {
    isRunning = true;
    if (clock.now() < busyUntil) await turn();
    else await Promise.resolve();
    let largest = 0;
    while (queue.length > 0) {
      const batch = queue.splice(0, maxSize);
      largest = Math.max(largest, batch.length);
      await runBatch(batch);
    }
    busyUntil = clock.now() + (largest > 1 ? BUSY_MS.afterSeveral : BUSY_MS.afterOne);
    isRunning = false;
  };

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        if (!isRunning) void runAll();
      }),
  };
};
