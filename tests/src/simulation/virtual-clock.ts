import type { Clock } from '@piecework/base';

/** A clock that advances only in `runUntil`: waiting costs no real time, and timers of the same time fire in the order they were set. */
export interface VirtualClock extends Clock {
  /** Advances to `time`: fires each due timer, then runs everything that it started. */
  runUntil(time: number): Promise<void>;
  /** Runs everything that can run without advancing the time. */
  settle(): Promise<void>;
}

interface Timer {
  at: number;
  order: number;
  fn: () => void;
}

/**
 * @param isBusy whether work outside the promise queue is pending, such as a store that answers in a later turn of the event loop
 */
export const createVirtualClock = (start: number, isBusy: () => boolean): VirtualClock => {
  let now = start;
  let order = 0;
  const timers = new Set<Timer>();

  const settle = async () => {
    do await new Promise((resolve) => setImmediate(resolve));
    while (isBusy());
  };

  const nextBy = (time: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at > time) continue;
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  };

  return {
    now: () => now,
    after: (ms, fn) => {
      const timer = { at: now + Math.max(0, ms), order: order++, fn };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    runUntil: async (time) => {
      await settle();
      for (let timer = nextBy(time); timer; timer = nextBy(time)) {
        timers.delete(timer);
        now = Math.max(now, timer.at);
        timer.fn();
        await settle();
      }
      now = Math.max(now, time);
    },
    settle,
  };
};
