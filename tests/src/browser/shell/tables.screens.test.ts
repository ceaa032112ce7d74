import type { Role } from '@piecework/contracts';
import type { Page } from 'playwright-core';
import { useProduct } from '../../support/browser';
import { demoPerson, signIn } from '../../support/chromium';

// P-15.6, with texts and numbers as long as they may be. The tour of all screens has those of the demo data.

const { journey } = useProduct({ demo: true });

const WIDTHS = [600, 768, 900, 1100, 1280, 1920];
const HEIGHT = 900;
/** In px: a title that is narrower breaks at each word. */
const MIN_TITLE = 100;

const SCREENS: Readonly<Record<Role, readonly string[]>> = {
  worker: ['workerHome', 'workerSubmission', 'workerWithdrawal'],
  buyer: ['buyerHome', 'buyerTask', 'buyerPayment'],
  admin: ['adminHome', 'adminHome?view=due', 'manageUser', 'manageTask', 'adminPayments', 'adminTrail'],
};

const TITLE =
  'Transcribe the handwritten labels of two hundred photographed herbarium sheets of a small regional museum';
const WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
const LONG: Readonly<Record<string, (row: number) => unknown>> = {
  taskTitle: (row) => (row % 2 ? WORD : TITLE),
  userName: () => 'Maximiliana Konstantinopolitanska-Vandersteen',
  workerName: () => 'Maximiliana Konstantinopolitanska-Vandersteen',
  buyerName: () => 'Maximiliana Konstantinopolitanska-Vandersteen',
  userEmail: () => 'extraordinarily.long.mailbox.name.of.somebody@department.of.texts.example.org',
  payableAmount: () => 1_234_567,
  requiredWorkers: () => 1_234_567,
  userAvailableCoin: () => 123_456_789,
  withdrawalCoin: () => 123_456_789,
};

const lengthened = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((row: object, at) =>
        Object.fromEntries(Object.entries(row).map(([name, found]) => [name, LONG[name]?.(at) ?? found])),
      )
    : value;

const lengthenRows = (page: Page) =>
  page.route(
    ({ pathname }) => /^\/(tasks|submissions|users|withdrawals|payments)$/.test(pathname),
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      if (!response.ok()) return route.fulfill({ response });
      return route.fulfill({ response, json: lengthened(await response.json()) });
    },
  );

/** What does not fit: a page that scrolls sideways, a button beyond the edge, a title of single words. */
const findings = (page: Page, minTitle: number): Promise<string[]> =>
  page.evaluate((least) => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const found = scrollWidth > clientWidth ? [`scrolls sideways: ${scrollWidth} in ${clientWidth}`] : [];
    for (const button of document.querySelectorAll('td[data-action] :is(a, button)')) {
      const { left, right, width } = button.getBoundingClientRect();
      if (width > 1 && (left < 0 || right > clientWidth))
        found.push(`beyond the edge: ${button.ariaLabel ?? button.textContent} at ${Math.round(right)}`);
    }
    for (const clamped of document.querySelectorAll('td *')) {
      const { webkitLineClamp, paddingBottom } = getComputedStyle(clamped);
      if (webkitLineClamp !== 'none' && paddingBottom !== '0px')
        found.push(`half a line shows: ${clamped.textContent?.slice(0, 30)}`);
    }
    for (const title of document.querySelectorAll('td[data-primary] > div')) {
      const { width } = title.getBoundingClientRect();
      const text = document.createTreeWalker(title, NodeFilter.SHOW_TEXT).nextNode();
      const range = document.createRange();
      if (text) range.selectNodeContents(text);
      // A date or an amount on one line has the room that it needs.
      if (width < least && range.getClientRects().length > 1)
        found.push(`narrow: ${title.textContent?.slice(0, 30)} in ${Math.round(width)}`);
    }
    return found;
  }, minTitle);

for (const role of Object.keys(SCREENS) as Role[])
  journey(`tables of a ${role} keep their buttons and titles in view from 600 to 1920 px`, async ({ newPage }) => {
    const { page } = await newPage();
    await signIn(page, demoPerson(role));
    await lengthenRows(page);
    const found: string[] = [];
    for (const path of SCREENS[role]) {
      await page.goto(`/dashboard/${path}`);
      await page.locator('main table[aria-busy="false"]').first().waitFor();
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        // The observer of the frame runs after the layout.
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))));
        found.push(...(await findings(page, MIN_TITLE)).map((finding) => `${path}, ${width}: ${finding}`));
      }
    }
    expect(found).toEqual([]);
  });
