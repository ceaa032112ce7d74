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

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/**
 * Milliseconds → '9 days', '2 days 23 hours', '5 hours', '12 minutes'; never below '1 minute'.
 *
 * Seconds are rounded, so that a deadline which was just set has its whole length; hours are not: a reader must not come late.
 */
export function formatDuration(ms: number): string {
  const rounded = Math.round(ms / MINUTE_MS) * MINUTE_MS;
  const days = Math.floor(rounded / DAY_MS);
  if (days >= 7) return counted(Math.round(rounded / DAY_MS), 'day');
  if (days >= 2) {
    const hours = Math.floor((rounded % DAY_MS) / HOUR_MS);
    return counted(days, 'day') + (hours > 0 ? ` ${counted(hours, 'hour')}` : '');
  }
  if (rounded >= 2 * HOUR_MS) return counted(Math.floor(rounded / HOUR_MS), 'hour');
  return counted(Math.max(1, rounded / MINUTE_MS), 'minute');
}
