import type { Page } from 'playwright-core';
import { axeFindings, misfits } from '../support/accessibility-findings';
import { SIZES, THEMES } from '../support/tour';
import type { Look } from '../support/use-tour';

/** The narrowest phone that WCAG 1.4.10 asks for. */
const NARROW = { width: 320, height: 640 };

const enlarge = (page: Page, size: string) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);

const findsNothing: Look = async (page, settle, size) => {
  const found: string[] = [];
  // On a phone it is the same page in the same colours, in another order.
  for (const theme of size === 'phone' ? THEMES.slice(0, 1) : THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    await settle();
    // It is the same page in other colours.
    const rules = theme === THEMES[0] ? 'all' : 'colours';
    found.push(...(await axeFindings(page, rules)).map((finding) => `${size}, ${theme}: ${finding}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await settle();
  return found;
};

const cutsNothingOff: Look = async (page, settle, size) => {
  const found: string[] = [];
  if (size === 'phone') {
    await page.setViewportSize(NARROW);
    await settle();
    found.push(...(await misfits(page)).map((misfit) => `320 px: ${misfit}`));
    await page.setViewportSize(SIZES.phone);
  }
  await enlarge(page, '200%');
  await settle();
  found.push(...(await misfits(page)).map((misfit) => `${size}, 200 %: ${misfit}`));
  await enlarge(page, '');
  return found;
};

/** What holds on every screen. */
export const CLAIMS: Readonly<Record<string, Look>> = {
  'axe finds nothing, in both sizes, and on a desk in both themes': findsNothing,
  'nothing is cut off with text at 200 %, nor at 320 px': cutsNothingOff,
};
