import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { type OpenedPage, type Product, signIn, untilMessage, useProduct } from '../../support/browser';
import { PASSWORD, type Person } from '../../support/people';
import {
  chooseProfilePicture,
  expectCleanConsole,
  goTo,
  heading,
  loadTimeOf,
  pictureOf,
  press,
  row,
  statistic,
  tokenOf,
  untilCoins,
  untilVisible,
} from '../steps';

const { product, journey } = useProduct({ translated: true });
let admin: Person;
let buyer: Person;
let taskImageURL: string;
beforeAll(async () => {
  admin = await product().newPerson('admin');
  buyer = await product().newPerson('buyer', 'Bella Buyer');
  await product().people.enrich(buyer, admin, 1000);
  taskImageURL = await pictureOf(product(), buyer);
});

const TASK = 'Name the birds';

const register = async ({ page }: OpenedPage) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Register' }).first().click();
  await page.getByLabel('Name').fill('Wanda Worker');
  await page.getByLabel('Email').fill('wanda@people.example');
  await chooseProfilePicture(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  expect(await page.getByRole('radio', { name: /^Worker/ }).isChecked()).toBe(true);
  await press(page, 'Register');
  await page.waitForURL('**/dashboard/workerHome');
  await untilMessage(page, 'Wanda WorkerRegister Successful');
  await heading(page, 'Hi, Welcome Back').waitFor();
  await untilCoins(page, 10);
  const photo = page.getByRole('banner').locator('img');
  await photo.evaluate((image: HTMLImageElement) => image.decode());
  expect(await photo.getAttribute('src')).toContain('/images/');
};

/** P-2.7: as a CSV file, and on paper. */
const keepStatement = async ({ page }: OpenedPage) => {
  await page.goto('/dashboard/statement');
  await row(page, 'Withdrawal approved').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Download CSV')]);
  expect(download.suggestedFilename()).toMatch(/^statement-20[0-9-]+\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8')
    .split('\r\n')
    .filter(Boolean);
  expect(lines).toHaveLength(await page.getByRole('row').count());

  await page.emulateMedia({ media: 'print' });
  for (const hidden of [
    page.getByRole('banner'),
    page.getByRole('navigation'),
    page.getByRole('button', { name: 'Download CSV' }),
    page.getByLabel('Show'),
  ])
    expect(await hidden.first().isVisible()).toBe(false);
  for (const shown of [heading(page, 'Coin statement'), row(page, 'Withdrawal approved'), row(page, TASK)])
    expect(await shown.isVisible()).toBe(true);
  await page.emulateMedia({ media: 'screen' });
};

const submitWork = async ({ page }: OpenedPage) => {
  await page.getByRole('link', { name: 'Find a task' }).first().click();
  await heading(page, 'Total Available Task: 1').waitFor();
  await page.getByRole('article', { name: TASK }).getByRole('link', { name: 'View Details' }).click();
  await heading(page, TASK).waitFor();
  await page.getByLabel('Submission Details').fill('Robin, wren, blackbird');
  await press(page, 'Submit');
  await untilMessage(page, 'Successfully submitted');
  await page.waitForURL('**/dashboard/workerTaskList');
};

/** The buyer approves the only pending submission. */
const approve = async ({ client, people }: Product) => {
  const [submission] = await client.get('listSubmissions', { as: buyer, query: { status: 'pending' } });
  expect(submission).toMatchObject({ workerName: 'Wanda Worker', submissionDetails: 'Robin, wren, blackbird' });
  await people.decide(buyer, submission?._id ?? '', 'approved');
};

/** The worker earns 300 more coins through the REST API. */
const earnMore = async ({ client, people }: Product, worker: OpenedPage) => {
  const taskId = await people.post(buyer, { taskTitle: 'A large one', requiredWorkers: 1, payableAmount: 300 });
  const token = await tokenOf(worker.page);
  const id = await client.insert('createSubmission', { token, body: { taskId, submissionDetails: 'Done' } });
  await people.decide(buyer, id, 'approved');
};

const withdraw = async ({ page }: OpenedPage) => {
  await page.getByLabel('Coin To WithDraw').fill('200');
  expect(await page.getByLabel('Withdraw Amount').inputValue()).toBe('10.00');
  await page.getByLabel('Payment System').selectOption('bkash');
  await page.getByLabel('Account Number').fill('01711000000');
  await press(page, 'Withdraw');
  await untilMessage(page, 'withdrawal Successful');
  await row(page, 'bkash').getByText('pending').waitFor();
};

const payOut = async ({ page }: OpenedPage) => {
  await row(page, 'Wanda Worker')
    .getByRole('button', { name: /Approve/ })
    .click();
  await untilVisible(page, /\$10\.00 by bkash to Wanda Worker/);
  await untilVisible(page, /pay it from the To pay tab/);
  await press(page, 'Yes, update it!');
  await untilVisible(page, 'Your payment status has been updated successfully.');
  await page.getByText('No Withdrawal Request').waitFor();
};

/** P-11.10: the payment fails while the home is open. */
const correctPayout = async ({ client }: Product, { page }: OpenedPage) => {
  await goTo(page, 'Home');
  await statistic(page, 'Total Submission').waitFor();
  const [withdrawal] = await client.get('listWithdrawals', { as: admin, query: { status: 'approved' } });
  const body = { outcome: 'failed', reason: 'There is no such account.' } as const;
  await client.get('decidePayout', { as: admin, params: { id: withdrawal?._id ?? '' }, body });
  const needs = page.getByRole('region', { name: 'Needs you' });
  await needs.getByText('We couldn’t pay $10.00 to bkash •••000.').waitFor();
  await needs.getByRole('button', { name: 'Correct account number' }).click();
  await untilVisible(page, 'There is no such account.');
  await page.getByRole('textbox', { name: 'Account Number' }).fill('01722000000');
  await press(page, 'Save and retry payment');
  await untilMessage(page, 'Account number corrected');
  await needs.waitFor({ state: 'detached' });
};

journey('a worker registers, submits work, is approved, withdraws and is paid, without a page reload', async (all) => {
  await all.people.post(buyer, { taskTitle: TASK, taskImageURL, requiredWorkers: 1 });
  const worker = await all.newPage();
  const { page } = worker;
  await register(worker);
  const loadTime = await loadTimeOf(page);
  await submitWork(worker);

  await goTo(page, 'My Submissions');
  await row(page, TASK).getByText('pending').waitFor();
  await approve(all);
  await row(page, TASK).getByText('approved').waitFor();
  await untilCoins(page, 15);

  await goTo(page, 'Home');
  await row(page, TASK).getByText('approved').waitFor();
  await statistic(page, 'Total Submission').getByText('1', { exact: true }).waitFor();
  await statistic(page, 'Total Earning').getByText('5 coins', { exact: true }).waitFor();

  await goTo(page, 'Withdrawals');
  await page.getByRole('button', { name: 'Insufficient coin' }).waitFor();
  await earnMore(all, worker);
  await untilCoins(page, 315);
  await withdraw(worker);

  const adminTab = await all.newPage();
  await signIn(adminTab.page, admin);
  await payOut(adminTab);
  await row(page, 'bkash').getByText('approved', { exact: true }).waitFor();
  await untilCoins(page, 115);
  await correctPayout(all, worker);
  expect(await loadTimeOf(page)).toBe(loadTime);
  await keepStatement(worker);
  expectCleanConsole([worker, adminTab]);
});

/** 45 megapixels of a phone that was held upright. */
const photo = async () => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 8192, height: 5504, channels: 3, background: '#3a41c6' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer(),
});
const transparent = async () => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 3000, height: 2000, channels: 4, background: '#3a41c680' } })
    .png()
    .toBuffer(),
});
const heic = { name: 'photo.heic', mimeType: 'image/heic', buffer: Buffer.from('....ftypheic') };

journey('pictures of a submission are shrunk before the upload, and sent again after a cut', async (all) => {
  const title = 'Photograph a bridge';
  await all.people.post(buyer, { taskTitle: title, taskImageURL, requiredWorkers: 1 });
  const worker = await all.newPage();
  const { page } = worker;
  await signIn(page, await all.newPerson('worker'));
  const sent: Buffer[] = [];
  await page.route('**/images', async (route) => {
    if (route.request().method() === 'POST') sent.push(route.request().postDataBuffer() ?? Buffer.of());
    if (sent.length === 1) await route.abort('connectionreset');
    else await route.continue();
  });
  await goTo(page, 'TaskList');
  await page.getByRole('article', { name: title }).getByRole('link', { name: 'View Details' }).click();
  const field = page.getByLabel('Add pictures');
  const stored = page.waitForResponse((answer) => answer.url().endsWith('/images') && answer.ok());
  await field.setInputFiles(await photo());
  await untilVisible(page, 'Interrupted. Trying again…');
  expect((await (await stored).json()).data).toMatchObject({ width: 1075, height: 1600 });
  await page.getByAltText('Added picture 1').waitFor();
  expect(sent).toHaveLength(2);
  for (const body of sent) expect(body.length).toBeLessThan(600_000);

  await field.setInputFiles(await transparent());
  await page.getByAltText('Added picture 2').waitFor();
  expect(sent[2]?.subarray(0, 400).toString('latin1')).toContain('Content-Type: image/webp');

  await field.setInputFiles(heic);
  await untilVisible(page, /^This is a HEIC photo/);
  await page.getByLabel('Submission Details').fill('Two bridges');
  await press(page, 'Submit');
  await untilMessage(page, 'Successfully submitted');
  const [submission] = await all.client.get('listSubmissions', {
    token: await tokenOf(page),
    query: { status: 'pending' },
  });
  expect(submission?.attachments).toHaveLength(2);
  expectCleanConsole([worker], /images.*ERR_CONNECTION_RESET|ERR_CONNECTION_RESET.*images/);
});
