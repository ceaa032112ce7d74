import { setImmediate as turn } from 'node:timers/promises';

/** Collects the items that arrive while a batch runs, and runs them together as the next one. */
export interface Batcher<I, O> {
  add(item: I): Promise<O>;
}

/** `run` answers one outcome per item, in order; its rejection rejects the whole batch. */
export const createBatcher = <I, O>(options: {
  maxSize: number;
  run: (items: readonly I[]) => Promise<readonly PromiseSettledResult<O>[]>;
}): Batcher<I, O> => {
  const { maxSize, run } = options;
  interface Waiting {
    item: I;
    resolve: (value: O) => void;
    reject: (reason: unknown) => void;
  }
  const queue: Waiting[] = [];
  let isRunning = false;

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
    // Items of one turn of the event loop share a batch.
    await turn();
    while (queue.length > 0) await runBatch(queue.splice(0, maxSize));
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
