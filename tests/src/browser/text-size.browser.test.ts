import type { Page } from 'playwright-core';
import { misfits } from '../support/findings';
import { SIZES } from '../support/tour';
import { onEveryScreen } from '../support/use-tour';

/** The narrowest phone that WCAG 1.4.10 asks for. */
const NARROW = { width: 320, height: 640 };

const enlarge = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);

onEveryScreen('nothing is cut off with text at 200 %, nor at 320 px', async (page, settle, size) => {
  const found: string[] = [];
  if (size === 'phone') {
    await page.setViewportSize(NARROW);
    await settle();
    found.push(...(await misfits(page)).map((misfit) => `320 px: ${misfit}`));
    await page.setViewportSize(SIZES.phone);
  }
  await enlarge(page, 200);
  await settle();
  found.push(...(await misfits(page)).map((misfit) => `${size}, 200 %: ${misfit}`));
  return found;
});
