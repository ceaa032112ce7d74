import type { Page } from 'playwright-core';
import type { OpenedPage, Product } from '../support/browser';
import type { Person } from '../support/people';
import { PIXEL, picture } from '../support/samples';

/** A file for a file input. */
export const PICTURE = { name: 'me.png', mimeType: 'image/png', buffer: PIXEL };

export const chooseProfilePicture = async (page: Page): Promise<void> => {
  await page.getByLabel('Profile picture').setInputFiles(PICTURE);
  await page.getByRole('img', { name: 'The picture you chose' }).waitFor();
};

/** Uploads a picture and returns its address: external pictures are unavailable without a network. */
export const pictureOf = async ({ client }: Product, person: Person): Promise<string> =>
  (await client.get('uploadImage', { as: person, ...picture() })).data.display_url;

export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

/** Navigates to another dashboard page on the client. */
export const goTo = (page: Page, label: string): Promise<void> =>
  page
    .getByRole('navigation', { name: /^(Worker|Buyer|Admin) menu$/ })
    .getByRole('link', { name: label, exact: true })
    .click();

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
export const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });
/** A statistic of the dashboard home, by its label. */
export const statistic = (page: Page, label: string) =>
  page.getByRole('main').getByRole('link').filter({ hasText: label });

/** Waits until the header shows this balance. */
export const untilCoins = (page: Page, coins: number | string): Promise<void> =>
  page.getByRole('banner').getByText(`${coins} coins`, { exact: true }).waitFor();

/** Waits until the text is visible, in a dialog, a toast or a notice. */
export const untilVisible = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByText(text).first().waitFor();

/** The page as the shell's server renders it, before the app takes over. */
export const FIRST_VIEW = '#first-view';

/** Waits until the app has replaced the first view, which has the same headings. */
export const untilTakenOver = (page: Page): Promise<void> => page.locator(FIRST_VIEW).waitFor({ state: 'detached' });

/** Changes with every page load. */
export const loadTimeOf = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin);

/** The stored access token, to call the REST API as the signed-in user. */
export const tokenOf = async (page: Page): Promise<string> => {
  const token = await page.evaluate(() => localStorage.getItem('access-token'));
  if (!token) throw new Error('The page has no access token');
  return token;
};

/** Opens the account menu and chooses an entry. */
export const chooseFromAccountMenu = async (page: Page, entry: string): Promise<void> => {
  await page.getByRole('button', { name: /, account$/ }).click();
  await page
    .getByRole('menuitem', { name: entry })
    .or(page.getByRole('menuitemradio', { name: entry }))
    .click();
};

/** Fills in email and password. */
export const fillCredentials = async (page: Page, who: { email: string; password: string }): Promise<void> => {
  await page.getByLabel('Email', { exact: true }).fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
};

/** Fills in the card fields of the checkout. */
export const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry').fill('1234');
  await page.getByLabel('Security code').fill('123');
};

/** Counts matching requests of the page's browser context from now on. */
export const countCalls = (page: Page, method: string, path: RegExp): (() => number) => {
  let count = 0;
  page.context().on('request', (request) => {
    if (request.method() === method && path.test(new URL(request.url()).pathname)) count++;
  });
  return () => count;
};

/** Expects no console messages except the `provoked` ones. */
export const expectCleanConsole = (pages: readonly OpenedPage[], provoked?: RegExp): void => {
  for (const { messages } of pages) expect(messages.filter((line) => !provoked?.test(line))).toEqual([]);
};
