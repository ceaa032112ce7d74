import { TEST_CARDS } from '@piecework/contracts';
import type { Page } from 'playwright-core';
import { type Product, signIn, untilMessage, useProduct } from '../../support/browser';
import { focused, press, tabTo, type, typeInto, untilFocused } from '../../support/keyboard';
import { PASSWORD, type Person } from '../../support/people';
import { PICTURE, pictureOf, untilCoins, untilVisible } from '../steps';

const { journey } = useProduct();

/** Signs in and opens a dashboard page. */
const at = async ({ newPage }: Product, who: Person, path: string): Promise<Page> => {
  const { page } = await newPage();
  await signIn(page, who);
  await page.goto(`/dashboard/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
};
/** Waits for the page, which moves the focus to its main element. */
const untilPageFocused = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === 'main');
};
const dialog = (page: Page) => page.getByRole('dialog');
const isOpen = (page: Page) => dialog(page).waitFor();
const isClosed = (page: Page) => dialog(page).waitFor({ state: 'detached' });
const post = async (product: Product, buyer: Person, changes: Record<string, unknown> = {}) =>
  product.people.post(buyer, { taskImageURL: await pictureOf(product, buyer), ...changes });
const TITLE = 'Name the birds in ten pictures';

journey('by keyboard: register, log out by the account menu, and sign in', async ({ newPage }) => {
  const { page } = await newPage();
  await page.goto('/register');
  await page.getByLabel('Name').waitFor();
  await tabTo(page, /^Worker/);
  await press(page, 'ArrowDown', 'ArrowUp');
  await untilFocused(page, /^Worker/);
  await typeInto(page, 'Name', 'Kay Board');
  await typeInto(page, 'Email', 'kay@people.example');
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, /Profile picture|Choose a picture/);
  await press(page, 'Enter');
  await (await chooser).setFiles(PICTURE);
  await typeInto(page, /^Password/, PASSWORD);
  await tabTo(page, 'Register');
  await press(page, 'Enter');
  await page.waitForURL('**/dashboard/workerHome');
  await untilPageFocused(page);

  await tabTo(page, /, account$/);
  await press(page, 'Enter');
  await untilFocused(page, /Profile/);
  await press(page, 'End', 'Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));

  await page.goto('/login');
  await page.getByLabel('Email').waitFor();
  await typeInto(page, 'Email', 'kay@people.example');
  await typeInto(page, /^Password/, PASSWORD);
  await press(page, 'Enter');
  await page.waitForURL('**/dashboard/workerHome');
});

journey('by keyboard: use the skip link, open a task and submit work', async (product) => {
  await post(product, await product.newPerson('buyer'));
  const page = await at(product, await product.newPerson('worker'), 'workerTaskList');
  await page.getByRole('link', { name: /View Details/ }).waitFor();
  await press(page, 'Tab');
  expect(await focused(page)).toMatchObject({ name: 'Skip to content', hasOutline: true, isInView: true });
  await press(page, 'Enter');
  // The next stop is in the page, after the menu.
  await press(page, 'Tab');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
  await tabTo(page, /View Details/);
  await press(page, 'Enter');
  await page.waitForURL(/workerTaskList\/.+/);
  await page.getByLabel('Submission Details').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');

  await tabTo(page, 'Submit');
  await press(page, 'Enter');
  await untilVisible(page, 'Submission Details URL is required');
  await untilFocused(page, /^Submission Details/);
  await type(page, 'Robin, wren, blackbird');
  await tabTo(page, 'Submit');
  await press(page, 'Enter');
  await untilMessage(page, 'Successfully submitted');
  await page.waitForURL('**/dashboard/workerTaskList');
});

journey('by keyboard: read a submission, approve it by its key, reject another with a reason', async (product) => {
  const [buyer, ...workers] = [
    await product.newPerson('buyer'),
    await product.newPerson('worker', 'Wanda First'),
    await product.newPerson('worker', 'Wim Second'),
  ] as const;
  const task = await post(product, buyer);
  for (const worker of workers) await product.people.submit(worker, task);
  const page = await at(product, buyer, 'buyerHome');
  await tabTo(page, /^View Submission: .* Wim/);
  await press(page, 'Enter');
  await isOpen(page);
  await press(page, 'Escape');
  await isClosed(page);
  await untilFocused(page, /^View Submission: .* Wim/);
  await press(page, 'Enter');
  await isOpen(page);
  await page.locator('dialog [data-read="true"]').waitFor();
  await press(page, 'a');
  await isClosed(page);
  await page.getByRole('row', { name: /Wim/ }).getByText('approved').waitFor();
  await tabTo(page, /^Reject: .* Wanda/);
  await press(page, 'Enter');
  await isOpen(page);
  await untilFocused(page, /^Incomplete/);
  await press(page, '3');
  await untilMessage(page, 'Successfully Rejected The Task');
  await untilFocused(page, /^View Submission/);
});

journey('by keyboard: buy coins', async (product) => {
  const page = await at(product, await product.newPerson('buyer'), 'buyerPurchaseCoin');
  await tabTo(page, 'Purchase 150 coin for $10');
  await press(page, 'Enter');
  await page.waitForURL('**/dashboard/checkout/10');
  await page.getByLabel('Card number').waitFor();
  await typeInto(page, 'Card number', TEST_CARDS.declined);
  await typeInto(page, 'Expiry', '1234');
  await typeInto(page, 'Security code', '123');
  await press(page, 'Enter');
  await page
    .getByRole('alert')
    .getByText(/declined/)
    .waitFor();
  await untilFocused(page, /^Card number/);
  await press(page, 'Control+A');
  await type(page, '4000002500003155');
  await press(page, 'Enter');
  await isOpen(page);
  await tabTo(page, 'Complete authentication');
  await press(page, 'Enter');
  await untilVisible(page, 'Your payment is successful.');
});

journey('by keyboard: cancel the deletion of a task, then delete it', async (product) => {
  const buyer = await product.newPerson('buyer');
  await post(product, buyer);
  const page = await at(product, buyer, 'buyerTask');
  await tabTo(page, `Delete ${TITLE}`);
  await press(page, 'Enter');
  await isOpen(page);
  // Cancel has the focus, so that a repeated Enter deletes nothing.
  await untilFocused(page, /^Cancel$/);
  await press(page, 'Escape');
  await isClosed(page);
  await untilFocused(page, /^Delete Name/);
  await press(page, 'Enter');
  await isOpen(page);
  await tabTo(page, 'Yes, delete it!');
  await press(page, 'Enter');
  await untilVisible(page, 'Deleted!');
  await page.getByText(TITLE).waitFor({ state: 'detached' });
  await page.waitForFunction(() => document.activeElement?.closest('main'));
  await untilCoins(page, 50);
});

journey('by keyboard: change a role, and process a withdrawal', async (product) => {
  const worker = await product.newPerson('worker', 'Wera Worker');
  const buyer = await product.newPerson('buyer', 'Berta Buyer');
  const admin = await product.newPerson('admin');
  await product.people.enrich(buyer, admin, 1000);
  await product.people.earn(worker, buyer, 400);
  await product.client.insert('createWithdrawal', {
    as: worker,
    body: { withdrawalCoin: 200, paymentSystem: 'bkash' },
  });
  const page = await at(product, admin, 'adminHome');
  // Anchored: the page's main element, which may get the focus meanwhile, has the text as well.
  await tabTo(page, /^pending\s*Approve the withdrawal of Wera Worker$/);
  await press(page, 'Enter');
  await isOpen(page);
  await press(page, 'Enter');
  await untilVisible(page, 'Your payment status has been updated successfully.');

  await page.goto('/dashboard/manageUser');
  await page.getByLabel('Role of Berta Buyer').waitFor();
  await tabTo(page, 'Role of Berta Buyer');
  await type(page, 'W');
  await isOpen(page);
  await press(page, 'Escape');
  await isClosed(page);
  await untilFocused(page, /^Role of Berta Buyer$/);
  expect(await page.getByLabel('Role of Berta Buyer').inputValue()).toBe('buyer');
  await type(page, 'W');
  await isOpen(page);
  await press(page, 'Enter');
  await untilVisible(page, 'Your role has been updated successfully.');
});

journey('by keyboard: the account menu, the theme, and the dialogs behind it', async (product) => {
  const page = await at(product, await product.newPerson('worker'), 'workerHome');
  await tabTo(page, /, account$/);
  await press(page, 'ArrowDown');
  await page.getByRole('menu').waitFor();
  await press(page, 'Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await untilFocused(page, /, account$/);

  await press(page, 'Enter', 'd', 'Enter');
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  await untilFocused(page, /, account$/);

  for (const [letter, title] of [
    ['a', 'About Piecework'],
    ['c', 'Change password'],
  ] as const) {
    await press(page, 'Enter', letter);
    // Another entry, Coin statement, begins with the same letter.
    if (!(await focused(page)).name.startsWith(title)) await press(page, letter);
    await press(page, 'Enter');
    await page.getByRole('dialog', { name: title }).waitFor();
    // The page behind a dialog is not focusable.
    for (let stop = 0; stop < 8; stop++) {
      await press(page, 'Tab');
      expect(
        await page.evaluate(
          () => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
        ),
      ).toBe(true);
    }
    await press(page, 'Escape');
    await isClosed(page);
    await untilFocused(page, /, account$/);
  }
});

/** The carousel of the newest tasks on the home page. */
const hero = (page: Page) => page.getByRole('region', { name: 'Newest tasks' });
const shownSlide = (page: Page) =>
  hero(page).locator('[aria-roledescription="slide"]:not([inert])').getAttribute('aria-label');
/** Longer than the autoplay delay of a slide. */
const LONGER_THAN_A_SLIDE_MS = 3500;
const isStill = async (page: Page): Promise<boolean> => {
  const before = await shownSlide(page);
  await page.waitForTimeout(LONGER_THAN_A_SLIDE_MS);
  return (await shownSlide(page)) === before;
};

journey('the carousel plays automatically, pauses on focus, on its button and with reduced motion', async (product) => {
  const buyer = await product.newPerson('buyer');
  for (const count of [1, 2, 3])
    await post(product, buyer, { taskTitle: `Task ${count}`, requiredWorkers: 1, payableAmount: 1 });
  const { page } = await product.newPage({ reducedMotion: 'no-preference' });
  await page.goto('/');
  await hero(page).scrollIntoViewIfNeeded();
  const first = await shownSlide(page);
  await page.waitForFunction(
    (label) => document.querySelector('[aria-roledescription="slide"]:not([inert])')?.ariaLabel !== label,
    first,
  );

  await tabTo(page, 'Pause');
  expect(await isStill(page)).toBe(true);
  await press(page, 'Enter');
  await untilFocused(page, /^Play$/);
  await tabTo(page, 'Login', 'Shift+Tab');
  expect(await isStill(page)).toBe(true);

  const reducedMotion = (await product.newPage({ reducedMotion: 'reduce' })).page;
  await reducedMotion.goto('/');
  await hero(reducedMotion).scrollIntoViewIfNeeded();
  await hero(reducedMotion).getByRole('button', { name: 'Play' }).waitFor();
  expect(await isStill(reducedMotion)).toBe(true);
});

journey('live regions announce a decision, the balance and an error', async (product) => {
  const worker = await product.newPerson('worker');
  const buyer = await product.newPerson('buyer');
  const submission = await product.people.submit(worker, await post(product, buyer));
  const page = await at(product, worker, 'workerSubmission');
  const status = page.getByRole('status');
  await page.getByText('pending', { exact: true }).first().waitFor();
  await page.getByTitle('Live', { exact: true }).waitFor();
  await product.people.decide(buyer, submission, 'approved');
  await status.getByText(/was approved: 5 coins/).waitFor({ state: 'attached' });
  await status.getByText('15 coins').waitFor({ state: 'attached' });

  const { page: outside } = await product.newPage();
  await outside.goto('/login');
  await outside.getByLabel('Email', { exact: true }).fill(worker.email);
  await outside.getByLabel('Password', { exact: true }).fill('Wrong-1-password');
  await press(outside, 'Enter');
  await outside.getByRole('alert').first().waitFor();
});
