import { type Clock, systemClock } from './clock';

/** Rejects with `late()` after that time, but does not cancel the work. */
export const timeLimited = async <R>(
  ms: number,
  work: Promise<R>,
  late: () => Error,
  clock: Clock = systemClock,
): Promise<R> => {
  let cancel = () => {};
  const over = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () => reject(late()));
  });
  // The work may reject after its time.
  work.catch(() => undefined);
  try {
    return await Promise.race([work, over]);
  } finally {
    cancel();
  }
};
