import { createElement, Fragment, type ReactNode } from 'react';
import { textOf } from './language';
import { intlLocale } from './numbers';

/** Numbers are formatted in the current language. */
export type Values = Readonly<Record<string, string | number>>;

const shown = (value: string | number): string =>
  typeof value === 'number' ? value.toLocaleString(intlLocale()) : value;

const filled = (text: string, values: Values): string =>
  text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? shown(values[name] as string) : whole));

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
export const translated = (text: string): string => {
  const exact = textOf(text);
  if (exact !== undefined) return exact;
  const numbers: Record<string, number> = {};
  let count = 0;
  const key = text.replace(/\d[\d,]*(?:\.\d+)?/g, (number) => {
    numbers[count] = Number(number.replaceAll(',', ''));
    return `{${count++}}`;
  });
  const pattern = count > 0 ? textOf(key) : undefined;
  return pattern === undefined ? text : filled(pattern, numbers);
};

/**
 * `t` of a text with elements: 'Read the <a>rules</a>' calls `elements.a('rules')`. Elements do not nest.
 *
 * @returns the parts in the order of the current language
 */
export const rich = (
  text: string,
  elements: Readonly<Record<string, (children: string) => ReactNode>>,
  values: Values = {},
): ReactNode => {
  const parts: ReactNode[] = [];
  const found = t(text, values);
  let end = 0;
  for (const match of found.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    const [whole, name = '', children = ''] = match;
    const element = elements[name];
    if (!element) continue;
    parts.push(found.slice(end, match.index), element(children));
    end = match.index + whole.length;
  }
  return createElement(Fragment, null, ...parts, found.slice(end));
};
