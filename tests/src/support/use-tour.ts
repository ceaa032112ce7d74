import type { Browser, Page } from 'playwright-core';
import { SCREENS, type Screen } from '../browser/screens';
import { launchChromium, type Product, startProduct, testInBrowser } from './browser';
import { createTour, SIZES, type SizeName } from './tour';

const START_WITHIN = 240_000;
const LOOK_WITHIN = 60_000;

/** One look at a screen as it stands in one size. */
export type Look = (page: Page, settle: () => Promise<void>, size: SizeName) => Promise<string[]>;

/** A test for every screen in both sizes, over one product with its demo data: what a look finds is what is wrong. */
export const onEveryScreen = (claim: string, look: Look): void => {
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

  const lookAt = async (screen: Screen): Promise<string[]> => {
    const found: string[] = [];
    for (const size of Object.keys(SIZES) as SizeName[]) {
      if (screen.only && screen.only !== size) continue;
      const page = await tour.show(screen, SIZES[size]);
      found.push(...(await look(page, () => tour.settle(page, screen), size)));
    }
    return found;
  };
  for (const screen of SCREENS.filter(({ isPart }) => !isPart))
    testInBrowser(
      `${screen.visitor}, ${screen.name}: ${claim}`,
      async () => {
        expect(await lookAt(screen)).toEqual([]);
      },
      LOOK_WITHIN,
    );
};
