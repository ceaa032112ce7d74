import { type Product, signIn, untilMessage, useProduct } from '../../support/browser';
import type { Person } from '../../support/people';
import {
  chooseFromAccountMenu,
  countCalls,
  expectCleanConsole,
  fillCredentials,
  goTo,
  heading,
  loadTimeOf,
  pictureOf,
  press,
  untilCoins,
  untilVisible,
} from '../steps';

const { product, journey } = useProduct();
let buyer: Person;
let taskImageURL: string;
beforeAll(async () => {
  const { people, newPerson } = product();
  buyer = await newPerson('buyer', 'Bella Buyer');
  await people.enrich(buyer, await newPerson('admin'), 1000);
  taskImageURL = await pictureOf(product(), buyer);
});

/** Signs in as a new worker. */
const signInAsWorker = async ({ newPage, newPerson }: Product) => {
  const worker = await newPerson('worker');
  const opened = await newPage();
  await signIn(opened.page, worker);
  await untilCoins(opened.page, 10);
  return { worker, opened, page: opened.page };
};

journey('two tabs share one live connection, which the other tab takes over when the first closes', async (all) => {
  const worker = await all.newPerson('worker');
  const opened = await all.newPage();
  const { page } = opened;
  const connections = countCalls(page, 'GET', /\/live$/);
  await signIn(page, worker);
  await untilCoins(page, 10);
  const other = await all.newTab(page);
  await other.page.goto('/dashboard/workerWithdrawal');
  await untilCoins(other.page, 10);
  await all.people.earn(worker, buyer, 5);
  await untilCoins(page, 15);
  await untilCoins(other.page, 15);
  expect(connections()).toBe(1);

  await page.close();
  await all.people.earn(worker, buyer, 5);
  await untilCoins(other.page, 20);
  expect(connections()).toBe(2);
  expectCleanConsole([opened, other]);
});

journey('a sign-out or sign-in in one tab applies to the other', async (all) => {
  const { worker, opened, page } = await signInAsWorker(all);
  const other = await all.newTab(page);
  await other.page.goto('/dashboard/workerSubmission');
  await heading(other.page, /My Submissions/).waitFor();

  await chooseFromAccountMenu(page, 'Log out');
  await untilMessage(page, 'Logout Successful');
  await other.page.waitForURL('**/login');
  for (const tab of [page, other.page])
    expect(await tab.evaluate(() => localStorage.getItem('access-token'))).toBeNull();

  await page.goto('/login');
  await fillCredentials(page, worker);
  await press(page, 'Login');
  await page.waitForURL('**/dashboard/workerHome');
  await other.page.waitForURL('**/dashboard/workerSubmission');
  await heading(other.page, /My Submissions/).waitFor();
  expectCleanConsole([opened, other]);
});

journey('an offline page shows a notice, keeps the typed text, and catches up when it is online again', async (all) => {
  const taskId = await all.people.post(buyer, { taskTitle: 'On a train', taskImageURL, requiredWorkers: 1 });
  const { worker, opened, page } = await signInAsWorker(all);
  const loadTime = await loadTimeOf(page);
  await goTo(page, 'TaskList');
  await page.getByRole('article', { name: 'On a train' }).getByRole('link', { name: 'View Details' }).click();
  const details = page.getByLabel('Submission Details');
  await details.fill('Written in a tunnel');
  await page.context().setOffline(true);
  await untilVisible(page, /You’re offline/);
  await press(page, 'Submit');
  await untilVisible(page, /We couldn’t reach Piecework/);
  expect(await details.inputValue()).toBe('Written in a tunnel');
  await all.people.earn(worker, buyer, 5);

  await page.context().setOffline(false);
  await page.getByText(/You’re offline/).waitFor({ state: 'detached' });
  await untilCoins(page, 15);
  await press(page, 'Submit');
  await untilMessage(page, 'Successfully submitted');
  const submitted = await all.client.get('listSubmissions', { as: worker, query: { taskId } });
  expect(submitted).toMatchObject([{ submissionDetails: 'Written in a tunnel' }]);
  expect(await loadTimeOf(page)).toBe(loadTime);
  expectCleanConsole([opened], /ERR_INTERNET_DISCONNECTED/);
});

journey('the back button restores earlier pages with their state', async (all) => {
  for (const taskTitle of ['Sort buttons', 'Sort beads'])
    await all.people.post(buyer, { taskTitle, taskImageURL, requiredWorkers: 1 });
  const { opened, page } = await signInAsWorker(all);
  await goTo(page, 'TaskList');
  await page.getByLabel('Search tasks').fill('sort');
  await untilVisible(page, '2 results for “sort”');
  await page.getByRole('article', { name: 'Sort beads' }).getByRole('link', { name: 'View Details' }).click();
  await heading(page, 'Sort beads').waitFor();
  await page.goBack();
  await untilVisible(page, '2 results for “sort”');
  expect(await page.getByLabel('Search tasks').inputValue()).toBe('sort');
  await page.goForward();
  await heading(page, 'Sort beads').waitFor();

  // A redirect replaces its history entry, so that back does not redirect again.
  await goTo(page, 'Withdrawals');
  await page.getByLabel('Coin To WithDraw').waitFor();
  await page.evaluate(() => history.pushState(null, '', '/dashboard/manageUser'));
  await page.reload();
  await untilVisible(page, /This page is for admins/);
  await page.goBack();
  await page.getByLabel('Coin To WithDraw').waitFor();

  await chooseFromAccountMenu(page, 'Log out');
  await untilMessage(page, 'Logout Successful');
  await page.goBack();
  await page.waitForURL('**/login');
  expect(await page.getByLabel('Coin To WithDraw').count()).toBe(0);
  expectCleanConsole([opened]);
});

journey('double clicks send one request: submission, withdrawal, decision and sign-in', async (all) => {
  await all.people.post(buyer, { taskTitle: 'Pressed twice', taskImageURL, requiredWorkers: 1 });
  const worker = await all.newPerson('worker', 'Dan Double');
  await all.people.earn(worker, buyer, 300);
  const opened = await all.newPage();
  const { page } = opened;
  const sent = {
    signIn: countCalls(page, 'POST', /\/identity\/sign-in$/),
    submission: countCalls(page, 'POST', /\/submissions$/),
    withdrawal: countCalls(page, 'POST', /\/withdrawals$/),
  };
  await page.goto('/login');
  await fillCredentials(page, worker);
  await page.getByRole('button', { name: 'Login', exact: true }).dblclick();
  await page.waitForURL('**/dashboard/workerHome');

  await goTo(page, 'TaskList');
  const card = page.getByRole('article', { name: 'Pressed twice' });
  await card.getByRole('link', { name: 'View Details' }).click();
  await page.getByLabel('Submission Details').fill('Once');
  await page.getByRole('button', { name: 'Submit' }).dblclick();
  await untilMessage(page, 'Successfully submitted');
  await page.waitForURL('**/dashboard/workerTaskList');

  await goTo(page, 'Withdrawals');
  await page.getByLabel('Coin To WithDraw').fill('200');
  await page.getByLabel('Payment System').selectOption('other');
  await page.getByLabel('Account Number').fill('01711000000');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).dblclick();
  await untilMessage(page, 'withdrawal Successful');
  expect([sent.signIn(), sent.submission(), sent.withdrawal()]).toEqual([1, 1, 1]);

  const desk = await all.newPage();
  await signIn(desk.page, buyer);
  const decisions = countCalls(desk.page, 'PATCH', /\/submissions\//);
  await desk.page.getByRole('button', { name: 'Approve: Pressed twice by Dan Double' }).dblclick();
  await untilMessage(desk.page, 'Status Update Successful');
  expect(decisions()).toBe(1);
  expectCleanConsole([opened, desk]);
});

journey('the chosen theme persists after a reload, in other tabs and after a sign-out', async (all) => {
  const { opened, page } = await signInAsWorker(all);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  const other = await all.newTab(page);
  await other.page.goto('/qa');
  await chooseFromAccountMenu(page, 'Dark theme');
  await other.page.locator('html[data-theme=dark]').waitFor();
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
  const dark = await background();

  await page.reload();
  await page.locator('html[data-theme=dark]').waitFor();
  expect(await background()).toBe(dark);
  await chooseFromAccountMenu(page, 'Log out');
  await untilMessage(page, 'Logout Successful');
  expect(await background()).toBe(dark);
  expectCleanConsole([opened, other]);
});
