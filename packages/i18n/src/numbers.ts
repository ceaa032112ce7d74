import { currentLanguage } from './language';

/** Of `Intl` formats. English is that of the United States for every reader. */
export const intlLocale = (): string => (currentLanguage() === 'bn' ? 'bn-BD' : 'en-US');

const BANGLA_ZERO = '০'.charCodeAt(0);

/** '31-12-2026' → '৩১-১২-২০২৬' in Bangla. */
export const localDigits = (text: string): string =>
  currentLanguage() === 'bn'
    ? text.replace(/\d/g, (digit) => String.fromCharCode(BANGLA_ZERO + Number(digit)))
    : text;
