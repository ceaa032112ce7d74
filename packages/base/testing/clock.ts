import type { Clock } from '../src/clock';

/** A clock that advances only on request: waiting costs no real time, and timers of the same time fire in the order they were set. */
export interface VirtualClock extends Clock {
  /** Advances to `time`: fires each due timer at its own time, then runs everything that it started. */
  runUntil(time: number): Promise<void>;
  /**
   * Jumps by `ms`, as the clock of a suspended machine does: each timer that fell due meanwhile fires once, in order, at the new time.
   * Timers that these set are left to `runUntil`.
   */
  leap(ms: number): Promise<void>;
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
export const createVirtualClock = (start: number, isBusy: () => boolean = () => false): VirtualClock => {
  let now = start;
  let order = 0;
  const timers = new Set<Timer>();

  const settle = async () => {
    do await new Promise((resolve) => setImmediate(resolve));
    while (isBusy());
  };

  const nextBy = (time: number, setBefore = order): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) {
      if (timer.at > time || timer.order >= setBefore) continue;
      if (!next || timer.at < next.at || (timer.at === next.at && timer.order < next.order)) next = timer;
    }
    return next;
  };
  const run = async (timer: Timer) => {
    timers.delete(timer);
    now = Math.max(now, timer.at);
    timer.fn();
    await settle();
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
      for (let timer = nextBy(time); timer; timer = nextBy(time)) await run(timer);
      now = Math.max(now, time);
    },
    leap: async (ms) => {
      await settle();
      now += ms;
      const setBefore = order;
      for (let timer = nextBy(now, setBefore); timer; timer = nextBy(now, setBefore)) await run(timer);
    },
    settle,
  };
};

export const createManualClock = (
  start = Date.UTC(2026, 10, 21, 9),
): VirtualClock & { advance(ms: number): Promise<void> } => {
  const clock = createVirtualClock(start);
  return { ...clock, advance: (ms) => clock.runUntil(clock.now() + ms) };
};

/** Runs in real time and can leap: for a whole service, whose relay and waiting calls need passing time. */
export const createLeapingClock = (): Clock & {
  /** Jumps by `ms`: each timer that fell due meanwhile fires once, in order, at the new time. */
  leap(ms: number): void;
} => {
  let leapt = 0;
  let order = 0;
  const now = () => Date.now() + leapt;
  const timers = new Map<number, Timer & { cancel: () => void }>();
  return {
    now,
    after: (ms, fn) => {
      const id = order++;
      const fire = () => {
        cancel();
        fn();
      };
      const handle = setTimeout(fire, ms);
      const cancel = () => {
        clearTimeout(handle);
        timers.delete(id);
      };
      timers.set(id, { at: now() + ms, order: id, fn: fire, cancel });
      return cancel;
    },
    leap: (ms) => {
      leapt += ms;
      const due = [...timers.values()].filter(({ at }) => at <= now());
      due.sort((a, b) => a.at - b.at || a.order - b.order);
      for (const { order: id, fn } of due) if (timers.has(id)) fn();
    },
  };
};
