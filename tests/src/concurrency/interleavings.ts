import { pause } from '@piecework/base/testing';
import type { Process } from './service-process';

/** Milliseconds that a paused transaction waits for the other call, which may in turn wait for a lock of the paused one. */
const MEANWHILE_MS = 80;

export interface Race<A, B> {
  first: () => Promise<A>;
  second: () => Promise<B>;
  /** Must hold in either order. */
  check: (first: A, second: B) => Promise<void>;
}

/**
 * Runs `second` at each interruption point of the transaction of `first`, which `process` runs, and finally after it; each time with a new race.
 * @returns the number of races
 */
export const everyInterleaving = async <A, B>(
  process: Process,
  createRace: () => Promise<Race<A, B>>,
): Promise<number> => {
  for (let at = 1; ; at++) {
    const { first, second, check } = await createRace();
    let other: Promise<B> | undefined;
    process.interruptAt(at, async () => {
      other = second();
      // `second` is awaited below, where its rejection is handled.
      await Promise.race([other.catch(() => {}), pause(MEANWHILE_MS)]);
    });
    const one = await first();
    const two = await (other ?? second());
    try {
      await check(one, two);
    } catch (error) {
      throw new Error(`with the second call at point ${at}: ${String(error)}`, { cause: error });
    }
    if (!process.wasInterrupted()) return at;
  }
};

/** As `everyInterleaving`, and finally `second` before `first`: on a store whose transactions wait for each other it would never be. */
export const everyOrder: typeof everyInterleaving = async (process, createRace) => {
  const races = await everyInterleaving(process, createRace);
  const { first, second, check } = await createRace();
  const two = await second();
  await check(await first(), two);
  return races + 1;
};
