import { FIREBASE_ENV } from '@piecework/config/testing';
import type { Page } from 'playwright-core';
import { findFirebaseTools } from '../../../scripts/lib/firebase-tools.mjs';
import {
  chooseFromAccountMenu,
  chooseProfilePicture,
  expectCleanConsole,
  fillCredentials,
  heading,
  press,
  tokenOf,
  untilCoins,
  untilVisible,
} from '../browser/steps';
import { findChromium, type OpenedPage, type Product, untilMessage, useProduct } from '../support/browser';
import { PASSWORD } from '../support/people';
import { type AuthEmulator, START_WITHIN, startAuthEmulator } from './emulator';
import { fakeGoogleScript } from './fake-gapi';

const follow = (page: Page, name: string): Promise<void> => page.getByRole('link', { name }).click();

/** The browser's console message for an answer that the test provokes. */
const REFUSED = /status of 40[03]/;
const CUT = /ERR_FAILED/;

let emulator: AuthEmulator;

const settings = async () => ({ ...FIREBASE_ENV, FIREBASE_AUTH_EMULATOR_HOST: emulator.host });

const open = async (product: Product, path: string): Promise<OpenedPage> => {
  const opened = await product.newPage();
  await fakeGoogleScript(opened.page.context());
  await opened.page.goto(path);
  return opened;
};

const register = async (page: Page, who: { email: string; name?: string; role?: 'Worker' | 'Buyer' }) => {
  await page.getByLabel('Name').fill(who.name ?? 'Ann Archer');
  await page.getByLabel('Email').fill(who.email);
  await chooseProfilePicture(page);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('radio', { name: new RegExp(`^${who.role ?? 'Worker'}`) }).check();
  await press(page, 'Register');
};

const registered = async (product: Product, email: string, role: 'Worker' | 'Buyer' = 'Worker') => {
  const opened = await open(product, '/register');
  await register(opened.page, { email, role });
  await opened.page.waitForURL(`**/dashboard/${role.toLowerCase()}Home`);
  return opened;
};

const logIn = async (page: Page, email: string, password = PASSWORD) => {
  await fillCredentials(page, { email, password });
  await press(page, 'Login');
};

/** Accounts that Firebase's library stores in this browser. */
const storedAccounts = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const all = database.transaction('firebaseLocalStorage').objectStore('firebaseLocalStorage').getAllKeys();
          all.onsuccess = () => {
            database.close();
            resolve(all.result.map(String).filter((key) => key.startsWith('firebase:authUser:')));
          };
        };
      }),
  );

/** Creates an account on the emulator's Google sign-in page. */
const createGoogleAccount = async (google: Page, email: string, name: string) => {
  await google.locator('.js-new-account').click();
  await google.locator('#email-input').fill(email);
  await google.locator('#display-name-input').fill(name);
  await google.locator('#sign-in').click();
};

const openPopup = async (page: Page): Promise<Page> => {
  const opened = page.waitForEvent('popup');
  await press(page, 'Sign in with Google');
  return opened;
};

const describeWithFirebase = findFirebaseTools() && findChromium() ? describe : describe.skip;

describeWithFirebase('sign-in with Firebase', () => {
  beforeAll(async () => {
    emulator = await startAuthEmulator();
  }, START_WITHIN + 10_000);
  afterAll(() => emulator?.stop());
  const { product, journey } = useProduct({ env: settings });

  journey(
    'a registered user stays signed in after a reload, and a sign-out removes the session in all tabs',
    async (all) => {
      const opened = await open(all, '/register');
      const { page } = opened;
      await register(page, { email: 'bella@people.example', name: 'Bella Buyer', role: 'Buyer' });
      await page.waitForURL('**/dashboard/buyerHome');
      await untilMessage(page, 'Bella BuyerRegister Successful');
      await untilCoins(page, 50);
      await page.reload();
      await page.getByRole('button', { name: 'Bella Buyer buyer, account' }).waitFor();
      expect(await storedAccounts(page)).toHaveLength(1);

      const other = await all.newTab(page);
      await other.page.goto('/dashboard/buyerTask');
      await heading(other.page, /^My Task/).waitFor();
      // A background tab is not painted, so its animations do not end.
      await page.bringToFront();
      await chooseFromAccountMenu(page, 'Log out');
      await untilMessage(page, 'Logout Successful');
      await other.page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
      expect(await untilNoStoredAccount(page)).toEqual([]);
      expectCleanConsole([opened, other]);
    },
  );

  journey('a wrong password shows an error, and the right one signs in', async (all) => {
    const { page: first } = await registered(all, 'walt@people.example');
    await first.context().close();
    const opened = await open(all, '/login');
    const { page } = opened;
    await logIn(page, 'walt@people.example', 'Wrong_123');
    await untilVisible(page, 'Login unsuccessful');
    await untilVisible(page, 'The email or password is incorrect. Please check both and try again.');
    expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('walt@people.example');
    await logIn(page, 'walt@people.example');
    await page.waitForURL('**/dashboard/workerHome');
    await untilMessage(page, 'Login Successful');
    await untilCoins(page, 10);
    expectCleanConsole([opened], REFUSED);
  });

  journey('the form shows errors for a taken email and for a password that Firebase refuses', async (all) => {
    await registered(all, 'taken@people.example');
    const opened = await open(all, '/register');
    const { page } = opened;
    await register(page, { email: 'taken@people.example' });
    await untilVisible(page, 'Register unsuccessful');
    await untilVisible(page, 'This email already has an account. Please sign in instead.');

    for (const [message, sentence] of [
      ['WEAK_PASSWORD : Password should be at least 6 characters', /at least one uppercase letter/],
      ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements', /at least one uppercase/],
      ['TOO_MANY_ATTEMPTS_TRY_LATER : Too many', /Too many attempts/],
      ['OPERATION_NOT_ALLOWED', /isn’t set up on this site/],
    ] as const) {
      const refusal = { status: 400, json: { error: { code: 400, message, errors: [{ message }] } } };
      await page.route(
        (url) => emulator.isAt(url) && url.pathname.endsWith('accounts:signUp'),
        (route) => route.fulfill({ ...refusal, headers: { 'access-control-allow-origin': '*' } }),
        { times: 1 },
      );
      await register(page, { email: 'free@people.example' });
      await untilVisible(page, sentence);
    }
    await register(page, { email: 'free@people.example' });
    await page.waitForURL('**/dashboard/workerHome');
    expectCleanConsole([opened], REFUSED);
  });

  journey('the password reset email sets a new password', async (all) => {
    const { page: first } = await registered(all, 'fred@people.example');
    await first.context().close();
    const opened = await open(all, '/login');
    const { page } = opened;
    await follow(page, 'Forgot your password?');
    await page.getByLabel('Account email').fill('fred@people.example');
    await press(page, 'Reset password');
    await untilVisible(page, /If fred@people.example has an account, we’ve sent it a link/);
    const mail = await emulator.mailTo('fred@people.example');
    expect(mail?.requestType).toBe('PASSWORD_RESET');
    expect((await fetch(`${mail?.oobLink}&newPassword=Brand_new9`)).status).toBe(200);
    await follow(page, 'Back to login');
    await logIn(page, 'fred@people.example');
    await untilVisible(page, /password is incorrect/);
    await logIn(page, 'fred@people.example', 'Brand_new9');
    await page.waitForURL('**/dashboard/workerHome');
    expectCleanConsole([opened], REFUSED);
  });

  journey('a password reset does not reveal whether an email has an account', async (all) => {
    const { page } = await open(all, '/login');
    await follow(page, 'Forgot your password?');
    await page.getByLabel('Account email').fill('unknown@people.example');
    await press(page, 'Reset password');
    await untilVisible(page, /If unknown@people.example has an account, we’ve sent it a link/);
  });

  journey(
    'the Google popup of 500 by 600 registers a new user as a worker, and signs them in the next time',
    async (all) => {
      const opened = await all.newPage();
      const { page } = opened;
      await fakeGoogleScript(page.context());
      await page.addInitScript(() => {
        const { open } = window;
        window.open = (...given) => {
          document.documentElement.dataset.popup = given[2];
          return open.apply(window, given);
        };
      });
      await page.goto('/register');
      await page.getByRole('link', { name: 'Login', exact: true }).click();
      await createGoogleAccount(await openPopup(page), 'greta@people.example', 'Greta Google');
      await page.waitForURL('**/dashboard/workerHome');
      await untilMessage(page, 'Greta GoogleRegister Successful');
      await untilCoins(page, 10);
      expect(await page.locator('html').getAttribute('data-popup')).toMatch(/width=500,height=600/);
      await chooseFromAccountMenu(page, 'Log out');
      await untilMessage(page, 'Logout Successful');

      await page.getByRole('link', { name: 'Login' }).first().click();
      const again = await openPopup(page);
      await again.getByText('greta@people.example').click();
      await page.waitForURL('**/dashboard/workerHome');
      await untilMessage(page, 'Login Successful');
      await page.getByRole('button', { name: 'Greta Google worker, account' }).waitFor();
      expectCleanConsole([opened]);
    },
  );

  journey('a closed Google popup shows an error, and the form still works', async (all) => {
    await registered(all, 'clara@people.example');
    const opened = await open(all, '/login');
    const { page } = opened;
    await (await openPopup(page)).close();
    await untilVisible(page, /window was closed before sign-in finished/);
    await untilVisible(page, 'Login Unsuccessful');
    await logIn(page, 'clara@people.example');
    await page.waitForURL('**/dashboard/workerHome');
    expectCleanConsole([opened]);
  });

  journey('a blocked popup is replaced by a redirect to Google, which returns signed in', async (all) => {
    const opened = await open(all, '/login');
    const { page } = opened;
    await page.evaluate(() => {
      window.open = () => null;
    });
    await press(page, 'Sign in with Google');
    await page.waitForURL((url) => emulator.isAt(url));
    await createGoogleAccount(page, 'rita@people.example', 'Rita Redirect');
    await page.waitForURL('**/dashboard/workerHome');
    await untilMessage(page, 'Rita RedirectRegister Successful');
    await page.getByRole('button', { name: 'Rita Redirect worker, account' }).waitFor();
    // The emulator's page requests external fonts and styles.
    expectCleanConsole([opened], CUT);
  });

  journey('while Firebase is unavailable the sign-in shows an error, and everything else works', async (all) => {
    const { page: signedIn, messages } = await registered(all, 'nina@people.example');
    const opened = await open(all, '/login');
    for (const { context } of [signedIn, opened.page].map((page) => ({ context: page.context() })))
      await context.route(
        (url) => emulator.isAt(url),
        (route) => route.abort(),
      );
    const { page } = opened;
    await logIn(page, 'nina@people.example');
    await untilVisible(page, 'Login unsuccessful');
    await untilVisible(page, /sign-in service isn’t responding. Check your connection/);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Featured Tasks' }).waitFor();

    await signedIn.reload();
    await untilCoins(signedIn, 10);
    await signedIn.goto('/dashboard/workerTaskList');
    await heading(signedIn, /Total Available Task/).waitFor();
    await chooseFromAccountMenu(signedIn, 'Log out');
    await untilMessage(signedIn, 'Logout Successful');
    expect(await untilNoStoredAccount(signedIn)).toEqual([]);
    expectCleanConsole([opened, { page: signedIn, messages }], CUT);
  });

  journey('without Google’s script the Google sign-in shows an error, and email and password work', async (all) => {
    await registered(all, 'gina@people.example');
    const { page } = await open(all, '/login');
    await page.context().route('https://apis.google.com/**', (route) => route.abort());
    await press(page, 'Sign in with Google');
    await untilVisible(page, 'Login Unsuccessful');
    await untilVisible(page, /is having a problem|could not be reached/);
    await logIn(page, 'gina@people.example');
    await page.waitForURL('**/dashboard/workerHome');
  });

  journey('an offline sign-out removes the session', async (all) => {
    const { page } = await registered(all, 'otto@people.example');
    await page.reload();
    await untilCoins(page, 10);
    await page.context().setOffline(true);
    await chooseFromAccountMenu(page, 'Log out');
    expect(await untilNoStoredAccount(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.goto('/dashboard/workerHome');
    await page.waitForURL('**/login');
  });

  journey('an account that Firebase has disabled shows an error', async (all) => {
    await registered(all, 'dora@people.example');
    await emulator.disable('dora@people.example');
    const { page } = await open(all, '/login');
    await logIn(page, 'dora@people.example');
    await untilVisible(page, /This account has been closed/);
  });

  journey('an existing user’s email requires verification before another account can use it', async (all) => {
    const email = 'olga@people.example';
    // Registers, then deletes the account at Firebase: the email is free there and taken here.
    const idToken = await emulator.signUp(email, PASSWORD);
    await all.client.insert('createUser', { token: idToken, body: { userName: 'Olga Owner', userRole: 'worker' } });
    await emulator.remove(idToken);
    const opened = await open(all, '/register');
    const { page } = opened;
    await register(page, { email, role: 'Buyer' });
    await untilVisible(page, /couldn’t confirm that it’s yours/);

    await page.goto('/login');
    await logIn(page, email);
    await untilVisible(page, /couldn’t confirm that it’s yours/);
    await follow(page, 'Forgot your password?');
    await press(page, 'Reset password');
    await untilVisible(page, /we’ve sent it a link/);
    const mail = await emulator.mailTo(email);
    await fetch(`${mail?.oobLink}&newPassword=${encodeURIComponent(PASSWORD)}`);
    await follow(page, 'Back to login');
    await logIn(page, email);
    await page.waitForURL('**/dashboard/workerHome');
    await page.getByRole('button', { name: 'Olga Owner worker, account' }).waitFor();
    expectCleanConsole([opened], REFUSED);
  });

  journey('an expired access token is renewed with Firebase’s token', async (all) => {
    const { page } = await registered(all, 'rolf@people.example');
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/jwt')) answers.push(response.status());
    });
    const old = await page.evaluate(() => {
      const [head, , signature] = (localStorage.getItem('access-token') ?? '').split('.');
      const claims = btoa(JSON.stringify({ email: 'rolf@people.example', exp: 1, iat: 0 }));
      const token = [head, claims, signature].join('.');
      localStorage.setItem('access-token', token);
      return token;
    });
    await page.reload();
    await untilCoins(page, 10);
    expect(answers).toEqual([200]);
    expect(await tokenOf(page)).not.toBe(old);
  });

  journey('the login page loads Firebase, and the signed-out home page does not', async (all) => {
    const loadedBy = async (path: string) => {
      const { page } = await all.newPage();
      await fakeGoogleScript(page.context());
      const bodies: Promise<string>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') bodies.push(response.text().catch(() => ''));
      });
      await page.goto(path, { waitUntil: 'networkidle' });
      return (await Promise.all(bodies)).filter((text) => text.includes('identitytoolkit.googleapis.com')).length;
    };
    expect(await loadedBy('/')).toBe(0);
    expect(await loadedBy('/login')).toBe(1);
  });

  test('the operations of embedded accounts do not exist', async () => {
    const { client } = product();
    const body = { email: 'a@people.example', password: PASSWORD, displayName: 'A' };
    expect((await client.ask('signUp', { body })).status).toBe(404);
    expect((await client.ask('signIn', { body })).status).toBe(404);
  });
});

/** A sign-out completes in the background. */
const untilNoStoredAccount = async (page: Page): Promise<string[]> => {
  for (let tries = 0; tries < 50 && (await storedAccounts(page)).length > 0; tries++) await page.waitForTimeout(100);
  return storedAccounts(page);
};
