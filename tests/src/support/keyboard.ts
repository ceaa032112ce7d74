import type { Page } from 'playwright-core';

export interface Focused {
  name: string;
  /** Something shows where the focus is: on the element, or on what stands for it. */
  isMarked: boolean;
  isInSight: boolean;
  /** The page itself: nothing has the focus yet, or the focus went on to the browser's own bar after the last stop. */
  isPage: boolean;
}

/** What comes into sight by the focus may take a moment. */
const stillness = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity,
      ),
  );

/** What has the focus, as somebody who looks at the page would tell. */
export const focused = async (page: Page): Promise<Focused> => {
  await stillness(page);
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { top, bottom, left, right, height } = element.getBoundingClientRect();
    const around = [
      element,
      element.parentElement,
      element.parentElement?.parentElement,
      element.nextElementSibling,
    ];
    return {
      name: (
        element.ariaLabel ||
        (element as HTMLInputElement).labels?.[0]?.textContent ||
        element.textContent ||
        ''
      ).trim(),
      isMarked: around.some((one) => one && getComputedStyle(one).outlineStyle !== 'none'),
      isInSight: height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
      isPage: element === document.body,
    };
  });
};

/** More stops than any page of ours has before what a test looks for. */
const STOPS = 120;

/** Goes on by Tab to what has that name; every stop on the way is marked and in sight. */
export const tabTo = async (
  page: Page,
  name: string | RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> => {
  const passed: string[] = [];
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    passed.push(at.name.slice(0, 40));
    if (at.name && !at.isPage && !(at.isMarked && at.isInSight))
      throw new Error(
        `${at.name.slice(0, 80)} has the focus, ${at.isMarked ? 'out of sight' : 'and nothing shows it'}`,
      );
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return;
  }
  throw new Error(`Tab never led to ${name}. It went over: ${passed.join(' · ')}`);
};

/** Waits until that has the focus. */
export const untilFocused = (page: Page, name: RegExp): Promise<unknown> =>
  page.waitForFunction(
    ([source, flags]) => {
      const element = document.activeElement as HTMLElement;
      return new RegExp(source as string, flags).test(element.ariaLabel || element.textContent || '');
    },
    [name.source, name.flags],
  );

export const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text);
export const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Goes to a field by Tab and fills it in. */
export const typeInto = async (page: Page, field: string | RegExp, text: string): Promise<void> => {
  await tabTo(page, field);
  await type(page, text);
};
