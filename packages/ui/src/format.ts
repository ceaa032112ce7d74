let whole: Intl.NumberFormat | undefined;
let dollars: Intl.NumberFormat | undefined;

/** 12500 → '12,500'. Fixed locale, so that every user reads the same screen. */
export function formatCoins(amount: number): string {
  whole ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  return whole.format(amount);
}

/** 12.5 → '$12.50' */
export function formatDollars(amount: number): string {
  dollars ??= new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
  return dollars.format(amount);
}

/** The last four digits of a card → '•••• 4242' */
export const formatCard = (last4: string): string => `•••• ${last4}`;

/** '2026-12-31' → '31-12-2026', day-month-year without zero padding (P-9.8). Any other text is returned unchanged. */
export function formatDate(iso: string): string {
  const parts = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  return parts ? `${Number(parts[3])}-${Number(parts[2])}-${parts[1]}` : iso;
}

/** '2026-11-23T14:05:09.000Z' → '23-11-2026, 14:05 UTC' */
export const formatMoment = (iso: string): string => `${formatDate(iso)}, ${iso.slice(11, 16)} UTC`;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds → '3 days', '5 hours', '12 minutes', rounded down; never below '1 minute'. */
export function formatDuration(ms: number): string {
  const [unit, name] =
    ms >= 2 * DAY_MS
      ? [DAY_MS, 'day']
      : ms >= 2 * HOUR_MS
        ? [HOUR_MS, 'hour']
        : ([MINUTE_MS, 'minute'] as const);
  const count = Math.max(1, Math.floor(ms / unit));
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}
