import type { Language } from '@piecework/i18n';
import type { Page } from 'playwright-core';
import { isTranslated, SCREENS, type Screen, type Visitor } from '../browser/screens';
import { type Product, startProduct, testInBrowser } from './browser';
import { createTour, LOADED_SIZES, type LoadedSize, SIZES, type SizeName } from './screen-tour';

/** Checks an open screen in one size and restores its state, except the theme: a change is slow. @returns findings */
export type ScreenCheck = (
  page: Page,
  settle: () => Promise<void>,
  size: SizeName,
  screen: Screen,
) => Promise<string[]>;

/**
 * Sizes by the one in which the screen is loaded. A load is the slowest part of a visit: a phone has one only where the way to the screen,
 * or its first state, may differ there. An empty, loading or failed list is one message: two sizes are enough.
 */
const visitsOf = (
  { only, answers, open, differsOnPhone }: Screen,
  language: Language | undefined,
): Partial<Record<LoadedSize, readonly SizeName[]>> => {
  if (only) return { [only]: [only] };
  if (typeof answers === 'string') return { desk: ['desk', 'phone'] };
  const sizes = language ? ({ desk: ['desk'], phone: ['phone'] } as const) : LOADED_SIZES;
  return open || differsOnPhone ? sizes : { desk: [...sizes.desk, ...sizes.phone] };
};

/**
 * Defines a test for each check of each screen of these visitors, over one product with demo data.
 *
 * @param language of the pages, if not English: only the screens that are translated, in two sizes
 */
export const onEveryScreen = (
  visitors: readonly Visitor[],
  checks: Readonly<Record<string, ScreenCheck>>,
  language?: Language,
): void => {
  let product: Product | undefined;
  let tour: ReturnType<typeof createTour>;
  beforeAll(async () => {
    product = await startProduct({ demo: true });
    const gateway = product.stack.gateway.replace('127.0.0.1', 'localhost');
    const { browser, origin } = product;
    tour = createTour({ browser, origin, gateway, ...(language && { language }) });
  });
  afterAll(async () => {
    await product?.stop();
  });

  const runChecks = async (screen: Screen): Promise<Record<string, string[]>> => {
    const found: Record<string, string[]> = {};
    const visits = visitsOf(screen, language);
    for (const loaded of Object.keys(visits) as LoadedSize[]) {
      const page = await tour.show(screen, SIZES[loaded]);
      const settle = () => tour.settle(page, screen);
      for (const size of visits[loaded] ?? []) {
        if (size !== loaded) {
          await page.setViewportSize(SIZES[size]);
          await settle();
        }
        for (const [check, run] of Object.entries(checks))
          found[check] = [...(found[check] ?? []), ...(await run(page, settle, size, screen))];
      }
    }
    return found;
  };
  const visited = SCREENS.filter(
    (screen) => !screen.isPart && visitors.includes(screen.visitor) && (!language || isTranslated(screen)),
  );
  for (const screen of visited) {
    // Opening a screen is slow: the tests of its checks share one visit.
    let visit: Promise<Record<string, string[]>> | undefined;
    for (const check of Object.keys(checks))
      testInBrowser(`${screen.visitor}, ${screen.name}: ${check}`, async () => {
        visit ??= runChecks(screen);
        expect((await visit)[check]).toEqual([]);
      });
  }
};
