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
