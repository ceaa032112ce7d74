/** More work is waiting than can be done in the time that a caller has; answered 503 with `Retry-After`. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}

/**
 * Does heavy work a few at a time, in the order of its asking, so that it leaves the process's threads to others.
 *
 * @throws {OverloadedError} at once, when as many wait already as may
 */
export const createTurns = ({ atATime, waiting }: { atATime: number; waiting: number }) => {
  let running = 0;
  const queue: (() => void)[] = [];

  return async <R>(work: () => Promise<R>): Promise<R> => {
    if (running < atATime) running += 1;
    else {
      if (queue.length >= waiting) throw new OverloadedError(`${waiting} are waiting already`);
      // Whoever ends hands its place over, so that nobody slips in between.
      await new Promise<void>((resolve) => queue.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
};
