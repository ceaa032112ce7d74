import { createElement, Fragment, type ReactElement } from 'react';
import { t, type Values } from './translate';

const span = (text: string) => text && createElement('span', null, text);

/**
 * `t` of a text with elements: 'Read the <a>rules</a>' calls `elements.a('rules')`. Elements do not nest.
 *
 * @returns the parts in the order of the current language, each an element (D-1.12)
 */
export const rich = (
  text: string,
  elements: Readonly<Record<string, (children: string) => ReactElement>>,
  values: Values = {},
): ReactElement => {
  const parts: (ReactElement | '')[] = [];
  const translated = t(text, values);
  let end = 0;
  for (const match of translated.matchAll(/<(\w+)>(.*?)<\/\1>/g)) {
    const [whole, name = '', children = ''] = match;
    const element = elements[name];
    if (!element) continue;
    parts.push(span(translated.slice(end, match.index)), element(children));
    end = match.index + whole.length;
  }
  return createElement(Fragment, null, ...parts, span(translated.slice(end)));
};

/** A text whose placeholders are elements: `withNodes(t('Send it by {when}'), { when: <Moment … /> })`. Its parts are elements (D-1.12). */
export const withNodes = (text: string, nodes: Readonly<Record<string, ReactElement | '' | undefined>>): ReactElement =>
  createElement(Fragment, null, ...text.split(/\{(\w+)\}/).map((part, i) => (i % 2 === 0 ? span(part) : nodes[part])));
