import { DAY_MS } from './durations';

/** `YYYY-MM-DD`, as are all days of quotas. */
export const utcDayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Milliseconds since 1970. */
export const endOfUtcDay = (now: number): number => now - (now % DAY_MS) + DAY_MS;
