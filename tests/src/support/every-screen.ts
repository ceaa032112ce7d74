import type { Browser, Page } from 'playwright-core';
import { SCREENS, type Screen, type Visitor } from '../browser/screens';
import { launchChromium, type Product, startProduct, testInBrowser } from './browser';
import { createTour, SIZES, type SizeName } from './screen-tour';

const START_WITHIN = 240_000;
/** For one screen, in both sizes: all that is claimed of it is looked at while it is open. */
const CHECK_WITHIN = 120_000;

/** One run at a screen as it stands in one size, which leaves it as it was: what it finds is what is wrong. */
export type ScreenCheck = (page: Page, settle: () => Promise<void>, size: SizeName) => Promise<string[]>;

/** A test for every screen of these visitors and every check, over one product with its demo data. */
export const onEveryScreen = (
  visitors: readonly Visitor[],
  checks: Readonly<Record<string, ScreenCheck>>,
): void => {
  let product: Product | undefined;
  let browser: Browser;
  let tour: ReturnType<typeof createTour>;
  beforeAll(async () => {
    product = await startProduct({ demo: true });
    browser = await launchChromium();
    const gateway = product.stack.gateway.replace('127.0.0.1', 'localhost');
    tour = createTour({ browser, origin: product.origin, gateway });
  }, START_WITHIN);
  afterAll(async () => {
    await browser.close();
    await product?.stop();
  }, 30_000);

  const runChecks = async (screen: Screen): Promise<Record<string, string[]>> => {
    const found: Record<string, string[]> = {};
    for (const size of Object.keys(SIZES) as SizeName[]) {
      if (screen.only && screen.only !== size) continue;
      const page = await tour.show(screen, SIZES[size]);
      for (const [check, run] of Object.entries(checks))
        found[check] = [...(found[check] ?? []), ...(await run(page, () => tour.settle(page, screen), size))];
    }
    return found;
  };
  for (const screen of SCREENS.filter(({ isPart, visitor }) => !isPart && visitors.includes(visitor))) {
    // Going to a screen takes longer than a run: its tests share one visit.
    let visit: Promise<Record<string, string[]>> | undefined;
    for (const check of Object.keys(checks))
      testInBrowser(
        `${screen.visitor}, ${screen.name}: ${check}`,
        async () => {
          visit ??= runChecks(screen);
          expect((await visit)[check]).toEqual([]);
        },
        CHECK_WITHIN,
      );
  }
};
