import type { Clock } from '../src/clock';

export const createManualClock = (
  start = Date.UTC(2026, 10, 21, 9),
): Clock & { advance(ms: number): Promise<void> } => {
  let time = start;
  let timers: { at: number; fn: () => void }[] = [];
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    now: () => time,
    after: (ms, fn) => {
      const timer = { at: time + ms, fn };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: async (ms) => {
      const until = time + ms;
      await settled();
      for (;;) {
        const next = timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        timers = timers.filter((timer) => timer !== next);
        time = Math.max(time, next.at);
        next.fn();
        await settled();
      }
      time = until;
      await settled();
    },
  };
};
