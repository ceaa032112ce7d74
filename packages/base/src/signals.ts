import { type Clock, sleep } from './clock';

export interface Signals {
  notify(key: string): void;
  /** Calls `read` now, after `notify(key)` and every `POLL_MS` (another instance may get the event) until it returns a value; undefined after `timeoutMs`. */
  until<R>(key: string, timeoutMs: number, read: () => Promise<R | undefined>): Promise<R | undefined>;
}

const POLL_MS = 250;

export const createSignals = (clock: Clock): Signals => {
  const waiting = new Map<string, Set<() => void>>();

  return {
    notify: (key) => {
      for (const wake of waiting.get(key) ?? []) wake();
    },
    until: async (key, timeoutMs, read) => {
      const deadline = clock.now() + timeoutMs;
      const wakers = waiting.get(key) ?? new Set();
      waiting.set(key, wakers);
      let changed = false;
      let stopSleeping = () => {};
      const wake = () => {
        changed = true;
        stopSleeping();
      };
      wakers.add(wake);
      try {
        for (;;) {
          changed = false;
          const value = await read();
          if (value !== undefined) return value;
          const left = deadline - clock.now();
          if (left <= 0) return undefined;
          if (changed) continue;
          const abort = new AbortController();
          stopSleeping = () => abort.abort();
          await sleep(clock, Math.min(left, POLL_MS), abort.signal);
        }
      } finally {
        wakers.delete(wake);
        if (wakers.size === 0) waiting.delete(key);
      }
    },
  };
};
