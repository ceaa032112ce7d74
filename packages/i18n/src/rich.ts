import { createElement, Fragment, type ReactNode } from 'react';
import { t, type Values } from './translate';

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
