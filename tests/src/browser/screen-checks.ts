import type { Page } from 'playwright-core';
import { axeFindings, overflowFindings } from '../support/accessibility-findings';
import type { ScreenCheck } from '../support/every-screen';
import { SIZES, THEMES } from '../support/screen-tour';
import { isResized } from './screens';

/** The minimum width of WCAG 1.4.10. */
const NARROW = { width: 320, height: 640 };

const enlarge = (page: Page, size: string) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);

const passesAxe: ScreenCheck = async (page, settle, size, screen) => {
  const found: string[] = [];
  if ((size === 'tablet' || size === 'wide') && !isResized(screen)) return found;
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await settle();
    // The themes differ in colours only.
    const rules = theme === THEMES[0] ? 'all' : 'colours';
    found.push(...(await axeFindings(page, rules)).map((finding) => `${size}, ${theme}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await settle();
  return found;
};

const fits: ScreenCheck = async (page, settle, size) => {
  const found = (await overflowFindings(page)).map((finding) => `${size}: ${finding}`);
  // Large text takes the turns of the other two.
  if (size === 'tablet' || size === 'wide') return found;
  if (size === 'phone') {
    await page.setViewportSize(NARROW);
    await settle();
    found.push(...(await overflowFindings(page)).map((finding) => `320 px: ${finding}`));
    await page.setViewportSize(SIZES.phone);
  }
  await enlarge(page, '200%');
  await settle();
  found.push(...(await overflowFindings(page)).map((finding) => `${size}, 200 %: ${finding}`));
  await enlarge(page, '');
  return found;
};

/** Checks of every screen, by test name. */
export const SCREEN_CHECKS: Readonly<Record<string, ScreenCheck>> = {
  'axe finds no violations in its sizes and both themes': passesAxe,
  'no content is cut off in four sizes, with text at 200 %, or at a width of 320 px': fits,
};
