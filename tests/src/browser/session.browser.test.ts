import { systemClock } from '@piecework/base';
import { createTokens } from '@piecework/identity';
import type { Page } from 'playwright-core';
import { type Product, signIn, useProduct } from '../support/browser';
import { PASSWORD, type Person } from '../support/people';
import {
  birthOf,
  countCalls,
  expectClean,
  fillAccount,
  goTo,
  heading,
  PICTURE,
  pickOfAccount,
  pictureOf,
  press,
  row,
  tokenOf,
  untilCoins,
  untilTold,
} from './steps';

const { product, journey } = useProduct();
let buyer: Person;
let taskImageURL: string;
beforeAll(async () => {
  buyer = await product().newPerson('buyer', 'Bella Buyer');
  taskImageURL = await pictureOf(product(), buyer);
}, 60_000);

const pathOf = (page: Page) => new URL(page.url()).pathname;
const workerHome = (page: Page) => heading(page, 'Hi, Welcome Back');

// Coming in by Google's popup

/** The popup that a press opens; what is done in it comes back to the page. */
const openPopup = async (page: Page): Promise<Page> => {
  const opened = page.waitForEvent('popup');
  await press(page, 'Sign in with Google');
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Choose an account' }).waitFor();
  return popup;
};

journey('Google makes a worker with 10 coins of who is new, and knows them the next time', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto('/register');
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  const popup = await openPopup(page);
  await popup.getByLabel('Email').fill('greta@people.example');
  await popup.getByLabel('Name').fill('Greta Google');
  await press(popup, 'Approve');
  await page.waitForURL('**/dashboard/workerHome');
  await untilTold(page, 'Login Successful');
  await untilCoins(page, 10);
  await pickOfAccount(page, 'Log out');
  await untilTold(page, 'Logout Successful');

  await page.getByRole('link', { name: 'Login' }).first().click();
  const again = await openPopup(page);
  await again.getByLabel(/greta@people\.example/).check();
  await press(again, 'Approve');
  await page.waitForURL('**/dashboard/workerHome');
  await page.getByRole('button', { name: 'Greta Google worker, account' }).waitFor();
  await untilCoins(page, 10);
  expectClean([opened]);
});

journey('a Google sign-in that is canceled, closed or blocked says so, and the form goes on', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto('/login');
  await press(await openPopup(page), 'Cancel');
  await untilTold(page, /window was closed before sign-in finished/);
  await untilTold(page, 'Login Unsuccessful');

  await (await openPopup(page)).close();
  const button = page.getByRole('button', { name: 'Sign in with Google' });
  await button.and(page.locator(':not([aria-busy=true])')).waitFor();

  await page.evaluate(() => {
    window.open = () => null;
  });
  await button.click();
  await untilTold(page, /browser blocked the sign-in window/);
  expect(pathOf(page)).toBe('/login');
  await fillAccount(page, buyer);
  await press(page, 'Login');
  await page.waitForURL('**/dashboard/buyerHome');
  expectClean([opened]);
});

// Coming in without a record

journey('an identity without a record chooses a role before anything else', async (all) => {
  const email = 'nora@people.example';
  await all.client.get('signUp', { body: { email, password: PASSWORD, displayName: 'Nora New' } });
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto('/login');
  await fillAccount(page, { email, password: PASSWORD });
  await press(page, 'Login');
  await page.waitForURL('**/selectRole');
  await page.goto('/dashboard/workerHome');
  await page.waitForURL('**/selectRole');
  await page.getByLabel(/^Buyer/).check();
  await press(page, 'Go to my dashboard');
  await page.waitForURL('**/dashboard/buyerHome');
  await untilTold(page, 'Nora NewRegister Successful');
  await untilCoins(page, 50);
  // The gateway answers that there is no such user: that is how the page learns of it.
  expectClean([opened], /status of 404/);
});

const register = async (page: Page, email: string) => {
  await page.getByLabel('Name').fill('Hanna Half');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Profile picture').setInputFiles(PICTURE);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Register');
};

/** The account is made and its picture sent; the record is not kept. */
const isSaving = (url: URL) => url.pathname === '/users';

journey('a registration that dies half-way goes on where it stopped, in this page', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto('/register');
  await page.route(isSaving, (route) => route.abort());
  const accounts = countCalls(page, 'POST', /\/identity\/sign-up$/);
  const pictures = countCalls(page, 'POST', /\/images$/);
  await register(page, 'hanna@people.example');
  await untilTold(page, /Piecework could not be reached/);
  expect(await page.getByLabel('Name').inputValue()).toBe('Hanna Half');

  await page.unroute(isSaving);
  await press(page, 'Register');
  await page.waitForURL('**/dashboard/workerHome');
  await untilCoins(page, 10);
  expect([accounts(), pictures()]).toEqual([1, 1]);
  expectClean([opened], /ERR_FAILED/);
});

journey('a registration that dies half-way is finished at the next sign-in', async (all) => {
  const first = await all.newPage();
  await first.page.goto('/register');
  await first.page.route(isSaving, (route) => route.abort());
  await register(first.page, 'hugo@people.example');
  await untilTold(first.page, /Piecework could not be reached/);
  await first.page.close();

  const { page } = await all.newPage();
  await page.goto('/login');
  await fillAccount(page, { email: 'hugo@people.example', password: PASSWORD });
  await press(page, 'Login');
  await page.waitForURL('**/selectRole');
  await press(page, 'Go to my dashboard');
  await page.waitForURL('**/dashboard/workerHome');
  await page.getByRole('button', { name: 'Hanna Half worker, account' }).waitFor();
  await untilCoins(page, 10);
});

// Where one is led

journey(
  'a signed-out link into the dashboard lands where it was meant to, after the sign-in',
  async (all) => {
    const taskId = await all.people.post(buyer, { taskTitle: 'Meant', taskImageURL, requiredWorkers: 1 });
    const opened = await all.newPage();
    const { page } = opened;
    await page.goto(`/dashboard/workerTaskList/${taskId}`);
    await page.waitForURL('**/login');
    const worker = await all.newPerson('worker');
    await fillAccount(page, worker);
    await press(page, 'Login');
    await page.waitForURL(`**/dashboard/workerTaskList/${taskId}`);
    await heading(page, 'Meant').waitFor();

    await pickOfAccount(page, 'Log out');
    await untilTold(page, 'Logout Successful');
    expect(pathOf(page)).toBe('/');
    await signIn(page, worker);
    expect(pathOf(page)).toBe('/dashboard/workerHome');
    expectClean([opened]);
  },
);

journey("whoever opens another role's page is told so and led home", async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await signIn(page, await all.newPerson('worker'));
  for (const [path, told] of [
    ['/dashboard/buyerTask', 'This page is for buyers. You are signed in as a worker.'],
    ['/dashboard/manageUser', 'This page is for admins. You are signed in as a worker.'],
  ] as const) {
    await page.goto(path);
    await untilTold(page, told);
    await workerHome(page).waitFor();
    expect(pathOf(page)).toBe('/dashboard/workerHome');
  }
  await goTo(page, 'TaskList');
  await page.getByText(/This page is for/).waitFor({ state: 'detached' });
  expectClean([opened]);
});

// The end of a session

/** What the page keeps to renew its access token with is gone. */
const forgetIdentity = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('piecework');
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      }),
  );

/** Two hours pass for what the page keeps: the access token has expired, and the identity token with it. */
const age = async ({ stack }: Product, page: Page, { uid, email, name }: Person) => {
  const tokens = createTokens({
    clock: { ...systemClock, now: () => Date.now() - 2 * 3600 * 1000 },
    secret: stack.settings.jwtSecret,
  });
  const access = tokens.signAccess({ uid, email });
  const identity = tokens.signIdentity({ uid, email, name, picture: '', provider: 'password' });
  await page.evaluate(
    ([access, identity]) =>
      new Promise<void>((resolve) => {
        localStorage.setItem('access-token', access);
        const opening = indexedDB.open('piecework', 1);
        opening.onsuccess = () => {
          const store = opening.result.transaction('identity', 'readwrite').objectStore('identity');
          const reading = store.get('current');
          reading.onsuccess = () => {
            store.put({ ...reading.result, idToken: identity }, 'current').onsuccess = () => {
              opening.result.close();
              resolve();
            };
          };
        };
      }),
    [access, identity] as const,
  );
};

/** A worker who is writing about a task that two can do. */
const writing = async (all: Product) => {
  const taskId = await all.people.post(buyer, { taskTitle: 'Long text', taskImageURL, requiredWorkers: 1 });
  const worker = await all.newPerson('worker');
  const opened = await all.newPage();
  await signIn(opened.page, worker);
  await opened.page.goto(`/dashboard/workerTaskList/${taskId}`);
  await opened.page.getByLabel('Submission Details').fill('An hour of typing');
  return { opened, page: opened.page, worker };
};

journey('tokens that expire in mid-form are renewed, and nobody notices', async (all) => {
  const { page, worker, opened } = await writing(all);
  const birth = await birthOf(page);
  await age(all, page, worker);
  const old = await tokenOf(page);
  const refreshed = countCalls(page, 'POST', /\/identity\/refresh$/);
  await press(page, 'Submit');
  await untilTold(page, 'Successfully submitted');
  expect(await tokenOf(page)).not.toBe(old);
  expect(refreshed()).toBe(1);

  // One that the server does not take any more, though it looks good.
  const fresh = await tokenOf(page);
  await page.evaluate((token) => localStorage.setItem('access-token', `${token}x`), fresh);
  await goTo(page, 'My Submissions');
  await row(page, 'Long text').waitFor();
  expect(await tokenOf(page)).not.toBe(`${fresh}x`);
  expect(await birthOf(page)).toBe(birth);
  expectClean([opened], /status of 401/);
});

journey('a session that ends in mid-form leads through the login back to what was typed', async (all) => {
  const { page, worker, opened } = await writing(all);
  const path = pathOf(page);
  await age(all, page, worker);
  await forgetIdentity(page);
  await press(page, 'Submit');
  await page.waitForURL('**/login');
  await untilTold(page, 'Your session has ended. Please sign in again.');
  await untilTold(page, 'Log in to continue to the page you were going to.');

  await fillAccount(page, worker);
  await press(page, 'Login');
  await page.waitForURL(`**${path}`);
  await untilTold(page, 'We restored your draft.');
  expect(await page.getByLabel('Submission Details').inputValue()).toBe('An hour of typing');
  await press(page, 'Submit');
  await untilTold(page, 'Successfully submitted');
  expectClean([opened]);
});

/** Lets no call through before there are five, and then refuses all of them. */
const refuseFive = async (
  page: Page,
  gateway: number,
  refusal: { status: number; code: string; message: string },
) => {
  let arrive = () => {};
  const five = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let held = 0;
  await page.route(
    ({ port, pathname }) =>
      port === String(gateway) && /^\/(withdrawals|submissions|getAllData)$/.test(pathname),
    async (route) => {
      if (++held === 5) arrive();
      await five;
      await route.fulfill({
        status: refusal.status,
        contentType: 'application/problem+json',
        headers: { 'access-control-allow-origin': '*' },
        body: JSON.stringify({ type: 'about:blank', title: 'Refused', detail: refusal.message, ...refusal }),
      });
    },
  );
  return { five };
};

/** Five calls that nobody takes back: three forms that were sent, and the two of the next page. */
const callFiveTimes = async (page: Page, titles: readonly string[]) => {
  await page.getByLabel('Coin To WithDraw').fill('200');
  await page.getByLabel('Payment System').selectOption('bkash');
  await page.getByLabel('Account Number').fill('01711000000');
  await press(page, 'Withdraw');
  for (const title of titles) {
    await goTo(page, 'TaskList');
    await page.getByRole('article', { name: title }).getByRole('link', { name: 'View Details' }).click();
    await page.getByLabel('Submission Details').fill('Mine');
    await press(page, 'Submit');
  }
  await goTo(page, 'My Submissions');
};

const REFUSALS = [
  {
    status: 401,
    code: 'unauthenticated',
    message: 'Sign in first.',
    told: 'Your session has ended. Please sign in again.',
  },
  { status: 403, code: 'forbidden', message: 'That is for others.', told: 'That is for others.' },
] as const;

const rich = async ({ people, newPerson }: Product) => {
  const admin = await newPerson('admin');
  const worker = await newPerson('worker');
  const spender = await newPerson('buyer');
  await people.enrich(spender, admin, 1000);
  await people.earn(worker, spender, 400);
  return worker;
};

for (const { told, ...refusal } of REFUSALS)
  journey(`five calls in flight that answer ${refusal.status} sign out once`, async (all) => {
    const titles = [`First of ${refusal.status}`, `Second of ${refusal.status}`];
    for (const taskTitle of titles)
      await all.people.post(buyer, { taskTitle, taskImageURL, requiredWorkers: 1 });
    const opened = await all.newPage();
    const { page } = opened;
    await signIn(page, await rich(all));
    // Seen before, so that its answers are at hand.
    await goTo(page, 'TaskList');
    for (const title of titles) {
      await page.getByRole('article', { name: title }).getByRole('link', { name: 'View Details' }).click();
      await page.getByLabel('Submission Details').waitFor();
      await page.goBack();
    }
    await goTo(page, 'Withdrawals');
    await page.getByRole('button', { name: 'Withdraw', exact: true }).waitFor();
    if (refusal.status === 401) await forgetIdentity(page);

    const visits: string[] = [];
    page.on('framenavigated', (frame) => visits.push(new URL(frame.url()).pathname));
    const { five } = await refuseFive(page, all.stack.settings.port + 80, refusal);
    await callFiveTimes(page, titles);
    await five;
    await page.waitForURL('**/login');
    await untilTold(page, told);
    await page.waitForLoadState('networkidle');
    expect(visits.filter((path) => path === '/login')).toHaveLength(1);
    expect(pathOf(page)).toBe('/login');
    expect(await page.getByText(told).count()).toBe(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
    expectClean([opened], new RegExp(`status of ${refusal.status}`));
  });
