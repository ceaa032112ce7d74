/** Runs at most `limit` works at a time; the others wait for their turn, in order. */
export const createQueue = (limit: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    run: async <R>(work: () => Promise<R>): Promise<R> => {
      if (running < limit) running += 1;
      else await new Promise<void>((turn) => waiting.push(turn));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
    isIdle: () => running === 0,
  };
};
type Queue = ReturnType<typeof createQueue>;

/**
 * Turns that are fair between owners: nobody holds more than `perOwner` of the `limit` at a time, however slowly they send.
 */
export const createFairQueue = ({ limit, perOwner }: { limit: number; perOwner: number }) => {
  const everyone = createQueue(limit);
  const owners = new Map<string, Queue>();

  return {
    run: async <R>(owner: string, work: () => Promise<R>): Promise<R> => {
      const own = owners.get(owner) ?? createQueue(perOwner);
      owners.set(owner, own);
      try {
        return await own.run(() => everyone.run(work));
      } finally {
        if (own.isIdle()) owners.delete(owner);
      }
    },
  };
};
