import { setTimeout as sleep } from 'node:timers/promises';

/** Processes `limit` items at a time; results are in item order. The first failure stops it. */
export const inParallel = async <T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> => {
  const results: R[] = [];
  let next = 0;
  let failed = false;
  const lane = async () => {
    while (next < items.length && !failed) {
      const index = next++;
      try {
        results[index] = await work(items[index] as T, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
  return results;
};

/** As {@link inParallel}, but an item begins only after the earlier ones of its lanes. */
export const inLanes = async <T>(
  items: readonly T[],
  limit: number,
  lanesOf: (item: T) => readonly string[],
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const tails = new Map<string, Promise<void>>();
  await inParallel(items, limit, (item) => {
    const lanes = lanesOf(item);
    const done = Promise.all(lanes.map((lane) => tails.get(lane))).then(() => work(item));
    for (const lane of lanes) tails.set(lane, done);
    return done;
  });
};

const WAIT_MS = 15_000;
const LOOK_EVERY_MS = 40;

/** Polls until `look` returns a value: events take a moment. `what` completes "… has not happened". */
export const until = async <R>(
  what: string,
  read: () => Promise<R | undefined>,
  everyMs = LOOK_EVERY_MS,
): Promise<R> => {
  for (let waited = 0; waited < WAIT_MS; waited += everyMs) {
    const value = await read();
    if (value !== undefined) return value;
    await sleep(everyMs);
  }
  throw new Error(`${what} has not happened within ${WAIT_MS / 1000} s`);
};
