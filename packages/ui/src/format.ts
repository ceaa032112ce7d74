import { intlLocale, localDigits, plural, t } from '@piecework/i18n';

/** A number format per locale, made when it is first used. */
const formatOf = (options: Intl.NumberFormatOptions): ((value: number) => string) => {
  const formats = new Map<string, Intl.NumberFormat>();
  return (value) => {
    const locale = intlLocale();
    const format = formats.get(locale) ?? new Intl.NumberFormat(locale, options);
    formats.set(locale, format);
    return format.format(value);
  };
};
const whole = formatOf({ maximumFractionDigits: 0 });
const dollars = formatOf({ style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' });

/** 12500 → '12,500'. One locale per language, so that every user reads the same screen. */
export const formatCoins = (amount: number): string => whole(amount);

/** 12.5 → '$12.50' */
export const formatDollars = (amount: number): string => dollars(amount);

/** The last four digits of a card → '•••• 4242' */
export const formatCard = (last4: string): string => `•••• ${last4}`;

/** '2026-12-31' → '31-12-2026', day-month-year without zero padding (P-9.8). Of any other text only the digits may change. */
export function formatDate(iso: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  return localDigits(parts ? `${Number(parts[3])}-${Number(parts[2])}-${parts[1]}` : iso);
}

/** '2026-11-23T14:05:09.000Z' → '23-11-2026, 14:05 UTC' */
export const formatMoment = (iso: string): string =>
  t('{date}, {time} UTC', { date: formatDate(iso), time: localDigits(iso.slice(11, 16)) });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const inDays = (count: number): string => plural(count, '{count} day', '{count} days');
const inHours = (count: number): string => plural(count, '{count} hour', '{count} hours');
const inMinutes = (count: number): string => plural(count, '{count} minute', '{count} minutes');

/**
 * Milliseconds → '9 days', '2 days 23 hours', '5 hours', '12 minutes'; never below '1 minute'.
 *
 * Seconds are rounded, so that a deadline which was just set has its whole length; hours are not: a reader must not come late.
 */
export function formatDuration(ms: number): string {
  const rounded = Math.round(ms / MINUTE_MS) * MINUTE_MS;
  const days = Math.floor(rounded / DAY_MS);
  if (days >= 7) return inDays(Math.round(rounded / DAY_MS));
  if (days >= 2) {
    const hours = Math.floor((rounded % DAY_MS) / HOUR_MS);
    return inDays(days) + (hours > 0 ? ` ${inHours(hours)}` : '');
  }
  if (rounded >= 2 * HOUR_MS) return inHours(Math.floor(rounded / HOUR_MS));
  return inMinutes(Math.max(1, rounded / MINUTE_MS));
}
