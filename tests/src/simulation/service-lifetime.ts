import type { Clock } from '@piecework/base';

/** One service run, from its start to a crash. Promises pending at the crash never settle, as in a killed process. */
export interface ServiceLifetime {
  readonly alive: boolean;
  /** Resolves at the crash. */
  readonly death: Promise<void>;
  /** Crashes the service: its pending promises never settle. */
  die(): void;
  /** Settles like `promise`, or never if the service crashes first. */
  whileAlive<R>(promise: Promise<R>): Promise<R>;
  /** A clock whose timers do not fire after the crash. */
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
    clock: (clock) => ({ now: clock.now, after: (ms, fn) => clock.after(ms, () => alive && fn()) }),
  };
};
