import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** axe's default rules that depend on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Violations that axe finds on the current page, except minor ones.
 *
 * @param rules all default rules, or only those that depend on colours
 */
export const axeFindings = async (page: Page, rules: 'all' | 'colours' = 'all'): Promise<string[]> => {
  // Injected over the debugging protocol: the page's Content-Security-Policy blocks other scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const only = rules === 'colours' ? { runOnly: { type: 'rule', values: COLOUR_RULES } } : {};
  const options = JSON.stringify({ resultTypes: ['violations'], ...only });
  const { violations } = (await page.evaluate(`axe.run(document, ${options})`)) as AxeResults;
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, impact, help, nodes }) =>
      nodes.map(
        ({ target, html }) => `${impact} ${id}: ${help}\n    ${target.join(' ')}\n    ${html.slice(0, 200)}`,
      ),
    );
};

/**
 * Content that does not fit: a page that scrolls sideways, text that is cut off without access to the rest, or beyond the edge.
 * Intentionally truncated text has its full text in `title`, or behind a button with `aria-expanded`.
 */
export const overflowFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    /** Elements for screen readers, and all in them. */
    const clipped = new Set<Element | null>();
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.push(`scrolls sideways: ${root.scrollWidth} in ${root.clientWidth}`);
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      const text = element.textContent?.trim().slice(0, 60) ?? '';
      if (style.clipPath !== 'none' || clipped.has(element.parentElement)) clipped.add(element);
      const isVisible =
        box.width > 1 &&
        box.height > 1 &&
        style.visibility === 'visible' &&
        !clipped.has(element) &&
        !element.closest('[inert], svg') &&
        // A visually hidden table head.
        (element.closest('thead')?.clientWidth ?? 2) > 1;
      const ownText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!isVisible || !text || style.webkitLineClamp !== 'none') continue;
      const cutsX = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1;
      const cutsY = style.overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1;
      const canScroll = /auto|scroll/.test(`${style.overflowX}${style.overflowY}`);
      const isIntended = element.closest('[title], .swiper, [data-clamp]') || element.tagName === 'SELECT';
      if ((cutsX || cutsY) && !canScroll && !isIntended)
        found.push(`cut off: <${element.tagName.toLowerCase()}> ${text}`);
      if (ownText && box.right > root.clientWidth + 1 && !element.closest('.swiper'))
        found.push(`beyond the edge: <${element.tagName.toLowerCase()}> ${text}`);
    }
    return found;
  });
