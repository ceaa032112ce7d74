import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { readCatalogue } from '../translations/read-texts';

const WORKSPACES = ['packages/contracts', 'packages/ui', 'packages/web-kit', 'shell', 'mf-public', 'mf-worker'];

let read: ReadonlyMap<string, string> | undefined;

/** English → Bangla, of all workspaces. */
export const banglaTexts = (): ReadonlyMap<string, string> => {
  read ??= new Map(
    WORKSPACES.flatMap((workspace) => {
      const path = resolve(workspace, 'src/bn.ts');
      return [...readCatalogue(path, readFileSync(path, 'utf8'))];
    }),
  );
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
