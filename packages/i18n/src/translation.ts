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
  /** The translation of a text that differs from a key only by its numbers, which are `{0}`, `{1}` … in the key. */
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
  return {
    language,
    locale,
    texts,
    localDigits: (text) => text.replace(/\d/g, (one) => digit.format(Number(one))),
    withNumbers: (text) => {
      const numbers: Record<string, number> = {};
      let count = 0;
      const key = text.replace(/\d[\d,]*(?:\.\d+)?/g, (number) => {
        numbers[count] = Number(number.replaceAll(',', ''));
        return `{${count++}}`;
      });
      const pattern = count > 0 ? texts[key] : undefined;
      return pattern === undefined ? undefined : filled(pattern, numbers);
    },
  };
};
