import { DAY_MS, utcDayOf } from '@piecework/base';

/** `YYYY-MM-DD`, oldest first, ending with the day of `now` (UTC, in milliseconds since 1970). */
export const lastDays = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) => utcDayOf(now - (count - 1 - index) * DAY_MS));
