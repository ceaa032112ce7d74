import { signIn, useProduct } from '../../support/browser';
import type { Person } from '../../support/people';
import {
  countCalls,
  expectCleanConsole,
  goTo,
  heading,
  pictureOf,
  press,
  row,
  untilCoins,
  untilVisible,
} from '../steps';

const { product, journey } = useProduct({ translated: true });
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  admin = await product().newPerson('admin');
  buyer = await product().newPerson('buyer', 'Bella Buyer');
  await product().people.enrich(buyer, admin, 1000);
});

/** Signs in with a new browser context. */
const pageOf = async (person: Person) => {
  const opened = await product().newPage();
  await signIn(opened.page, person);
  return opened;
};

journey('a user whose role changes sees a notice, is redirected home and can use the new role', async (all) => {
  const person = await all.newPerson('worker', 'Rosa Role');
  const open = await pageOf(person);
  await goTo(open.page, 'Withdrawals');
  const adminTab = await pageOf(admin);
  await goTo(adminTab.page, 'Manage Users');
  const select = adminTab.page.getByLabel('Role of Rosa Role');
  await select.selectOption('buyer');
  await untilVisible(adminTab.page, /changes from Worker to Buyer/);
  await press(adminTab.page, 'Cancel');
  await select.and(adminTab.page.locator('[aria-busy=false]')).waitFor();
  expect(await select.inputValue()).toBe('worker');

  await select.selectOption('buyer');
  await press(adminTab.page, 'Yes, update it!');
  await untilVisible(adminTab.page, 'Your role has been updated successfully.');
  expect(await select.inputValue()).toBe('buyer');

  await open.page.waitForURL('**/dashboard/buyerHome');
  await untilVisible(open.page, 'Your role has changed. You’re now a buyer, and your balance was reset to 50 coins.');
  await untilCoins(open.page, 50);
  await goTo(open.page, "My Task's");
  await open.page.getByText('You have no tasks yet').waitFor();
  expectCleanConsole([open, adminTab]);
});

journey('an approved withdrawal above the balance is canceled, and the worker sees it live', async (all) => {
  const poor = await all.newPerson('worker', 'Paul Poor');
  await all.client.insert('createWithdrawal', { as: poor, body: { withdrawalCoin: 200, paymentSystem: 'nagad' } });
  const open = await pageOf(poor);
  await goTo(open.page, 'Withdrawals');
  await row(open.page, 'nagad').getByText('pending').waitFor();

  const adminTab = await pageOf(admin);
  await row(adminTab.page, 'Paul Poor')
    .getByRole('button', { name: /^pending Approve/ })
    .click();
  await press(adminTab.page, 'Yes, update it!');
  await untilVisible(adminTab.page, 'User has insufficient coins');
  await untilVisible(adminTab.page, 'The request has been canceled.');
  await adminTab.page.getByText('No Withdrawal Request').waitFor();
  await row(open.page, 'nagad').getByText('canceled', { exact: true }).waitFor();
  await untilCoins(open.page, 10);
  expectCleanConsole([open, adminTab]);
});

journey('an admin approves a withdrawal once, and another admin sees it live', async (all) => {
  const rich = await all.newPerson('worker', 'Rita Rich');
  await all.people.earn(rich, buyer, 300);
  const adminTab = await pageOf(admin);
  const other = await pageOf(await all.newPerson('admin', 'Otto Other'));
  await adminTab.page.getByText('No Withdrawal Request').waitFor();
  await all.client.insert('createWithdrawal', { as: rich, body: { withdrawalCoin: 300, paymentSystem: 'rocket' } });
  const approve = row(adminTab.page, 'Rita Rich').getByRole('button', { name: /^pending Approve/ });
  await approve.waitFor();
  const decided = countCalls(adminTab.page, 'PATCH', /\/withdrawals\//);
  await approve.click();
  await untilVisible(adminTab.page, /\$15\.00 by rocket to Rita Rich \(300 coins\)/);
  await adminTab.page.getByRole('button', { name: 'Yes, update it!' }).dblclick();
  await untilVisible(adminTab.page, 'Your payment status has been updated successfully.');
  expect(decided()).toBe(1);
  await row(other.page, 'Rita Rich').getByText('approved').waitFor();
  expect(await all.people.balance(rich)).toBe(10);

  await adminTab.page.getByRole('radio', { name: 'Approved' }).click();
  await row(adminTab.page, 'Rita Rich').getByText('$15.00').waitFor();
  expectCleanConsole([adminTab, other]);
});

journey('a deleted user is signed out of the open page, which shows the reason', async (all) => {
  const person = await all.newPerson('worker', 'Dora Deleted');
  const open = await pageOf(person);
  await heading(open.page, 'Hi, Welcome Back').waitFor();
  const adminTab = await pageOf(admin);
  await goTo(adminTab.page, 'Manage Users');
  await adminTab.page.getByLabel('Search by name or email').fill('Dora');
  await adminTab.page.getByText('1 user found').waitFor();
  await press(adminTab.page, 'Delete Dora Deleted');
  await untilVisible(adminTab.page, "You won't be able to revert this!");
  await press(adminTab.page, 'Yes, delete it!');
  await untilVisible(adminTab.page, 'Your file has been deleted.');
  await adminTab.page.getByText('No user available').waitFor();

  await open.page.waitForURL('**/login');
  await untilVisible(open.page, /account (has been|is) closed/);
  expect(await open.page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
  await open.page.getByLabel('Email', { exact: true }).fill(person.email);
  await open.page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(open.page, 'Login');
  await untilVisible(open.page, 'Login unsuccessful');
  expect(new URL(open.page.url()).pathname).toBe('/login');
  expectCleanConsole([adminTab]);
  expectCleanConsole([open], /status of 40[013]/);
});

journey('a task that an admin deletes disappears from all lists, and its buyer is refunded', async (all) => {
  const poster = await all.newPerson('buyer', 'Tom Tasks');
  const taskImageURL = await pictureOf(all, poster);
  const taskTitle = 'Against the rules';
  await all.people.post(poster, { taskTitle, taskImageURL, requiredWorkers: 4, payableAmount: 10 });
  const open = await pageOf(poster);
  await goTo(open.page, "My Task's");
  await row(open.page, taskTitle).waitFor();
  await untilCoins(open.page, 10);
  const workerTab = await pageOf(await all.newPerson('worker', 'Lars Looks'));
  await goTo(workerTab.page, 'TaskList');
  await workerTab.page.getByRole('article', { name: taskTitle }).waitFor();

  const adminTab = await pageOf(admin);
  await goTo(adminTab.page, 'Manage Task');
  await press(adminTab.page, `Delete ${taskTitle}`);
  await untilVisible(adminTab.page, /40 coins are refunded to Tom Tasks: 4 open × 10/);
  await adminTab.page.getByLabel('Reason').fill('It is against the rules.');
  await press(adminTab.page, 'Yes, delete it!');
  await untilVisible(adminTab.page, 'Your file has been deleted.');
  await row(adminTab.page, taskTitle).waitFor({ state: 'detached' });

  await untilCoins(open.page, 50);
  await open.page.getByText('You have no tasks yet').waitFor();
  await workerTab.page.getByText('Closed by the buyer').waitFor();
  expectCleanConsole([open, workerTab, adminTab]);
});

journey('a double click on Credit credits a payment once', async (all) => {
  const payer = await all.newPerson('buyer', 'Petra Pays');
  const intent = await all.people.pay(payer, 10);
  const open = await pageOf(payer);
  await goTo(open.page, 'Payment history');
  await row(open.page, '$10.00').getByText('recorded').waitFor();

  const adminTab = await pageOf(admin);
  await goTo(adminTab.page, 'Payments');
  const credited = countCalls(adminTab.page, 'POST', /\/credit$/);
  const button = adminTab.page.getByRole('button', { name: `Credit 150 coins to ${payer.email}` });
  await button.click();
  await untilVisible(adminTab.page, `150 coins to ${payer.email} for $10.00`);
  await adminTab.page.getByRole('button', { name: 'Yes, update it!' }).dblclick();
  await untilVisible(adminTab.page, `150 coins were credited to ${payer.email}.`);
  await button.waitFor({ state: 'detached' });
  expect(credited()).toBe(1);

  await row(open.page, '$10.00').getByText('credited').waitFor();
  await untilCoins(open.page, 200);
  const again = await all.client.get('creditPayment', { as: admin, params: { intent } });
  expect(again).toEqual({ modifiedCount: 0 });
  expect(await all.people.balance(payer)).toBe(200);
  expectCleanConsole([open, adminTab]);
});

journey('a row of Manage Users and the search lead to the person, and a note stays', async (all) => {
  const person = await all.newPerson('worker', 'Nora Noted');
  const { page, ...opened } = await pageOf(admin);
  await goTo(page, 'Manage Users');
  // Beside the name: the whole row is the target.
  await row(page, 'Nora Noted').getByRole('cell').nth(2).click({ force: true });
  await page.waitForURL(`**/dashboard/person/${person.userId}`);
  await heading(page, 'Nora Noted').waitFor();
  await page.getByLabel('New note').fill('Wrote about a lost phone.');
  await press(page, 'Add note');
  await untilVisible(page, 'Wrote about a lost phone.');

  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill(person.email);
  await untilVisible(page, '1 result');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await heading(page, 'Nora Noted').waitFor();
  await page.getByRole('radio', { name: 'Trail' }).click();
  await row(page, 'Added a note').waitFor();
  expectCleanConsole([{ page, ...opened }]);
});
