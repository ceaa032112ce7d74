import type { Language } from './language';
import { filled } from './translate';

/** English text → translation. Placeholders are the same on both sides. */
export type Catalogue = Readonly<Record<string, string>>;

/** A page in another language than English has one. The copies of this package, one in each build, share it: its shape is a contract of the builds. */
export interface Translation {
  language: Language;
  /** Locale of `Intl` formats (BCP 47). */
  locale: string;
  /** English text → translation. */
  texts: Record<string, string>;
  /** The text with the digits of the language. */
  localDigits(text: string): string;
  /** The translation of a text that differs from a key only by its numbers and days, which are `{0}`, `{1}` … in the key. */
  withNumbers(text: string): string | undefined;
}

declare global {
  /** Undefined in English. */
  var __translation: Translation | undefined;
}

/** Only in the chunk of the language, so that an English page does not load what no English page needs. */
export const createTranslation = (language: Language, locale: string, catalogue: Catalogue): Translation => {
  const texts: Record<string, string> = Object.assign(Object.create(null), catalogue);
  const digit = new Intl.NumberFormat(locale);
  const localDigits = (text: string) => text.replace(/\d/g, (one) => digit.format(Number(one)));
  return {
    language,
    locale,
    texts,
    localDigits,
    withNumbers: (text) => {
      const numbers: Record<string, number | string> = {};
      let count = 0;
      const key = text.replace(/\d{4}-\d\d-\d\d|(?:(?<=\s)-)?\d[\d,]*(?:\.\d+)?/g, (number) => {
        // A day and decimals keep their digits, a whole number gets the groups of the language.
        numbers[count] = /^-?[\d,]+$/.test(number) ? Number(number.replaceAll(',', '')) : localDigits(number);
        return `{${count++}}`;
      });
      const pattern = count > 0 ? texts[key] : undefined;
      return pattern === undefined ? undefined : filled(pattern, numbers);
    },
  };
};
