import { signIn, useProduct } from '../support/browser';
import type { Person } from '../support/people';
import {
  countCalls,
  expectClean,
  goTo,
  heading,
  pictureOf,
  press,
  row,
  untilCoins,
  untilTold,
} from './steps';

const { product, journey } = useProduct();
let admin: Person;
let buyer: Person;
beforeAll(async () => {
  admin = await product().newPerson('admin');
  buyer = await product().newPerson('buyer', 'Bella Buyer');
  await product().people.enrich(buyer, admin, 1000);
}, 60_000);

/** A page of somebody who is signed in, in a browser of their own. */
const pageOf = async (person: Person) => {
  const opened = await product().newPage();
  await signIn(opened.page, person);
  return opened;
};

journey('somebody whose role is changed is told and led home, and works on in the new role', async (all) => {
  const person = await all.newPerson('worker', 'Rosa Role');
  const open = await pageOf(person);
  await goTo(open.page, 'Withdrawals');
  const office = await pageOf(admin);
  await goTo(office.page, 'Manage Users');
  const select = office.page.getByLabel('Role of Rosa Role');
  await select.selectOption('buyer');
  await untilTold(office.page, /changes from Worker to Buyer/);
  await press(office.page, 'Cancel');
  await select.and(office.page.locator('[aria-busy=false]')).waitFor();
  expect(await select.inputValue()).toBe('worker');

  await select.selectOption('buyer');
  await press(office.page, 'Yes, update it!');
  await untilTold(office.page, 'Your role has been updated successfully.');
  expect(await select.inputValue()).toBe('buyer');

  await open.page.waitForURL('**/dashboard/buyerHome');
  await untilTold(
    open.page,
    'Your role has been changed: you are now a buyer, and your balance has been reset to 50 coins.',
  );
  await untilCoins(open.page, 50);
  await goTo(open.page, "My Task's");
  await open.page.getByText('You have no tasks yet').waitFor();
  expectClean([open, office]);
});

journey('the withdrawal of a worker with too few coins is canceled, and the worker sees it', async (all) => {
  const poor = await all.newPerson('worker', 'Paul Poor');
  await all.client.insert('createWithdrawal', {
    as: poor,
    body: { withdrawalCoin: 200, paymentSystem: 'nagad' },
  });
  const open = await pageOf(poor);
  await goTo(open.page, 'Withdrawals');
  await row(open.page, 'nagad').getByText('pending').waitFor();

  const office = await pageOf(admin);
  await row(office.page, 'Paul Poor')
    .getByRole('button', { name: /^pending Approve/ })
    .click();
  await press(office.page, 'Yes, update it!');
  await untilTold(office.page, 'User has insufficient coins');
  await untilTold(office.page, 'The request has been canceled.');
  await office.page.getByText('No Withdrawal Request').waitFor();
  await row(open.page, 'nagad').getByText('canceled').waitFor();
  await untilCoins(open.page, 10);
  expectClean([open, office]);
});

journey('a withdrawal is approved once, in an office with two admins', async (all) => {
  const rich = await all.newPerson('worker', 'Rita Rich');
  await all.people.earn(rich, buyer, 300);
  const office = await pageOf(admin);
  const other = await pageOf(await all.newPerson('admin', 'Otto Other'));
  await office.page.getByText('No Withdrawal Request').waitFor();
  await all.client.insert('createWithdrawal', {
    as: rich,
    body: { withdrawalCoin: 300, paymentSystem: 'rocket' },
  });
  const approve = row(office.page, 'Rita Rich').getByRole('button', { name: /^pending Approve/ });
  await approve.waitFor();
  const decided = countCalls(office.page, 'PATCH', /\/withdrawals\//);
  await approve.click();
  await untilTold(office.page, /\$15\.00 by rocket to Rita Rich \(300 coins\)/);
  await office.page.getByRole('button', { name: 'Yes, update it!' }).dblclick();
  await untilTold(office.page, 'Your payment status has been updated successfully.');
  expect(decided()).toBe(1);
  await row(other.page, 'Rita Rich').getByText('approved').waitFor();
  expect(await all.people.balance(rich)).toBe(10);

  await office.page.getByRole('radio', { name: 'Approved' }).click();
  await row(office.page, 'Rita Rich').getByText('$15.00').waitFor();
  expectClean([office, other]);
});

journey('whoever is deleted is signed out of the open page, which says why', async (all) => {
  const person = await all.newPerson('worker', 'Dora Deleted');
  const open = await pageOf(person);
  await heading(open.page, 'Hi, Welcome Back').waitFor();
  const office = await pageOf(admin);
  await goTo(office.page, 'Manage Users');
  await office.page.getByLabel('Search name or email').fill('Dora');
  await office.page.getByText('1 user found').waitFor();
  await press(office.page, 'Delete Dora Deleted');
  await untilTold(office.page, "You won't be able to revert this!");
  await press(office.page, 'Yes, delete it!');
  await untilTold(office.page, 'Your file has been deleted.');
  await office.page.getByText('No user available').waitFor();

  await open.page.waitForURL('**/login');
  await untilTold(open.page, /account (has been|is) closed/);
  expect(await open.page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
  await open.page.getByLabel('Email', { exact: true }).fill(person.email);
  await open.page.getByLabel('Password', { exact: true }).fill(person.password);
  await press(open.page, 'Login');
  await untilTold(open.page, 'Login unsuccessful');
  expect(new URL(open.page.url()).pathname).toBe('/login');
  expectClean([office]);
  expectClean([open], /status of 40[013]/);
});

journey(
  'a task that an admin deletes is gone for everybody, and its coins are back with its buyer',
  async (all) => {
    const poster = await all.newPerson('buyer', 'Tom Tasks');
    const taskImageURL = await pictureOf(all, poster);
    const taskTitle = 'Against the rules';
    await all.people.post(poster, { taskTitle, taskImageURL, requiredWorkers: 4, payableAmount: 10 });
    const open = await pageOf(poster);
    await goTo(open.page, "My Task's");
    await row(open.page, taskTitle).waitFor();
    await untilCoins(open.page, 10);
    const looking = await pageOf(await all.newPerson('worker', 'Lars Looks'));
    await goTo(looking.page, 'TaskList');
    await looking.page.getByRole('article', { name: taskTitle }).waitFor();

    const office = await pageOf(admin);
    await goTo(office.page, 'Manage Task');
    await press(office.page, `Delete ${taskTitle}`);
    await untilTold(office.page, /40 coins are refunded to Tom Tasks: 4 open × 10/);
    await press(office.page, 'Yes, delete it!');
    await untilTold(office.page, 'Your file has been deleted.');
    await row(office.page, taskTitle).waitFor({ state: 'detached' });

    await untilCoins(open.page, 50);
    await open.page.getByText('You have no tasks yet').waitFor();
    await looking.page.getByText('Closed by the buyer').waitFor();
    expectClean([open, looking, office]);
  },
);

journey('a payment is credited by one click, and only once', async (all) => {
  const payer = await all.newPerson('buyer', 'Petra Pays');
  const intent = await all.people.pay(payer, 10);
  const open = await pageOf(payer);
  await goTo(open.page, 'Payment history');
  await row(open.page, '$10.00').getByText('recorded').waitFor();

  const office = await pageOf(admin);
  await goTo(office.page, 'Payments');
  const credited = countCalls(office.page, 'POST', /\/credit$/);
  const button = office.page.getByRole('button', { name: `Credit 150 coins to ${payer.email}` });
  await button.click();
  await untilTold(office.page, `150 coins to ${payer.email} for $10.00`);
  await office.page.getByRole('button', { name: 'Yes, update it!' }).dblclick();
  await untilTold(office.page, `150 coins were credited to ${payer.email}.`);
  await button.waitFor({ state: 'detached' });
  expect(credited()).toBe(1);

  await row(open.page, '$10.00').getByText('credited').waitFor();
  await untilCoins(open.page, 200);
  const again = await all.client.get('creditPayment', { as: admin, params: { intent } });
  expect(again).toEqual({ modifiedCount: 0 });
  expect(await all.people.balance(payer)).toBe(200);
  expectClean([open, office]);
});
