import type { Clock } from '@piecework/base';

/** A clock that goes on only when it is told to: seconds of waiting cost nothing, and what falls due together runs in the order of its asking. */
export interface VirtualClock extends Clock {
  /** Goes on to `time`, running what falls due, and after each of it everything that it set off. */
  runUntil(time: number): Promise<void>;
  /** Lets everything that can run without time passing run to its end. */
  settle(): Promise<void>;
}

interface Timer {
  at: number;
  order: number;
  fn: () => void;
}

/**
 * @param isBusy whether something outside the promise queue still runs (a store that answers in a later turn of the event loop)
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
