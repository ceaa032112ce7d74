import { dateLocale, intlLocale, localDigits, plural, t } from '@piecework/i18n';

/** A format per locale, made when it is first used. */
const formatOf = (
  localeOf: () => string,
  create: (locale: string) => { format(value: number): string },
): ((value: number) => string) => {
  const formats = new Map<string, { format(value: number): string }>();
  return (value) => {
    const locale = localeOf();
    const format = formats.get(locale) ?? create(locale);
    formats.set(locale, format);
    return format.format(value);
  };
};
const numbers = (options: Intl.NumberFormatOptions) =>
  formatOf(intlLocale, (locale) => new Intl.NumberFormat(locale, options));
const whole = numbers({ maximumFractionDigits: 0 });
const cents = numbers({ minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** In the time zone of the reader. */
const moments = (options: Intl.DateTimeFormatOptions) =>
  formatOf(
    dateLocale,
    (locale) =>
      new Intl.DateTimeFormat(locale, {
        day: 'numeric',
        month: 'short',
        hour: 'numeric',
        minute: '2-digit',
        hourCycle: 'h23',
        ...options,
      }),
  );
const thisYear = moments({ weekday: 'short' });
const anotherYear = moments({ year: 'numeric' });

/** 12500 → '12,500'. One locale per language, so that every user reads the same screen. */
export const formatCoins = (amount: number): string => whole(amount);

/** 12.5 → '$12.50', in Bangla '$১২.৫০': the sign is first in every language, as in the texts of the catalogues. */
export const formatDollars = (amount: number): string => `${amount < 0 ? '-' : ''}$${cents(Math.abs(amount))}`;

/** 1531.25 and 'BDT' → '৳1,531.25', with the decimals that the currency has. */
export const formatMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat(intlLocale(), { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount);

/** The last four digits of a card → '•••• 4242' */
export const formatCard = (last4: string): string => `•••• ${last4}`;

/** '2026-12-31' → '31-12-2026', day-month-year without zero padding (P-9.8). Of any other text only the digits may change. */
export function formatDate(iso: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  return localDigits(parts ? `${Number(parts[3])}-${Number(parts[2])}-${parts[1]}` : iso);
}

/** '2026-11-23T14:05:09.000Z' → '23-11-2026, 14:05 UTC' */
export const formatUtc = (iso: string): string =>
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

/** P-9.15: 'Sat 28 Nov, 9:14' in the reader's zone, of another year '28 Nov 2025, 9:14'. `now` is the server's, as in `formatRelative`. */
export const formatMoment = (iso: string, now: number): string => {
  const at = Date.parse(iso);
  const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear();
  return (isThisYear ? thisYear : anotherYear)(at);
};

/** 'in 45 hours', '12 minutes ago', 'just now' */
export const formatRelative = (iso: string, now: number): string => {
  const left = Date.parse(iso) - now;
  if (left > 0) return t('in {time}', { time: formatDuration(left) });
  return -left < MINUTE_MS / 2 ? t('just now') : t('{time} ago', { time: formatDuration(-left) });
};

const RECENT_MS = 7 * DAY_MS;

/** Whether `formatRelative` says more than the moment: until a week after it. */
export const isRecent = (iso: string, now: number): boolean => now - Date.parse(iso) < RECENT_MS;
