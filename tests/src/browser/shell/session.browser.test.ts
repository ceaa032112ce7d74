import { HOUR_MS, systemClock } from '@piecework/base';
import { createTokens } from '@piecework/identity';
import type { Page } from 'playwright-core';
import { type Product, signIn, untilMessage, useProduct } from '../../support/browser';
import { PASSWORD, type Person } from '../../support/people';
import {
  chooseFromAccountMenu,
  chooseProfilePicture,
  countCalls,
  expectCleanConsole,
  fillCredentials,
  goTo,
  heading,
  loadTimeOf,
  pictureOf,
  press,
  row,
  tokenOf,
  untilCoins,
  untilVisible,
} from '../steps';

const { product, journey } = useProduct({ translated: true });
let buyer: Person;
let taskImageURL: string;
beforeAll(async () => {
  buyer = await product().newPerson('buyer', 'Bella Buyer');
  taskImageURL = await pictureOf(product(), buyer);
});

const pathOf = (page: Page) => new URL(page.url()).pathname;
const workerHome = (page: Page) => heading(page, 'Hi, Welcome Back');

// Google sign-in

/** Opens the sign-in popup. */
const openPopup = async (page: Page): Promise<Page> => {
  const opened = page.waitForEvent('popup');
  await press(page, 'Sign in with Google');
  const popup = await opened;
  await popup.getByRole('heading', { name: 'Choose an account' }).waitFor();
  return popup;
};

journey('the header of the dashboard shows name and role on a phone', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await page.setViewportSize({ width: 390, height: 844 });
  const worker = await all.newPerson('worker', 'Wilhelmina von Featherstonehaugh');
  await signIn(page, worker);
  const header = page.getByRole('banner');
  await header.getByText('Wilhelmina von Featherstonehaugh').waitFor();
  await header.getByText('worker', { exact: true }).waitFor();
  expectCleanConsole([opened]);
});

journey('Google registers a new user as a worker with 10 coins, and signs them in the next time', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto('/register');
  await page.getByRole('link', { name: 'Login', exact: true }).click();
  const popup = await openPopup(page);
  await popup.getByLabel('Email').fill('greta@people.example');
  await popup.getByLabel('Name').fill('Greta Google');
  await press(popup, 'Approve');
  await page.waitForURL('**/dashboard/workerHome');
  await untilMessage(page, 'Greta GoogleRegister Successful');
  await untilCoins(page, 10);
  await chooseFromAccountMenu(page, 'Log out');
  await untilMessage(page, 'Logout Successful');

  await page.getByRole('link', { name: 'Login' }).first().click();
  const again = await openPopup(page);
  await again.getByLabel(/greta@people\.example/).check();
  await press(again, 'Approve');
  await page.waitForURL('**/dashboard/workerHome');
  await page.getByRole('button', { name: 'Greta Google worker, account' }).waitFor();
  await untilCoins(page, 10);
  expectCleanConsole([opened]);
});

journey('a canceled, closed or blocked Google sign-in shows an error, and the form still works', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto('/login');
  await press(await openPopup(page), 'Cancel');
  await untilVisible(page, /window was closed before sign-in finished/);
  await untilVisible(page, 'Login Unsuccessful');

  await (await openPopup(page)).close();
  const button = page.getByRole('button', { name: 'Sign in with Google' });
  await button.and(page.locator(':not([aria-busy=true])')).waitFor();

  await page.evaluate(() => {
    window.open = () => null;
  });
  await button.click();
  await untilVisible(page, /browser blocked the sign-in window/);
  expect(pathOf(page)).toBe('/login');
  await fillCredentials(page, buyer);
  await press(page, 'Login');
  await page.waitForURL('**/dashboard/buyerHome');
  expectCleanConsole([opened]);
});

// Sign-in without a user record

journey('an identity without a user record has to choose a role first', async (all) => {
  const email = 'nora@people.example';
  await all.client.get('signUp', { body: { email, password: PASSWORD, displayName: 'Nora New' } });
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto('/login');
  await fillCredentials(page, { email, password: PASSWORD });
  await press(page, 'Login');
  await page.waitForURL('**/selectRole');
  await page.goto('/dashboard/workerHome');
  await page.waitForURL('**/selectRole');
  await page.getByLabel(/^Buyer/).check();
  await press(page, 'Go to my dashboard');
  await page.waitForURL('**/dashboard/buyerHome');
  await untilMessage(page, 'Nora NewRegister Successful');
  await untilCoins(page, 50);
  // The 404 of GET /user tells the page that there is no record.
  expectCleanConsole([opened], /status of 404/);
});

const register = async (page: Page, email: string) => {
  await page.getByLabel('Name').fill('Hanna Half');
  await page.getByLabel('Email').fill(email);
  await chooseProfilePicture(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await press(page, 'Register');
};

/** The last request of a registration. */
const isSaving = (url: URL) => url.pathname === '/users';

journey('an interrupted registration continues in the same page without repeating its steps', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto('/register');
  await page.route(isSaving, (route) => route.abort());
  const accounts = countCalls(page, 'POST', /\/identity\/sign-up$/);
  const pictures = countCalls(page, 'POST', /\/images$/);
  await register(page, 'hanna@people.example');
  await untilVisible(page, /We couldn’t reach Piecework/);
  expect(await page.getByLabel('Name').inputValue()).toBe('Hanna Half');

  await page.unroute(isSaving);
  await press(page, 'Register');
  await page.waitForURL('**/dashboard/workerHome');
  await untilCoins(page, 10);
  expect([accounts(), pictures()]).toEqual([1, 1]);
  expectCleanConsole([opened], /ERR_FAILED/);
});

journey('an interrupted registration is completed at the next sign-in', async (all) => {
  const first = await all.newPage();
  await first.page.goto('/register');
  await first.page.route(isSaving, (route) => route.abort());
  await register(first.page, 'hugo@people.example');
  await untilVisible(first.page, /We couldn’t reach Piecework/);
  await first.page.close();

  const { page } = await all.newPage();
  await page.goto('/login');
  await fillCredentials(page, { email: 'hugo@people.example', password: PASSWORD });
  await press(page, 'Login');
  await page.waitForURL('**/selectRole');
  await press(page, 'Go to my dashboard');
  await page.waitForURL('**/dashboard/workerHome');
  await page.getByRole('button', { name: 'Hanna Half worker, account' }).waitFor();
  await untilCoins(page, 10);
});

// Mailed links

journey('a forgotten password leads to the administrator where no mail is sent', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto('/login');
  // A link of the first view would load the next page without the typed email.
  await page.locator('#root h1').waitFor();
  await page.getByLabel('Email', { exact: true }).fill('ada@people.example');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(page, 'Forgot your password?').waitFor();
  expect(pathOf(page)).toBe('/forgotPassword');
  await press(page, 'Reset password');
  await untilVisible(page, /Ask its administrator to set a new password for ada@people\.example/);
  await page.getByRole('link', { name: 'Back to login' }).click();
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ada@people.example');
  expectCleanConsole([opened], /status of 404/);
});

journey('a mailed link leaves the address bar at once, and a bad one offers another', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  const sent = countCalls(page, 'POST', /\/identity\/(password-reset|verification)\/confirm$/);
  await page.goto('/resetPassword#request.secret');
  await heading(page, 'Set a new password').waitFor();
  await page.waitForFunction(() => location.hash === '');
  expect(page.url()).not.toContain('secret');
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await press(page, 'Set password');
  await page.getByRole('link', { name: 'Get a new link' }).click();
  await heading(page, 'Forgot your password?').waitFor();
  await page.goBack();
  await heading(page, 'Set a new password').waitFor();
  expect(page.url()).not.toContain('secret');

  await page.goto('/confirmEmail#request.secret');
  await page.waitForFunction(() => location.hash === '');
  expect(sent()).toBe(1);
  await press(page, 'Confirm my address');
  await page.getByRole('link', { name: 'Open the profile' }).waitFor();
  expect(sent()).toBe(2);
  expectCleanConsole([opened], /status of 400/);
});

// Redirects

journey('a dashboard link opened while signed out leads to its page after the sign-in', async (all) => {
  const taskId = await all.people.post(buyer, { taskTitle: 'Meant', taskImageURL, requiredWorkers: 1 });
  const opened = await all.newPage();
  const { page } = opened;
  await page.goto(`/dashboard/workerTaskList/${taskId}`);
  await page.waitForURL('**/login');
  const worker = await all.newPerson('worker');
  await fillCredentials(page, worker);
  await press(page, 'Login');
  await page.waitForURL(`**/dashboard/workerTaskList/${taskId}`);
  await heading(page, 'Meant').waitFor();

  await chooseFromAccountMenu(page, 'Log out');
  await untilMessage(page, 'Logout Successful');
  expect(pathOf(page)).toBe('/');
  await signIn(page, worker);
  expect(pathOf(page)).toBe('/dashboard/workerHome');
  expectCleanConsole([opened]);
});

journey("another role's page shows a notice and redirects home", async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await signIn(page, await all.newPerson('worker'));
  for (const [path, notice] of [
    ['/dashboard/buyerTask', 'This page is for buyers. You’re signed in as a worker.'],
    ['/dashboard/manageUser', 'This page is for admins. You’re signed in as a worker.'],
  ] as const) {
    await page.goto(path);
    await untilVisible(page, notice);
    await workerHome(page).waitFor();
    expect(pathOf(page)).toBe('/dashboard/workerHome');
  }
  await goTo(page, 'TaskList');
  await page.getByText(/This page is for/).waitFor({ state: 'detached' });
  expectCleanConsole([opened]);
});

// End of a session

/** Deletes the stored identity, which renews the access token. */
const forgetIdentity = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase('piecework');
        request.onsuccess = () => resolve();
        request.onerror = () => reject(request.error);
      }),
  );

/** Replaces the stored access and identity tokens by ones that have expired. */
const expireTokens = async ({ stack }: Product, page: Page, { uid, email, name }: Person) => {
  const tokens = createTokens({
    clock: { ...systemClock, now: () => Date.now() - 2 * HOUR_MS },
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

/** Opens a task as a new worker and fills in the submission form. */
const startSubmission = async (all: Product) => {
  const taskId = await all.people.post(buyer, { taskTitle: 'Long text', taskImageURL, requiredWorkers: 1 });
  const worker = await all.newPerson('worker');
  const opened = await all.newPage();
  await signIn(opened.page, worker);
  await opened.page.goto(`/dashboard/workerTaskList/${taskId}`);
  await opened.page.getByLabel('Submission Details').fill('An hour of typing');
  return { opened, page: opened.page, worker };
};

journey('tokens that expire while a form is open are renewed silently', async (all) => {
  const { page, worker, opened } = await startSubmission(all);
  const loadTime = await loadTimeOf(page);
  await expireTokens(all, page, worker);
  const old = await tokenOf(page);
  const refreshed = countCalls(page, 'POST', /\/identity\/refresh$/);
  await press(page, 'Submit');
  await untilMessage(page, 'Successfully submitted');
  expect(await tokenOf(page)).not.toBe(old);
  expect(refreshed()).toBe(1);

  // A token that looks valid and that the server refuses.
  const fresh = await tokenOf(page);
  await page.evaluate((token) => localStorage.setItem('access-token', `${token}x`), fresh);
  await goTo(page, 'My Submissions');
  await row(page, 'Long text').waitFor();
  expect(await tokenOf(page)).not.toBe(`${fresh}x`);
  expect(await loadTimeOf(page)).toBe(loadTime);
  expectCleanConsole([opened], /status of 401/);
});

journey('a session that ends while a form is open leads to the login and restores the draft', async (all) => {
  const { page, worker, opened } = await startSubmission(all);
  const path = pathOf(page);
  await expireTokens(all, page, worker);
  await forgetIdentity(page);
  await press(page, 'Submit');
  await page.waitForURL('**/login');
  await untilVisible(page, 'Your session has ended. Please sign in again.');
  await untilVisible(page, 'Log in to continue to the page you wanted.');

  await fillCredentials(page, worker);
  await press(page, 'Login');
  await page.waitForURL(`**${path}`);
  await untilVisible(page, 'We restored your draft.');
  expect(await page.getByLabel('Submission Details').inputValue()).toBe('An hour of typing');
  await press(page, 'Submit');
  await untilMessage(page, 'Successfully submitted');
  expectCleanConsole([opened]);
});

/** Holds calls until there are five, then refuses all of them. */
const refuseFive = async (page: Page, gateway: number, refusal: { status: number; code: string; message: string }) => {
  let arrive = () => {};
  const five = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let held = 0;
  await page.route(
    ({ port, pathname }) => port === String(gateway) && /^\/(withdrawals|submissions|getAllData)$/.test(pathname),
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

/** Sends five calls that no navigation aborts: three forms, and two of the next page. */
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
    notice: 'Your session has ended. Please sign in again.',
  },
  { status: 403, code: 'forbidden', message: 'That is for others.', notice: 'That is for others.' },
] as const;

const workerWithCoins = async ({ people, newPerson }: Product) => {
  const admin = await newPerson('admin');
  const worker = await newPerson('worker');
  const spender = await newPerson('buyer');
  await people.enrich(spender, admin, 1000);
  await people.earn(worker, spender, 400);
  return worker;
};

for (const { notice, ...refusal } of REFUSALS)
  journey(`five concurrent ${refusal.status} answers sign out once`, async (all) => {
    const titles = [`First of ${refusal.status}`, `Second of ${refusal.status}`];
    for (const taskTitle of titles) await all.people.post(buyer, { taskTitle, taskImageURL, requiredWorkers: 1 });
    const opened = await all.newPage();
    const { page } = opened;
    await signIn(page, await workerWithCoins(all));
    // Visited before, so that the page is cached.
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
    await untilVisible(page, notice);
    await page.waitForLoadState('networkidle');
    expect(visits.filter((path) => path === '/login')).toHaveLength(1);
    expect(pathOf(page)).toBe('/login');
    expect(await page.getByText(notice).count()).toBe(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('access-token'))).toBeNull();
    expectCleanConsole([opened], new RegExp(`status of ${refusal.status}`));
  });
