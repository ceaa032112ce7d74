import { OverloadedError } from '@piecework/service-kit';

/** The caller left before its turn came. */
export class CallerLeftError extends Error {
  override readonly name = 'CallerLeftError';
}

interface Place {
  begin(): void;
}

/**
 * One work at a time. Owners take turns, so that an owner with many works delays another by one work and not by all of them.
 *
 * @param waiting works that may wait; one more is refused
 */
export const createFairQueue = ({ waiting: maxWaiting }: { waiting: number }) => {
  /** In the order of the owners' next turns. */
  const lines = new Map<string, Place[]>();
  let waiting = 0;
  let isRunning = false;

  const leave = (owner: string, line: Place[], place: Place) => {
    line.splice(line.indexOf(place), 1);
    waiting -= 1;
    if (line.length === 0) lines.delete(owner);
  };

  const beginNext = () => {
    const [first] = lines;
    const [owner = '', line = []] = first ?? [];
    const [place] = line;
    isRunning = place !== undefined;
    if (!place) return;
    leave(owner, line, place);
    // An owner with more works goes to the end.
    if (lines.delete(owner)) lines.set(owner, line);
    place.begin();
  };

  const turn = (owner: string, gone?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const line = lines.get(owner) ?? [];
      const place = {
        begin: () => {
          gone?.removeEventListener('abort', onGone);
          resolve();
        },
      };
      const onGone = () => {
        leave(owner, line, place);
        reject(new CallerLeftError());
      };
      gone?.addEventListener('abort', onGone, { once: true });
      line.push(place);
      lines.set(owner, line);
      waiting += 1;
    });

  return {
    /**
     * @param gone aborts when nobody waits for the work any more; a work that has begun goes on
     * @throws {CallerLeftError}
     * @throws {OverloadedError} at once, when as many wait as may
     */
    run: async <R>(owner: string, work: () => Promise<R>, gone?: AbortSignal): Promise<R> => {
      if (gone?.aborted) throw new CallerLeftError();
      if (isRunning) {
        if (waiting >= maxWaiting) throw new OverloadedError(`${maxWaiting} are waiting already`);
        await turn(owner, gone);
      } else isRunning = true;
      try {
        return await work();
      } finally {
        beginNext();
      }
    },
    waiting: () => waiting,
  };
};
