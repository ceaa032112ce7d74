import { intlLocale } from './numbers';

/** Numbers are formatted in the current language. */
export type Values = Readonly<Record<string, string | number>>;

const shown = (value: string | number): string =>
  typeof value === 'number' ? value.toLocaleString(intlLocale()) : value;

export const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name] as string) : whole));

const textOf = (english: string): string | undefined => globalThis.__translation?.texts[english];

/**
 * The text in the current language, or in English where the catalogue has none. Called while rendering, never when a module is loaded: the
 * catalogue may come later.
 *
 * @param text English literal, with placeholders such as `{count}`
 */
export const t = (text: string, values: Values = {}): string => filled(textOf(text) ?? text, values);

/**
 * `t` of the form for `count`, which fills `{count}`. The key of the catalogue is `other`: Bangla has one form after a number.
 */
export const plural = (count: number, one: string, other: string, values: Values = {}): string =>
  filled(textOf(other) ?? (count === 1 ? one : other), { count, ...values });

/** Marks an English text of a constant for the catalogue. It is shown by `translated`. */
export const msg = <const T extends string>(text: T): T => text;

/**
 * The translation of a text that is no literal: marked by `msg`, or from the server. Numbers in it may differ from the key of the catalogue,
 * which has `{0}`, `{1}` … in their places.
 */
export const translated = (text: string): string => textOf(text) ?? globalThis.__translation?.withNumbers(text) ?? text;
