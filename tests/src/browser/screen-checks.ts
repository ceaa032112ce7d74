import type { Page } from 'playwright-core';
import { axeFindings, coveredFindings, overflowFindings } from '../support/accessibility-findings';
import type { ScreenCheck } from '../support/every-screen';
import { banglaTexts } from '../support/page-language';
import { SIZES, type Theme } from '../support/screen-tour';
import { isResized } from './screens';

/** The minimum width of WCAG 1.4.10. */
const NARROW = { width: 320, height: 640 };

/** A desk at 400 %, and a phone on its side. */
const LOW = [
  { width: 320, height: 256 },
  { width: 640, height: 360 },
];

const enlarge = (page: Page, size: string) =>
  page.evaluate((value) => {
    document.documentElement.style.fontSize = value;
  }, size);

const passesAxe: ScreenCheck = async (page, settle, size, screen) => {
  const found: string[] = [];
  if ((size === 'tablet' || size === 'wide') && !isResized(screen)) return found;
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const present: Theme = isDark ? 'dark' : 'light';
  const other: Theme = isDark ? 'light' : 'dark';
  const check = async (theme: Theme, rules: 'all' | 'colours') =>
    found.push(...(await axeFindings(page, rules)).map((finding) => `${size}, ${theme}: ${finding}`));
  await check(present, 'all');
  await page.emulateMedia({ colorScheme: other });
  await settle();
  // The themes differ in colours only.
  await check(other, 'colours');
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

/** Moves the focus and closes menus: after the other checks, in the last size of a visit. */
const isUncovered: ScreenCheck = async (page, _settle, size, screen) => {
  if (size !== (screen.only ?? 'tablet')) return [];
  const found: string[] = [];
  // A script moves the focus out of an open menu, which people leave by Escape or Tab.
  if ((await page.locator('dialog[open], .swal2-popup').count()) === 0) await page.keyboard.press('Escape');
  for (const viewport of [SIZES[size], ...LOW]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const { width, height } = viewport;
    const findings = await coveredFindings(page, height >= 480);
    found.push(...findings.map((finding) => `${width}×${height}: ${finding}`));
  }
  return found;
};

/** Checks of every screen, by test name. */
export const SCREEN_CHECKS: Readonly<Record<string, ScreenCheck>> = {
  'axe finds no violations in its sizes and both themes': passesAxe,
  'no content is cut off in four sizes, with text at 200 %, or at a width of 320 px': fits,
  'nothing sticks in a low window, and nothing covers the focus': isUncovered,
};

/** The colours are those of the English page: one screen is enough in the dark. */
const passesAxeTranslated: ScreenCheck = async (page, settle, size, screen) =>
  screen.name === 'home' ? passesAxe(page, settle, size, screen) : axeFindings(page, 'all');

/** Texts that a catalogue translates, in English. */
const isTranslatedEverywhere: ScreenCheck = async (page, _settle, size) => {
  const english = [...banglaTexts()].filter(([key, text]) => key !== text && !/[{<]/.test(key)).map(([key]) => key);
  const found = await page.evaluate((keys) => {
    const isKey = new Set(keys);
    const texts: string[] = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const { parentElement } = nodes.currentNode;
      if (!parentElement?.closest('[translate="no"], [lang="en"]:not(html), script, style'))
        texts.push(nodes.currentNode.textContent?.trim() ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]'))
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) texts.push(element.getAttribute(name) ?? '');
    return texts.filter((text) => isKey.has(text));
  }, english);
  return [...new Set(found)].map((text) => `${size}: ${text}`);
};

const hasLanguage: ScreenCheck = async (page) => {
  const language = await page.evaluate(() => document.documentElement.lang);
  return language === 'bn' ? [] : [`lang is ${language}`];
};

/** Checks of every translated screen in another language than English. */
export const TRANSLATED_CHECKS: Readonly<Record<string, ScreenCheck>> = {
  'has the language of the page': hasLanguage,
  'shows no text in English that has a translation': isTranslatedEverywhere,
  'axe finds no violations': passesAxeTranslated,
  'no content is cut off on desk and phone, with text at 200 %, or at a width of 320 px': fits,
};
