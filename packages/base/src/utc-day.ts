import { DAY_MS } from './durations';

/** `YYYY-MM-DD`, as are all days of quotas. */
export const utcDayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Milliseconds since 1970. */
export const endOfUtcDay = (now: number): number => now - (now % DAY_MS) + DAY_MS;

/** `YYYY-MM-DD`, oldest first, ending with the day of `now` (UTC, in milliseconds since 1970). */
export const lastDays = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => utcDayOf(now - (count - 1 - index) * DAY_MS));
