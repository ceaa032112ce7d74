import { TEST_CARDS } from '@piecework/contracts';
import type { Page } from 'playwright-core';
import { type OpenedPage, type Product, signIn, untilMessage, useProduct } from '../../support/browser';
import { PASSWORD, type Person } from '../../support/people';
import {
  chooseProfilePicture,
  countCalls,
  expectCleanConsole,
  fillCard,
  goTo,
  heading,
  loadTimeOf,
  PICTURE,
  press,
  row,
  statistic,
  tokenOf,
  untilCoins,
  untilVisible,
} from '../steps';

const { product, journey } = useProduct({ translated: true });
let admin: Person;
let workers: readonly [Person, Person];
beforeAll(async () => {
  const { newPerson } = product();
  admin = await newPerson('admin');
  workers = [await newPerson('worker', 'Will One'), await newPerson('worker', 'Wes Two')];
});

const TASK = 'Describe ten chairs';
/** The browser's console message for an answer that the test provokes. */
const REFUSED_CARD = /status of 402/;

const register = async ({ page }: OpenedPage) => {
  await page.goto('/register?role=buyer');
  await page.getByLabel('Name').fill('Bella Buyer');
  await page.getByLabel('Email').fill('bella@people.example');
  await chooseProfilePicture(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  expect(await page.getByRole('radio', { name: /^Buyer/ }).isChecked()).toBe(true);
  await press(page, 'Register');
  await page.waitForURL('**/dashboard/buyerHome');
  await page.getByText('No pending data available').waitFor();
  await untilCoins(page, 50);
};

interface Numbers {
  places: number;
  pay: number;
}

const fillTask = async (page: Page, { places, pay }: Numbers) => {
  await page.getByLabel('Task Title').fill(TASK);
  await page.getByLabel('Task Detail').fill('Write one sentence about each chair.');
  await page.getByLabel('Required Workers').fill(String(places));
  await page.getByLabel('Payable Amount').fill(String(pay));
  await page.getByLabel('Completion Date').fill(`${new Date().getUTCFullYear() + 1}-05-17`);
  await page.getByLabel('Submission Info').fill('Ten sentences');
  await page.getByLabel('Task Image').setInputFiles(PICTURE);
  await page.getByText('Picture uploaded.').waitFor();
};

const post = async ({ page }: OpenedPage) => {
  await goTo(page, 'Add new Tasks');
  await fillTask(page, { places: 3, pay: 10 });
  await page.getByRole('region', { name: 'Total cost' }).getByText('30 coins').waitFor();
  await press(page, 'Add Task');
  await page.waitForURL('**/dashboard/buyerTask');
  await untilMessage(page, 'Successfully submitted');
  await row(page, TASK)
    .getByText(`17-5-${new Date().getUTCFullYear() + 1}`)
    .waitFor();
  const picture = row(page, TASK).locator('img');
  await picture.evaluate((image: HTMLImageElement) => image.decode());
  await untilCoins(page, 20);
};

/** Both workers submit while the buyer's page is open. The buyer rejects one in the dialog and approves the other in the table. */
const review = async ({ people, client }: Product, { page }: OpenedPage) => {
  await goTo(page, 'Home');
  await page.getByText('No pending data available').waitFor();
  const [task] = await client.get('listTasks', { as: workers[0] });
  for (const worker of workers) await people.submit(worker, task?._id ?? '', `Ten by ${worker.name}`);

  await press(page, `View Submission: ${TASK} by Will One`);
  const dialog = page.getByRole('dialog', { name: TASK });
  await dialog.getByText('Ten by Will One').waitFor();
  await dialog.getByText('Write one sentence about each chair.').waitFor();
  await dialog.getByRole('button', { name: /^Reject/ }).click();
  const reasons = page.getByRole('dialog', { name: 'Why are you rejecting Will One’s submission?' });
  await reasons.getByLabel(/^Incomplete/).check();
  await reasons.getByLabel(/^Note to the worker/).fill('Two chairs are missing.');
  await reasons.getByRole('button', { name: 'Reject' }).click();
  await untilMessage(page, 'Successfully Rejected The Task');
  await dialog.waitFor({ state: 'detached' });

  await press(page, `Approve: ${TASK} by Wes Two`);
  await untilMessage(page, 'Status Update Successful');
  await page.getByText('No pending data available').waitFor();
  await statistic(page, 'Pending Task').getByText('2', { exact: true }).waitFor();
  expect(await people.balance(workers[0])).toBe(10);
  expect(await people.balance(workers[1])).toBe(20);
  await untilCoins(page, 20);
};

const edit = async ({ page }: OpenedPage) => {
  await goTo(page, "My Task's");
  await page.getByRole('link', { name: `Edit ${TASK}` }).click();
  await heading(page, 'Update task').waitFor();
  await page.getByLabel('Task Title').fill(`${TASK} well`);
  await press(page, 'Update Task');
  await press(page, 'Yes, update it!');
  await untilMessage(page, 'Update Successful');
  await page.waitForURL('**/dashboard/buyerTask');
  await row(page, `${TASK} well`).getByText('onProgress').waitFor();
};

const remove = async ({ page }: OpenedPage) => {
  await press(page, `Delete ${TASK} well`);
  await untilVisible(page, /You get back 20 coins for 2 open places/);
  await untilVisible(page, /can still appeal a rejection, the coins for its place come back later/);
  await untilVisible(page, "You won't be able to revert this!");
  await press(page, 'Yes, delete it!');
  await untilVisible(page, 'Your file has been deleted.');
  await page.getByText('You have no tasks yet').waitFor();
  // Ten stay in escrow while the rejection can be appealed.
  await untilCoins(page, 30);
};

journey(
  'a buyer registers, posts a task, reviews live submissions, edits and deletes it with a refund',
  async (all) => {
    const buyer = await all.newPage();
    await register(buyer);
    const loadTime = await loadTimeOf(buyer.page);
    await post(buyer);
    await review(all, buyer);
    await edit(buyer);
    await remove(buyer);
    expect(await loadTimeOf(buyer.page)).toBe(loadTime);
    expectCleanConsole([buyer]);
  },
);

/** Opens the checkout of a package as a new buyer. */
const openCheckout = async ({ newPage, newPerson }: Product, price: number) => {
  const buyer = await newPerson('buyer');
  const opened = await newPage();
  await signIn(opened.page, buyer);
  await goTo(opened.page, 'Purchase Coin');
  await opened.page.getByRole('link', { name: new RegExp(`for \\$${price}$`) }).click();
  await opened.page.waitForURL(`**/dashboard/checkout/${price}`);
  expect(await opened.page.getByLabel('Email').inputValue()).toBe(buyer.email);
  return { buyer, opened, page: opened.page };
};

/** Expects the processor's error in red below the card field. */
const expectRefusal = async (page: Page, message: RegExp) => {
  const refusal = page.getByText(message);
  await refusal.waitFor();
  const [red, shown] = await refusal.evaluate((element) => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--madder)';
    document.body.append(probe);
    const colors = [getComputedStyle(probe).color, getComputedStyle(element).color];
    probe.remove();
    return colors;
  });
  expect(shown).toBe(red);
  const field = await page.getByLabel('Card number').boundingBox();
  const shownBox = await refusal.boundingBox();
  expect(shownBox?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0));
};

journey('a double click on Pay charges once, and the page shows the credit when it arrives', async (all) => {
  const { page, buyer, opened } = await openCheckout(all, 10);
  const confirmed = countCalls(page, 'POST', /\/payments\/simulated\/confirm$/);
  const stored = countCalls(page, 'POST', /\/storePayment$/);
  await fillCard(page, TEST_CARDS.succeeds);
  await page.getByRole('button', { name: 'Pay $10.00' }).dblclick();
  await untilMessage(page, 'Success!');
  await untilVisible(page, 'Your payment is successful.');
  await page.getByText('recorded', { exact: true }).waitFor();
  expect([confirmed(), stored()]).toEqual([1, 1]);

  const [payment, ...others] = await all.client.get('listPayments', { as: buyer });
  expect(others).toEqual([]);
  await all.client.get('creditPayment', { as: admin, params: { intent: payment?._id ?? '' } });
  await page.getByText('credited', { exact: true }).waitFor();
  await untilCoins(page, 200);

  await page.getByRole('main').getByRole('link', { name: 'Payment history' }).click();
  await row(page, '4242').getByText('credited').waitFor();
  await page.goBack();
  await untilVisible(page, 'Your payment is successful.');
  await page.reload();
  await untilVisible(page, 'Your payment is successful.');
  await page.getByRole('main').getByRole('link', { name: 'Purchase more' }).click();
  await page.getByRole('link', { name: /for \$1$/ }).click();
  await untilVisible(page, /^You paid \$10\.00/);
  expectCleanConsole([opened]);
});

journey('an error after the charge ends at the confirmation, and a second payment is asked about', async (all) => {
  const { page, buyer, opened } = await openCheckout(all, 10);
  const confirmed = countCalls(page, 'POST', /\/payments\/simulated\/confirm$/);
  await page.getByLabel('Card number').waitFor();
  // The confirmation cannot render this row.
  const payments = '**/payments?limit=10';
  await page.route(payments, (route) =>
    route.fulfill({ json: [null], headers: { 'access-control-allow-origin': '*' } }),
  );
  await fillCard(page, TEST_CARDS.succeeds);
  await press(page, 'Pay $10.00');
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  await page.unroute(payments);
  await retry.click();
  await untilVisible(page, 'Your payment is successful.');

  const second = await all.newPage();
  await signIn(second.page, buyer);
  await second.page.goto('/dashboard/checkout/10');
  await untilVisible(second.page, /^You paid \$10\.00/);
  await press(second.page, 'Pay again');
  await second.page.getByLabel('Card number').waitFor();
  expect(confirmed()).toBe(1);
  expect(await all.client.get('listPayments', { as: buyer })).toHaveLength(1);
  expectCleanConsole([opened, second], /TypeError|already registered/);
});

journey('a declined card shows a red error below its field, and another card pays', async (all) => {
  const { page, buyer, opened } = await openCheckout(all, 20);
  await fillCard(page, TEST_CARDS.declined);
  await press(page, 'Pay $20.00');
  await expectRefusal(page, /card was declined/i);
  expect(await all.client.get('listPayments', { as: buyer })).toEqual([]);

  await fillCard(page, TEST_CARDS.succeeds);
  await press(page, 'Pay $20.00');
  await untilVisible(page, 'Your payment is successful.');
  expect(await all.client.get('listPayments', { as: buyer })).toMatchObject([{ amount: 20 }]);
  expectCleanConsole([opened], REFUSED_CARD);
});

journey('a purchase that is interrupted after the charge completes without a second charge', async (all) => {
  const { page, buyer, opened } = await openCheckout(all, 10);
  const charged = countCalls(page, 'POST', /\/payments\/simulated\/confirm$/);
  await page.route('**/storePayment', (route) => route.abort());
  await fillCard(page, TEST_CARDS.succeeds);
  await press(page, 'Pay $10.00');
  await untilVisible(page, /Your payment is safe/);
  await page.unroute('**/storePayment');

  await page.reload();
  await untilVisible(page, 'Your payment is successful.');
  expect(charged()).toBe(1);
  expect(await all.client.get('listPayments', { as: buyer })).toMatchObject([{ amount: 10 }]);
  expectCleanConsole([opened], /ERR_FAILED/);
});

journey('a card with authentication pays only after a successful authentication', async (all) => {
  const { page, buyer, opened } = await openCheckout(all, 1);
  await fillCard(page, TEST_CARDS.authenticates);
  await press(page, 'Pay $1.00');
  await press(page, 'Fail authentication');
  await expectRefusal(page, /unable to authenticate/);
  expect(await all.client.get('listPayments', { as: buyer })).toEqual([]);

  await press(page, 'Pay $1.00');
  await press(page, 'Complete authentication');
  await untilVisible(page, 'Your payment is successful.');
  expect(await all.client.get('listPayments', { as: buyer })).toMatchObject([{ amount: 1, card: '3155' }]);
  expectCleanConsole([opened], REFUSED_CARD);
});

journey('an unaffordable task leads to the packages, and its draft is restored after the purchase', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await signIn(page, await all.newPerson('buyer'));
  await goTo(page, 'Add new Tasks');
  await fillTask(page, { places: 5, pay: 10 });
  await press(page, 'Add Task');
  await untilVisible(page, 'Submission Fail');
  await untilVisible(page, 'Please Purchase coin');
  await page.waitForURL('**/dashboard/buyerPurchaseCoin');
  await untilVisible(page, /you need at least 1 more/);

  await page.getByRole('link', { name: 'Purchase 10 coin for $1' }).click();
  await fillCard(page, TEST_CARDS.succeeds);
  await press(page, 'Pay $1.00');
  await untilVisible(page, 'Your payment is successful.');
  const token = await tokenOf(page);
  const [payment] = await all.client.get('listPayments', { token });
  await all.client.get('creditPayment', { as: admin, params: { intent: payment?._id ?? '' } });
  await untilCoins(page, 60);

  await page.getByRole('link', { name: 'Back to the task' }).click();
  await untilVisible(page, 'We restored your draft.');
  expect(await page.getByLabel('Task Title').inputValue()).toBe(TASK);
  expect(await page.getByLabel('Required Workers').inputValue()).toBe('5');
  await page.getByRole('img', { name: 'The picture you chose' }).waitFor();
  await press(page, 'Add Task');
  await row(page, TASK).waitFor();
  await untilCoins(page, 10);
  expectCleanConsole([opened]);
});

journey('a double click on Add Task posts one task', async ({ newPage, newPerson }) => {
  const opened = await newPage();
  const { page } = opened;
  await signIn(page, await newPerson('buyer'));
  await goTo(page, 'Add new Tasks');
  await fillTask(page, { places: 1, pay: 5 });
  const posted = countCalls(page, 'POST', /\/tasks$/);
  await page.getByRole('button', { name: 'Add Task' }).dblclick();
  await row(page, TASK).waitFor();
  await untilCoins(page, 45);
  expect(posted()).toBe(1);
  expectCleanConsole([opened]);
});
