import { eventually } from '@piecework/base/testing';
import type { Locator } from 'playwright-core';
import { signIn, untilMessage, useProduct } from '../../support/browser';
import type { Person } from '../../support/people';
import { expectCleanConsole, goTo, heading, pictureOf, press, untilCoins, untilVisible } from '../steps';

const { product, journey } = useProduct({ translated: true });
let buyer: Person;
beforeAll(async () => {
  const { people, newPerson } = product();
  const admin = await newPerson('admin');
  buyer = await newPerson('buyer', 'Bella Buyer');
  await people.enrich(buyer, admin, 1000);
  const taskImageURL = await pictureOf(product(), buyer);
  for (let at = 1; at <= 14; at++)
    await people.post(buyer, { taskTitle: `Birds ${at}`, taskImageURL, requiredWorkers: 1, reserveMinutes: 60 });
});

const textOf = async (element: Locator): Promise<string> =>
  // biome-ignore lint/performance/useDomNodeTextContent: as shown, with the texts of blocks apart
  (await element.innerText()).replace(/\s+/g, ' ').trim();
/** Waits until the element shows `text`, and nothing besides: no old number beside a new one. */
const untilWhole = async (element: Locator, text: string): Promise<void> => {
  await eventually(async () => (await textOf(element)) === text).catch(() => undefined);
  expect(await textOf(element)).toBe(text);
};

journey('the page is translated', async ({ newPage }) => {
  const { page } = await newPage();
  await page.goto('/login');
  await heading(page, 'Welcome back').locator('font font').waitFor();
  expect(await page.getByRole('link', { name: 'Piecework, home' }).locator('font').count()).toBe(0);
});

journey('a worker sees each number once: results, pages, a reservation, a withdrawal', async (all) => {
  const worker = await all.newPerson('worker', 'Will Reads');
  await all.people.earn(worker, buyer, 400);
  const opened = await all.newPage();
  const { page } = opened;
  await signIn(page, worker);

  await goTo(page, 'TaskList');
  await untilWhole(heading(page, /Total/), 'Total Available Task: 14');
  await page.getByLabel('Search tasks').fill('Birds 1');
  await untilWhole(heading(page, /Total/), 'Total Available Task: 6');
  await page.getByLabel('Search tasks').fill('');
  await untilWhole(heading(page, /Total/), 'Total Available Task: 14');
  await press(page, 'Page 2');
  await page.getByRole('article').nth(2).waitFor({ state: 'detached' });
  await page.getByRole('article').first().getByRole('link', { name: 'View Details' }).click();
  await press(page, 'Hold my place for 60 minutes');
  await press(page, 'Release my place');
  await page.getByRole('button', { name: 'Hold my place for 60 minutes' }).waitFor();

  await goTo(page, 'Withdrawals');
  const summary = page.getByRole('region', { name: 'Withdrawal summary' });
  for (const [coins, shown] of [
    ['200', 'You get $10.00. That leaves 210 coins.'],
    ['400', 'You get $20.00. That leaves 10 coins.'],
    ['500', 'You get $25.00. You’re 91 coins short.'],
  ] as const) {
    await page.getByLabel('Coin To WithDraw').fill(coins);
    await untilWhole(summary.locator('p'), shown);
  }

  await page.goto('/dashboard/profile');
  await page.getByLabel('Name').fill('Will Renamed');
  await press(page, 'Save');
  await untilMessage(page, 'Update Successful');
  await page.getByRole('button', { name: 'Will Renamed worker, account' }).getByText('Will Renamed').waitFor();
  expectCleanConsole([opened]);
});

journey('a buyer sees each number once: work that waits, the cost of a task', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  const poster = await all.newPerson('buyer', 'Petra Posts');
  const taskImageURL = await pictureOf(all, poster);
  const task = await all.people.post(poster, { taskImageURL, requiredWorkers: 3, payableAmount: 1 });
  await signIn(page, poster);
  await untilCoins(page, 47);
  for (const name of ['One', 'Two', 'Three']) await all.people.submit(await all.newPerson('worker', name), task);
  for (const waiting of ['3 submissions are', '2 submissions are', 'One submission is']) {
    await untilVisible(page, new RegExp(`^${waiting}`));
    expect(await page.getByText(/waiting for your review/).count()).toBe(1);
    await page
      .getByRole('button', { name: /^Approve: / })
      .first()
      .click();
  }
  await untilVisible(page, 'No pending data available');
  await goTo(page, 'Add new Tasks');
  const cost = page.getByRole('region', { name: 'Total cost' });
  for (const [places, pay, sum, note] of [
    ['5', '2', '10 coins', '5 workers at 2 each'],
    ['1', '20', '20 coins', '1 worker at 20 each'],
    ['2', '20', '40 coins', '2 workers at 20 each'],
    ['2', '', '–', 'Enter workers and pay to see the total.'],
    ['1', '7', '7 coins', '1 worker at 7 each'],
  ] as const) {
    await page.getByLabel('Required Workers').fill(places);
    await page.getByLabel('Payable Amount').fill(pay);
    await cost.getByText(note).waitFor();
    expect(await textOf(cost)).toContain(`Total cost ${sum} ${note} Your balance 47 coins`);
  }

  expectCleanConsole([opened]);
});
