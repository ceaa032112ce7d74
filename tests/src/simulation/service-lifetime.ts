import type { Clock } from '@piecework/base';

/** One life of a service, from a start to a crash. What it had under way when it dies never answers, as in a process that was killed. */
export interface ServiceLifetime {
  readonly alive: boolean;
  /** Resolves at the end of this life. */
  readonly death: Promise<void>;
  /** Ends this life: from now on nothing that it asked for comes back to it. */
  die(): void;
  /** `promise`, unless this life ends first: then nothing, for ever. */
  whileAlive<R>(promise: Promise<R>): Promise<R>;
  /** A clock whose timers end with this life. */
  clock(clock: Clock): Clock;
}

export const createServiceLifetime = (): ServiceLifetime => {
  let alive = true;
  let announce = () => {};
  const death = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const never = new Promise<never>(() => {});
  return {
    get alive() {
      return alive;
    },
    death,
    die: () => {
      alive = false;
      announce();
    },
    whileAlive: async (promise) => {
      try {
        const result = await promise;
        return alive ? result : await never;
      } catch (error) {
        if (alive) throw error;
        return never;
      }
    },
    clock: (clock) => ({
      now: clock.now,
      after: (ms, fn) => clock.after(ms, () => alive && fn()),
    }),
  };
};
