import type { Page } from 'playwright-core';
import type { Opened, Product } from '../support/browser';
import type { Person } from '../support/people';
import { PIXEL, picture } from '../support/samples';

/** A picture as somebody would choose it from a folder. */
export const PICTURE = { name: 'me.png', mimeType: 'image/png', buffer: PIXEL };

/** The address of a picture that the media service keeps; one of elsewhere would be missing in a page without a network. */
export const pictureOf = async ({ client }: Product, person: Person): Promise<string> =>
  (await client.get('uploadImage', { as: person, ...picture() })).data.display_url;

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Goes to another page of the dashboard without loading it anew. */
export const goTo = (page: Page, label: string): Promise<void> =>
  page
    .getByRole('navigation', { name: /^(Worker|Buyer|Admin) menu$/ })
    .getByRole('link', { name: label, exact: true })
    .click();

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
/** One of a home's large numbers, with its label. */
export const figure = (page: Page, label: string) =>
  page.getByRole('main').getByRole('link').filter({ hasText: label });

/** Waits until the header says that its person owns so much. */
export const untilCoins = (page: Page, coins: number | string): Promise<void> =>
  page.getByRole('banner').getByText(`${coins} coins`, { exact: true }).waitFor();

/** Waits until somebody is told this, in a dialog, a toast or a notice. */
export const untilTold = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

/** Differs after every load of a page. */
export const birthOf = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

/** The access token that the page keeps, to act over the REST API as its person. */
export const tokenOf = async (page: Page): Promise<string> => {
  const token = await page.evaluate(() => localStorage.getItem('access-token'));
  if (!token) throw new Error('Nobody is signed in');
  return token;
};

/** Opens what stands behind the person's name and picks an entry of it. */
export const pickOfAccount = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: /, account$/ }).click();
  await page
    .getByRole('menuitem', { name: entry })
    .or(page.getByRole('menuitemradio', { name: entry }))
    .click();
};

/** What somebody signs in with. */
export const fillAccount = async (page: Page, who: { email: string; password: string }): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
};

/** Fills in the card field of the till. */
export const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('1234');
  await page.getByLabel('Security code').fill('123');
};

/** Counts the calls of a page's browser to the gateway from now on. */
export const countCalls = (page: Page, method: string, path: RegExp): (() => number) => {
  let count = 0;
  page.context().on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) count++;
  });
  return () => count;
};

/** Nothing was said in the console but what the test itself provoked. */
export const expectClean = (pages: readonly Opened[], provoked?: RegExp): void => {
  for (const { said } of pages) expect(said.filter((line) => !provoked?.test(line))).toEqual([]);
};
