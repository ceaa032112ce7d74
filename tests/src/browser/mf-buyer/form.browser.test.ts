import { readFile } from 'node:fs/promises';
import { eventually } from '@piecework/base/testing';
import type { Page } from 'playwright-core';
import { type OpenedPage, type Product, signIn, untilMessage, useProduct } from '../../support/browser';
import { PHONE } from '../../support/chromium';
import { press as pressKey, tabTo, type, typeInto, untilFocused } from '../../support/keyboard';
import type { Person } from '../../support/people';
import { expectCleanConsole, PICTURE, press, untilCoins, untilVisible } from '../steps';

const { journey } = useProduct({ translated: true });

const builder = (page: Page) => page.getByRole('group', { name: 'Form', exact: true });

/** Adds a field with the keyboard: the focus is in front of the kinds, and then in its label. */
const add = async (page: Page, kind: string, label: string) => {
  await tabTo(page, kind);
  await pressKey(page, 'Enter');
  await untilFocused(page, /^Label$/);
  await type(page, label);
};

/** By keyboard alone. */
const buildForm = async (page: Page) => {
  await page.getByRole('radio', { name: /^With a text/ }).focus();
  await pressKey(page, 'ArrowRight');
  await builder(page).waitFor();
  await add(page, 'Short text', 'Shop');
  await add(page, 'Number', 'Total');
  await typeInto(page, /^Smallest value/, '0');
  await typeInto(page, /^Digits behind/, '2');
  await add(page, 'Date', 'Day');
  // Tab would stop at Chromium's own button in a date input, which has no outline.
  await builder(page).getByRole('button', { name: 'Short text', exact: true }).focus();
  await add(page, 'One choice', 'মুদ্রা');
  await typeInto(page, 'Options', 'Taka\nEuro');
  await tabTo(page, 'Advanced');
  await pressKey(page, 'Enter');
  await typeInto(page, 'Name in downloads', 'currency');
  await add(page, 'Several choices', 'Goods');
  await typeInto(page, 'Options', 'Rice\nSalt\nOil');
  await typeInto(page, /^Most to choose/, '2');
  await add(page, 'Picture', 'Receipt');
  await add(page, 'Long text', 'Note');
  await tabTo(page, 'Workers have to answer this');
  await pressKey(page, ' ');
  await tabTo(page, 'Move up: Note', 'Shift+Tab');
  await pressKey(page, 'Enter', 'Enter');
  await untilVisible(page, 'Note is now field 5 of 7.');
  await untilFocused(page, /^Move up: Note$/);
};

/** The handle of the first field, past the second one and back. */
const dragFirst = async (page: Page) => {
  const titles = () => builder(page).locator('[data-field] strong').allTextContents();
  const handle = builder(page).getByTitle('Drag to reorder').first();
  await handle.scrollIntoViewIfNeeded();
  const box = await handle.boundingBox();
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
  const second = await builder(page).locator('[data-field]').nth(1).boundingBox();
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, (second?.y ?? 0) + (second?.height ?? 0) - 4, { steps: 5 });
  expect((await titles()).slice(0, 2)).toEqual(['1. Total', '2. Shop']);
  await page.mouse.move(x, y - 20, { steps: 5 });
  await page.mouse.up();
  expect((await titles()).slice(0, 2)).toEqual(['1. Shop', '2. Total']);
};

const post = async ({ page }: OpenedPage) => {
  await page.goto('/dashboard/buyerAddTask');
  await page.getByLabel('Task Title').fill('Type a receipt');
  await page.getByLabel('Task Detail').fill('Any receipt that you have.');
  await page.getByLabel('Required Workers').fill('1');
  await page.getByLabel('Payable Amount').fill('9');
  await page.getByLabel('Completion Date').fill(`${new Date().getUTCFullYear() + 1}-05-17`);
  await page.getByLabel('Submission Info').fill('Your answers in the form');
  await page.getByLabel('Task Image').setInputFiles(PICTURE);
  await page.getByText('Picture uploaded.').waitFor();
  await buildForm(page);
  await page.reload();
  await untilVisible(page, 'We restored your draft.');
  await page.locator('[data-field]').nth(6).waitFor();
  await dragFirst(page);
  const preview = page.getByRole('complementary', { name: 'As workers see it' });
  await preview.getByLabel('Total').fill('-1');
  await press(page, 'Try it');
  await preview.getByText('This answer must be at least 0').waitFor();
  await press(page, 'Add Task');
  await page.waitForURL('**/dashboard/buyerTask');
  await untilMessage(page, 'Successfully submitted');
  await untilCoins(page, 41);
};

const answer = async ({ page }: OpenedPage, worker: Person, id: string) => {
  await signIn(page, worker);
  await page.goto(`/dashboard/workerTaskList/${id}`);
  await page.getByLabel('Shop').fill('Corner shop');
  await page.getByLabel('Total').fill('41.505');
  await page.getByLabel('Day').fill('2026-02-03');
  await page.getByRole('radio', { name: 'Euro' }).check();
  for (const goods of ['Oil', 'Rice']) await page.getByRole('checkbox', { name: goods }).check();
  await page.getByLabel('Receipt', { exact: true }).setInputFiles(PICTURE);
  await page.getByAltText('Added picture 1').waitFor();
  await press(page, 'Submit');
  await untilVisible(page, 'This answer can have at most 2 digits behind the point');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  await page.reload();
  await page.getByAltText('Added picture 1').waitFor();
  expect(await page.getByLabel('Total').inputValue()).toBe('41.505');
  expect(await page.getByRole('radio', { name: 'Euro' }).isChecked()).toBe(true);
  await page.getByLabel('Total').fill('1,041.50');
  await press(page, 'Submit');
  await untilMessage(page, 'Successfully submitted');
};

const approve = async ({ page }: OpenedPage) => {
  await page.goto('/dashboard/buyerReview');
  const work = page.getByRole('article', { name: 'Submission by Wes Worker' });
  for (const text of ['Corner shop', '1041.50', 'Euro', 'Rice, Oil'])
    await work.getByText(text, { exact: true }).waitFor();
  await work.getByRole('button', { name: /^Enlarge/ }).waitFor();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await press(page, 'Send now');
  await untilVisible(page, 'Nothing to review');
};

const expectDownload = async ({ page }: OpenedPage, id: string) => {
  await page.goto(`/dashboard/buyerTask/${id}`);
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download CSV')]);
  const [head = '', row = ''] = (await readFile(await download.path(), 'utf8')).split('\r\n');
  const columns = ['shop', 'total', 'day', 'currency', 'note', 'goods', 'receipt'].map((name) => `answer.${name}`);
  expect(head.split(',').slice(-columns.length)).toEqual(columns);
  expect(row).toMatch(/,Corner shop,1041\.50,2026-02-03,Euro,,Rice Oil,http\S+$/);
};

journey('a buyer builds a form by keyboard, a worker answers it on a phone, and is paid', async (product: Product) => {
  const buyer = await product.newPerson('buyer');
  const worker = await product.newPerson('worker', 'Wes Worker');
  const desk = await product.newPage({ acceptDownloads: true });
  await signIn(desk.page, buyer);
  await post(desk);
  const [task] = await product.client.get('listTasks', { as: buyer, query: { mine: '1' } });
  const id = task?._id ?? '';

  const phone = await product.newPage({ viewport: PHONE, hasTouch: true });
  await answer(phone, worker, id);
  await approve(desk);
  await eventually(async () => (await product.people.balance(worker)) === 19, 'the worker to be paid');
  await expectDownload(desk, id);
  expectCleanConsole([desk, phone]);
});
