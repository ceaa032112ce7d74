import { useSyncExternalStore } from 'react';

/** Milliseconds by which the gateway's clock is ahead of this device's; deadlines are shown on the gateway's. */
let ahead = 0;

/** The gateway's answers are never read from a cache unasked, so that their `Date` is now, to the second. */
export const learnServerTime = (date: string | null): void => {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) ahead = time - Date.now();
};

export const serverNow = (): number => Date.now() + ahead;

const TICK_MS = 20_000;

// One timer for all components of a page.
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let ticks = 0;
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  timer ??= setInterval(() => {
    ticks++;
    for (const each of listeners) each();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};
const ticksNow = () => ticks;

/** The time on the gateway's clock; renders again while it passes. */
export const useServerNow = (): number => {
  useSyncExternalStore(subscribe, ticksNow, ticksNow);
  return serverNow();
};
