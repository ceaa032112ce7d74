import type { Page } from 'playwright-core';

export interface FocusedElement {
  name: string;
  /** Whether a focus outline is visible, on the element or on one that represents it. */
  hasOutline: boolean;
  isInView: boolean;
  /** Whether the document body has the focus: nothing is focused yet, or the focus has left the page after its last stop. */
  isPage: boolean;
}

/** Waits for animations, such as scrolling the focused element into view. */
const untilAnimationsEnd = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
  );

/** Describes the focused element as a sighted user perceives it. */
export const focused = async (page: Page): Promise<FocusedElement> => {
  await untilAnimationsEnd(page);
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const { top, bottom, left, right, height } = element.getBoundingClientRect();
    const around = [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling];
    return {
      name: (
        element.ariaLabel ||
        (element as HTMLInputElement).labels?.[0]?.textContent ||
        element.textContent ||
        ''
      ).trim(),
      hasOutline: around.some((one) => one && getComputedStyle(one).outlineStyle !== 'none'),
      isInView: height > 0 && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
      isPage: element === document.body,
    };
  });
};

/** More Tab stops than any page has before the searched element. */
const STOPS = 120;

/** Presses Tab until the element with that name has the focus; throws if a stop on the way has no visible focus or is out of view. */
export const tabTo = async (page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  const passed: string[] = [];
  for (let stop = 0; stop < STOPS; stop++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    passed.push(at.name.slice(0, 40));
    if (at.name && !at.isPage && !(at.hasOutline && at.isInView))
      throw new Error(
        `${at.name.slice(0, 80)} has the focus, ${at.hasOutline ? 'out of view' : 'without a visible outline'}`,
      );
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return;
  }
  throw new Error(`Tab never reached ${name}. Stops: ${passed.join(' · ')}`);
};

/** Waits until the element with that name has the focus. */
export const untilFocused = (page: Page, name: RegExp): Promise<unknown> =>
  page.waitForFunction(
    ([source, flags]) => {
      const element = document.activeElement as HTMLElement;
      const label = (element as HTMLInputElement).labels?.[0]?.textContent;
      return new RegExp(source as string, flags).test(element.ariaLabel || label || element.textContent || '');
    },
    [name.source, name.flags],
  );

export const type = (page: Page, text: string): Promise<void> => page.keyboard.type(text);
export const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Moves to a field by Tab and types into it. */
export const typeInto = async (page: Page, field: string | RegExp, text: string): Promise<void> => {
  await tabTo(page, field);
  await type(page, text);
};
