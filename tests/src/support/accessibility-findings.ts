import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Result } from 'axe-core';
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
  // No default rule reads style sheets, which axe would load again for each run.
  const options = JSON.stringify({ resultTypes: ['violations'], preload: { assets: ['media'] }, ...only });
  // The whole result is large: it names all rules that passed.
  const violations = (await page.evaluate(
    `axe.run(document, ${options}).then(({ violations }) => violations.filter(({ impact }) => impact !== 'minor'))`,
  )) as Result[];
  return violations.flatMap(({ id, impact, help, nodes }) =>
    nodes.map(({ target, html }) => `${impact} ${id}: ${help}\n    ${target.join(' ')}\n    ${html.slice(0, 200)}`),
  );
};

/**
 * Content that does not fit: a page that scrolls sideways, text that is cut off without access to the rest, beyond the edge,
 * or over another text.
 * Intentionally truncated text has its full text in `title`, or behind a button with `aria-expanded`. A region that takes the focus may scroll sideways.
 */
export const overflowFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    /** Elements for screen readers, and all in them. */
    const clipped = new Set<Element | null>();
    /** Where each line is, and what it moves with. */
    const lines: { box: DOMRect; layer: Element | null; text: string }[] = [];
    const layerOf = (element: Element | null): Element | null =>
      !element || /fixed|sticky|absolute/.test(getComputedStyle(element).position)
        ? element
        : layerOf(element.parentElement);
    /** What the elements that clip it leave of a box. */
    const seenOf = (box: DOMRect, element: Element | null): DOMRect => {
      if (!element) return box;
      const clip = getComputedStyle(element).overflow === 'visible' ? box : element.getBoundingClientRect();
      const left = Math.max(box.left, clip.left);
      const top = Math.max(box.top, clip.top);
      const width = Math.min(box.right, clip.right) - left;
      const height = Math.min(box.bottom, clip.bottom) - top;
      return seenOf(new DOMRect(left, top, Math.max(width, 0), Math.max(height, 0)), element.parentElement);
    };
    const overlap = (from: number, to: number, start: number, end: number) => Math.min(to, end) - Math.max(from, start);
    const root = document.documentElement;
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? root;
    const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;
    if (modal !== root && groundOf(root) === groundOf(document.body))
      found.push('the gutter of the scroll bar is not veiled');
    if (root.scrollWidth > root.clientWidth) found.push(`scrolls sideways: ${root.scrollWidth} in ${root.clientWidth}`);
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
      if (!ownText || isIntended || !element.checkVisibility() || !modal.contains(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const layer = layerOf(element);
      const own = [...range.getClientRects()];
      // One text that wraps into more lines than it has words; long words may take several.
      const words = element.textContent?.trim().split(/\s+/) ?? [];
      const mostLines = words.reduce((sum, { length }) => sum + Math.ceil(length / 12), 0);
      const lineCount = new Set(own.map(({ top }) => top)).size;
      if (element.childNodes.length === 1 && words.length > 1 && lineCount > mostLines)
        found.push(`words are broken: <${element.tagName.toLowerCase()}> ${text}`);
      const isScrolled = element.closest('[role=region][tabindex="0"]') !== null;
      const isPill = style.backgroundColor !== 'rgba(0, 0, 0, 0)';
      for (const line of own) {
        if (!isScrolled && (line.right > root.clientWidth + 1 || line.left < -1))
          found.push(`beyond the edge: <${element.tagName.toLowerCase()}> ${text}`);
        if (isPill && line.height > box.height + 2)
          found.push(`taller than its ground: <${element.tagName.toLowerCase()}> ${text}`);
      }
      const seen = own.map((line) => seenOf(line, element));
      for (const line of seen)
        for (const other of lines)
          if (
            other.layer === layer &&
            other.text !== text &&
            overlap(line.left, line.right, other.box.left, other.box.right) > 1 &&
            overlap(line.top, line.bottom, other.box.top, other.box.bottom) > Math.max(line.height / 3, 1)
          )
            found.push(`over another text: ${text} / ${other.text}`);
      lines.push(...seen.map((box) => ({ box, layer, text })));
    }
    return found;
  });

/**
 * Focusable elements whose middle something else covers once the browser has scrolled them into view, and elements that keep
 * a place in the window when `mayStick` is false. The focus ends up nowhere.
 */
export const coveredFindings = (page: Page, mayStick: boolean): Promise<string[]> =>
  page.evaluate((sticks) => {
    const found: string[] = [];
    const place = document.querySelector('dialog[open], .swal2-popup') ?? document.body;
    const describe = (element: Element) =>
      `<${element.tagName.toLowerCase()}> ${(element.ariaLabel || element.textContent || '').trim().slice(0, 60)}`;
    for (const element of place.querySelectorAll<HTMLElement>('*')) {
      const { position, top, bottom, insetInlineEnd } = getComputedStyle(element);
      const isSideways = position === 'sticky' && top === 'auto' && bottom === 'auto' && insetInlineEnd !== 'auto';
      // The skip link is out of view until it has the focus; a column beside the content covers none of it.
      const isBeside = position === 'sticky' && innerWidth >= 1024;
      if (!sticks && /fixed|sticky/.test(position) && !isSideways && !isBeside && !element.matches('a[href="#main"]'))
        if (element.getBoundingClientRect().height > 0) found.push(`sticks: ${describe(element)}`);
      if (!element.matches('a[href], button, input, select, textarea, summary, [tabindex="0"]')) continue;
      if (element.matches(':disabled') || element.closest('[inert]') || !element.checkVisibility()) continue;
      element.focus();
      if (document.activeElement !== element) continue;
      // The skip link slides in and out of view.
      for (const animation of document.getAnimations())
        if (animation.effect?.getTiming().iterations !== Infinity) animation.finish();
      const box = element.getClientRects()[0];
      if (!box || box.width < 2 || box.height < 2) continue;
      const left = Math.max(box.left, 0);
      const upper = Math.max(box.top, 0);
      const x = (left + Math.min(box.right, innerWidth)) / 2;
      const y = (upper + Math.min(box.bottom, innerHeight)) / 2;
      const seen = document.elementFromPoint(x, y);
      // A hidden input is represented by its label.
      const stands = element.closest('label') ?? element;
      if (!seen || !(stands.contains(seen) || seen.contains(stands)))
        found.push(`covered${seen ? ` by ${describe(seen)}` : ''}: ${describe(element)}`);
    }
    (document.activeElement as HTMLElement).blur();
    return found;
  }, mayStick);
