import type { Page } from 'playwright-core';
import { CATALOGUES, catalogueOf } from '../translations/catalogues';

let read: ReadonlyMap<string, string> | undefined;

/** English → Bangla, of all workspaces. */
export const banglaTexts = (): ReadonlyMap<string, string> => {
  read ??= new Map(CATALOGUES.flatMap((workspace) => [...catalogueOf(workspace)]));
  return read;
};

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** With any value in the place of a placeholder. */
const patternOf = (text: string) =>
  text
    .split(/\{\w+\}/)
    .map(escaped)
    .join('.*');

/** What the page, in its language, shows for an English name, or for all texts that match. */
export const nameOn = async (page: Page, english: string | RegExp): Promise<string | RegExp> => {
  const language = await page.evaluate(() => document.documentElement.lang);
  if (language === 'en') return english;
  const texts = banglaTexts();
  if (typeof english === 'string') return texts.get(english) ?? english;
  const found = [...texts].filter(([key]) => english.test(key)).map(([, text]) => patternOf(text));
  return found.length === 0 ? english : new RegExp(found.join('|'));
};
