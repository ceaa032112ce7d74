import type { Process } from './service-process';

/** How long one transaction waits in the middle for the other, which may itself have to wait for it. */
const MEANWHILE_MS = 80;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

export interface Encounter<A, B> {
  first: () => Promise<A>;
  second: () => Promise<B>;
  /** What must be true whichever came first. */
  check: (first: A, second: B) => Promise<void>;
}

/**
 * Lets `second` come at each point of the transaction of `first`, which `process` runs, and at last after it; each time over a new encounter.
 * Answers how many there were.
 */
export const everyInterleaving = async <A, B>(
  process: Process,
  meet: () => Promise<Encounter<A, B>>,
): Promise<number> => {
  for (let at = 1; ; at++) {
    const { first, second, check } = await meet();
    let other: Promise<B> | undefined;
    process.interruptAt(at, async () => {
      other = second();
      // Its failure is told where its outcome is awaited.
      await Promise.race([other.catch(() => {}), pause(MEANWHILE_MS)]);
    });
    const one = await first();
    const two = await (other ?? second());
    try {
      await check(one, two);
    } catch (error) {
      throw new Error(`with the other at point ${at}: ${String(error)}`, { cause: error });
    }
    if (!process.wasInterrupted()) return at;
  }
};
