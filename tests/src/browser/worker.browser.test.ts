import { type Opened, type Product, signIn, useProduct } from '../support/browser';
import { PASSWORD, type Person } from '../support/people';
import {
  birthOf,
  expectClean,
  figure,
  goTo,
  heading,
  PICTURE,
  pictureOf,
  press,
  row,
  tokenOf,
  untilCoins,
  untilTold,
} from './steps';

const { product, journey } = useProduct();
let admin: Person;
let buyer: Person;
let taskImageURL: string;
beforeAll(async () => {
  admin = await product().newPerson('admin');
  buyer = await product().newPerson('buyer', 'Bella Buyer');
  await product().people.enrich(buyer, admin, 1000);
  taskImageURL = await pictureOf(product(), buyer);
}, 60_000);

const TASK = 'Name the birds';

const register = async ({ page }: Opened) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Register' }).first().click();
  await page.getByLabel('Name').fill('Wanda Worker');
  await page.getByLabel('Email').fill('wanda@people.example');
  await page.getByLabel('Profile picture').setInputFiles(PICTURE);
  await page.getByRole('img', { name: 'The picture you chose' }).waitFor();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  expect(await page.getByLabel('Role').inputValue()).toBe('worker');
  await press(page, 'Register');
  await page.waitForURL('**/dashboard/workerHome');
  await untilTold(page, 'Wanda WorkerRegister Successful');
  await heading(page, 'Hi, Welcome Back').waitFor();
  await untilCoins(page, 10);
  const photo = page.getByRole('banner').locator('img');
  await photo.evaluate((image: HTMLImageElement) => image.decode());
  expect(await photo.getAttribute('src')).toContain('/images/');
};

const handIn = async ({ page }: Opened) => {
  await page.getByRole('link', { name: 'Find a task' }).first().click();
  await heading(page, 'Total Available Task: 1').waitFor();
  await page.getByRole('article', { name: TASK }).getByRole('link', { name: 'View Details' }).click();
  await heading(page, TASK).waitFor();
  await page.getByLabel('Submission Details').fill('Robin, wren, blackbird');
  await press(page, 'Submit');
  await untilTold(page, 'Successfully submitted');
  await page.waitForURL('**/dashboard/workerTaskList');
};

/** The buyer approves the only submission that waits. */
const approve = async ({ client, people }: Product) => {
  const [submission] = await client.get('listSubmissions', { as: buyer, query: { status: 'pending' } });
  expect(submission).toMatchObject({
    workerName: 'Wanda Worker',
    submissionDetails: 'Robin, wren, blackbird',
  });
  await people.decide(buyer, submission?._id ?? '', 'approved');
};

/** The worker earns 300 coins more by a task that they do in another program. */
const earnMore = async ({ client, people }: Product, worker: Opened) => {
  const taskId = await people.post(buyer, {
    taskTitle: 'A large one',
    requiredWorkers: 1,
    payableAmount: 300,
  });
  const token = await tokenOf(worker.page);
  const id = await client.insert('createSubmission', { token, body: { taskId, submissionDetails: 'Done' } });
  await people.decide(buyer, id, 'approved');
};

const withdraw = async ({ page }: Opened) => {
  await page.getByLabel('Coin To WithDraw').fill('200');
  expect(await page.getByLabel('Withdraw Amount').inputValue()).toBe('10.00');
  await page.getByLabel('Payment System').selectOption('bkash');
  await page.getByLabel('Account Number').fill('01711000000');
  await press(page, 'Withdraw');
  await untilTold(page, 'withdrawal Successful');
  await row(page, 'bkash').getByText('pending').waitFor();
};

const payOut = async ({ page }: Opened) => {
  await row(page, 'Wanda Worker')
    .getByRole('button', { name: /Approve/ })
    .click();
  await untilTold(page, /\$10\.00 by bkash to Wanda Worker/);
  await untilTold(page, /Make the payout from your own records/);
  await press(page, 'Yes, update it!');
  await untilTold(page, 'Your payment status has been updated successfully.');
  await page.getByText('No Withdrawal Request').waitFor();
};

journey('a worker registers, works, is approved, withdraws and is paid, in one open page', async (all) => {
  await all.people.post(buyer, { taskTitle: TASK, taskImageURL, requiredWorkers: 1 });
  const worker = await all.newPage();
  const { page } = worker;
  await register(worker);
  const birth = await birthOf(page);
  await handIn(worker);

  await goTo(page, 'My Submissions');
  await row(page, TASK).getByText('pending').waitFor();
  await approve(all);
  await row(page, TASK).getByText('approved').waitFor();
  await untilCoins(page, 15);

  await goTo(page, 'Home');
  await row(page, TASK).getByText('approved').waitFor();
  await figure(page, 'Total Submission').getByText('1', { exact: true }).waitFor();
  await figure(page, 'Total Earning').getByText('5 coins', { exact: true }).waitFor();

  await goTo(page, 'Withdrawals');
  await page.getByRole('button', { name: 'Insufficient coin' }).waitFor();
  await earnMore(all, worker);
  await untilCoins(page, 315);
  await withdraw(worker);

  const office = await all.newPage();
  await signIn(office.page, admin);
  await payOut(office);
  await row(page, 'bkash').getByText('approved').waitFor();
  await untilCoins(page, 115);
  expect(await birthOf(page)).toBe(birth);
  expectClean([worker, office]);
});
