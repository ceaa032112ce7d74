import type { EarningDay } from '@piecework/contracts';
import { intlLocale, localDigits, t } from '@piecework/i18n';
import { formatDate } from '@piecework/ui';
import type { ChartRow } from '@piecework/ui/charts';

const WEEKS = 8;
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

/** The last eight weeks, oldest first; the last one has the last day. @param days oldest first */
export const earningWeeks = (days: readonly EarningDay[]): ChartRow[] => {
  const last = mondayOf(days.at(-1)?.day ?? '1970-01-01');
  const coins = new Map<number, number>();
  for (const { day, earned } of days) coins.set(mondayOf(day), (coins.get(mondayOf(day)) ?? 0) + earned);
  return Array.from({ length: WEEKS }, (_, index) => {
    const monday = last - (WEEKS - 1 - index) * 7 * DAY_MS;
    const name = t('Week of {date}', { date: formatDate(new Date(monday).toISOString()) });
    return { label: shortDay(monday), name, values: [coins.get(monday) ?? 0] };
  });
};
