import { intlLocale, localDigits, t } from '@piecework/i18n';
import { formatDate } from '../format';
import type { ChartRow } from './BarChart';

const DAY_MS = 24 * 3_600_000;

/** Milliseconds since 1970 of the Monday, UTC. */
const mondayOf = (day: string): number => {
  const time = Date.parse(day);
  return time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS;
};

const shortDay = (time: number): string => {
  const date = new Date(time);
  const month = date.toLocaleString(intlLocale(), { month: 'short', timeZone: 'UTC' });
  return `${localDigits(String(date.getUTCDate()))} ${month}`;
};

/**
 * The last weeks, oldest first; the last one has the last day.
 *
 * @param days oldest first, `day` as `YYYY-MM-DD`
 * @param valuesOf of the days of one week that are in `days`
 */
export const weekRows = <Day extends { day: string }>(
  days: readonly Day[],
  weeks: number,
  valuesOf: (days: readonly Day[]) => readonly number[],
): ChartRow[] => {
  const last = mondayOf(days.at(-1)?.day ?? '1970-01-01');
  return Array.from({ length: weeks }, (_, index) => {
    const monday = last - (weeks - 1 - index) * 7 * DAY_MS;
    const name = t('Week of {date}', { date: formatDate(new Date(monday).toISOString()) });
    const values = valuesOf(days.filter(({ day }) => mondayOf(day) === monday));
    return { label: shortDay(monday), name, values };
  });
};
