const DAY_MS = 24 * 3_600_000;

/** `YYYY-MM-DD`, oldest first, ending with the day of `now` (UTC, in milliseconds since 1970). */
export const lastDays = (now: number, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(now - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
