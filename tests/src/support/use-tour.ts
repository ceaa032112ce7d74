import type { Browser, Page } from 'playwright-core';
import { SCREENS, type Screen, type Visitor } from '../browser/screens';
import { launchChromium, type Product, startProduct, testInBrowser } from './browser';
import { createTour, SIZES, type SizeName } from './tour';

const START_WITHIN = 240_000;
/** For one screen, in both sizes: all that is claimed of it is looked at while it is open. */
const LOOK_WITHIN = 120_000;

/** One look at a screen as it stands in one size, which leaves it as it was: what it finds is what is wrong. */
export type Look = (page: Page, settle: () => Promise<void>, size: SizeName) => Promise<string[]>;

/** A test for every screen of these visitors and every claim, over one product with its demo data. */
export const onEveryScreen = (visitors: readonly Visitor[], claims: Readonly<Record<string, Look>>): void => {
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

  const lookAt = async (screen: Screen): Promise<Record<string, string[]>> => {
    const found: Record<string, string[]> = {};
    for (const size of Object.keys(SIZES) as SizeName[]) {
      if (screen.only && screen.only !== size) continue;
      const page = await tour.show(screen, SIZES[size]);
      for (const [claim, look] of Object.entries(claims))
        found[claim] = [
          ...(found[claim] ?? []),
          ...(await look(page, () => tour.settle(page, screen), size)),
        ];
    }
    return found;
  };
  for (const screen of SCREENS.filter(({ isPart, visitor }) => !isPart && visitors.includes(visitor))) {
    // Going to a screen takes longer than a look: its tests share one visit.
    let visit: Promise<Record<string, string[]>> | undefined;
    for (const claim of Object.keys(claims))
      testInBrowser(
        `${screen.visitor}, ${screen.name}: ${claim}`,
        async () => {
          visit ??= lookAt(screen);
          expect((await visit)[claim]).toEqual([]);
        },
        LOOK_WITHIN,
      );
  }
};
