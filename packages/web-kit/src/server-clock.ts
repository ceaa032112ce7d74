import { useEffect, useState } from 'react';

/** Milliseconds by which the gateway's clock is ahead of this device's; deadlines are shown on the gateway's. */
let ahead = 0;

/** The gateway's answers are never read from a cache unasked, so that their `Date` is now, to the second. */
export const learnServerTime = (date: string | null): void => {
  const time = Date.parse(date ?? '');
  if (!Number.isNaN(time)) ahead = time - Date.now();
};

export const serverNow = (): number => Date.now() + ahead;

const TICK_MS = 20_000;

/** The time on the gateway's clock; renders again while it passes. */
export const useServerNow = (): number => {
  const [, setTick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return serverNow();
};
