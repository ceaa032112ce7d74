/** Locale of `Intl` formats. English is that of the United States for every reader. */
export const intlLocale = (): string => globalThis.__translation?.locale ?? 'en-US';

/** Locale of dates in words. In English they are day, month, year, as in P-9.8. */
export const dateLocale = (): string => globalThis.__translation?.locale ?? 'en-GB';

/** '31-12-2026' → '৩১-১২-২০২৬' in Bangla. */
export const localDigits = (text: string): string => globalThis.__translation?.localDigits(text) ?? text;
