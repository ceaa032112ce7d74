import { FIREBASE_ENV } from '@piecework/config/testing';
import type { Page } from 'playwright-core';
import { findFirebaseTools } from '../../../scripts/lib/firebase-tools.mjs';
import {
  chooseFromAccountMenu,
  expectCleanConsole,
  fillCredentials,
  heading,
  PICTURE,
  press,
  tokenOf,
  untilCoins,
  untilVisible,
} from '../browser/steps';
import { findChromium, type OpenedPage, type Product, useProduct } from '../support/browser';
import { PASSWORD } from '../support/people';
import { type AuthEmulator, START_WITHIN, startAuthEmulator } from './emulator';
import { withoutGoogle } from './gapi';

/** The console says so of every answer that the test provokes. */
const REFUSED = /status of 40[03]/;
const CUT = /ERR_FAILED/;

let emulator: AuthEmulator;

const settings = async () => ({
  ...FIREBASE_ENV,
  FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
});

const open = async (product: Product, path: string): Promise<OpenedPage> => {
  const opened = await product.newPage();
  await withoutGoogle(opened.page.context());
  await opened.page.goto(path);
  return opened;
};

const register = async (page: Page, who: { email: string; name?: string; role?: 'Worker' | 'Buyer' }) => {
  await page.getByLabel('Name').fill(who.name ?? 'Ann Archer');
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Profile picture').setInputFiles(PICTURE);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Role').selectOption({ label: who.role ?? 'Worker' });
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

/** Whom Firebase's library keeps in this browser. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('firebaseLocalStorageDb');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const database = opening.result;
          const all = database
            .transaction('firebaseLocalStorage')
            .objectStore('firebaseLocalStorage')
            .getAllKeys();
          all.onsuccess = () => {
            database.close();
            resolve(all.result.map(String).filter((key) => key.startsWith('firebase:authUser:')));
          };
        };
      }),
  );

/** Chooses a new account in the emulator's stand-in for Google's page. */
const chooseNew = async (google: Page, email: string, name: string) => {
  await google.locator('.js-new-account').click();
  await google.locator('#email-input').fill(email);
  await google.locator('#display-name-input').fill(name);
  await google.locator('#sign-in').click();
};

const withPopup = async (page: Page): Promise<Page> => {
  const opened = page.waitForEvent('popup');
  await press(page, 'Sign in with Google');
  return opened;
};

const describeHere = findFirebaseTools() && findChromium() ? describe : describe.skip;

describeHere('signing in with Firebase', () => {
  beforeAll(async () => {
    emulator = await startAuthEmulator();
  }, START_WITHIN + 10_000);
  afterAll(() => emulator?.stop());
  const { product, journey } = useProduct({ env: settings });

  journey('somebody registers, stays over a reload, and leaves nothing behind in any tab', async (all) => {
    const opened = await open(all, '/register');
    const { page } = opened;
    await register(page, { email: 'bella@people.example', name: 'Bella Buyer', role: 'Buyer' });
    await page.waitForURL('**/dashboard/buyerHome');
    await untilVisible(page, 'Bella BuyerRegister Successful');
    await untilCoins(page, 50);
    await page.reload();
    await page.getByRole('button', { name: 'Bella Buyer buyer, account' }).waitFor();
    expect(await kept(page)).toHaveLength(1);

    const other = await all.newTab(page);
    await other.page.goto('/dashboard/buyerTask');
    await heading(other.page, /^My Task/).waitFor();
    // A tab behind another one is not painted, and so nothing in it comes to rest.
    await page.bringToFront();
    await chooseFromAccountMenu(page, 'Log out');
    await untilVisible(page, 'Logout Successful');
    await other.page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
    expect(await untilForgotten(page)).toEqual([]);
    expectCleanConsole([opened, other]);
  });

  journey('a wrong password says so, and the right one lets in', async (all) => {
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
    await untilVisible(page, 'Login Successful');
    await untilCoins(page, 10);
    expectCleanConsole([opened], REFUSED);
  });

  journey(
    'an email that is taken, and a password that Firebase does not take, are told at the form',
    async (all) => {
      await registered(all, 'taken@people.example');
      const opened = await open(all, '/register');
      const { page } = opened;
      await register(page, { email: 'taken@people.example' });
      await untilVisible(page, 'Register unsuccessful');
      await untilVisible(page, 'This email already has an account. Please sign in instead.');

      for (const [message, sentence] of [
        ['WEAK_PASSWORD : Password should be at least 6 characters', /at least one uppercase letter/],
        ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements', /at least one uppercase/],
        ['TOO_MANY_ATTEMPTS_TRY_LATER : Too many', /There were too many attempts/],
        ['OPERATION_NOT_ALLOWED', /not set up on this site/],
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
    },
  );

  journey('a forgotten password is replaced by the mail', async (all) => {
    const { page: first } = await registered(all, 'fred@people.example');
    await first.context().close();
    const opened = await open(all, '/login');
    const { page } = opened;
    await press(page, 'Forgot your password?');
    await page.getByLabel('Email of your account').fill('fred@people.example');
    await press(page, 'Reset password');
    await untilVisible(page, /If fred@people.example has an account, we have sent an email/);
    const mail = await emulator.mailTo('fred@people.example');
    expect(mail?.requestType).toBe('PASSWORD_RESET');
    expect((await fetch(`${mail?.oobLink}&newPassword=Brand_new9`)).status).toBe(200);
    await press(page, 'Back to login');
    await logIn(page, 'fred@people.example');
    await untilVisible(page, /password is incorrect/);
    await logIn(page, 'fred@people.example', 'Brand_new9');
    await page.waitForURL('**/dashboard/workerHome');
    expectCleanConsole([opened], REFUSED);
  });

  journey('whether an email has an account is not told by asking for a new password', async (all) => {
    const { page } = await open(all, '/login');
    await press(page, 'Forgot your password?');
    await page.getByLabel('Email of your account').fill('nobody@people.example');
    await press(page, 'Reset password');
    await untilVisible(page, /If nobody@people.example has an account, we have sent an email/);
  });

  journey(
    'Google’s window of 500 by 600 makes a worker of who is new, and knows them the next time',
    async (all) => {
      const opened = await all.newPage();
      const { page } = opened;
      await withoutGoogle(page.context());
      await page.addInitScript(() => {
        const { open } = window;
        window.open = (...given) => {
          document.documentElement.dataset.popup = given[2];
          return open.apply(window, given);
        };
      });
      await page.goto('/register');
      await page.getByRole('link', { name: 'Login', exact: true }).click();
      await chooseNew(await withPopup(page), 'greta@people.example', 'Greta Google');
      await page.waitForURL('**/dashboard/workerHome');
      await untilVisible(page, 'Login Successful');
      await untilCoins(page, 10);
      expect(await page.locator('html').getAttribute('data-popup')).toMatch(/width=500,height=600/);
      await chooseFromAccountMenu(page, 'Log out');
      await untilVisible(page, 'Logout Successful');

      await page.getByRole('link', { name: 'Login' }).first().click();
      const again = await withPopup(page);
      await again.getByText('greta@people.example').click();
      await page.waitForURL('**/dashboard/workerHome');
      await page.getByRole('button', { name: 'Greta Google worker, account' }).waitFor();
      expectCleanConsole([opened]);
    },
  );

  journey('Google’s window that is closed says so, and the form goes on', async (all) => {
    await registered(all, 'clara@people.example');
    const opened = await open(all, '/login');
    const { page } = opened;
    await (await withPopup(page)).close();
    await untilVisible(page, /window was closed before sign-in finished/);
    await untilVisible(page, 'Login Unsuccessful');
    await logIn(page, 'clara@people.example');
    await page.waitForURL('**/dashboard/workerHome');
    expectCleanConsole([opened]);
  });

  journey(
    'where the window is blocked the page goes to Google itself, and comes back signed in',
    async (all) => {
      const opened = await open(all, '/login');
      const { page } = opened;
      await page.evaluate(() => {
        window.open = () => null;
      });
      await press(page, 'Sign in with Google');
      await page.waitForURL((url) => emulator.isAt(url));
      await chooseNew(page, 'rita@people.example', 'Rita Redirect');
      await page.waitForURL('**/dashboard/workerHome');
      await untilVisible(page, 'Login Successful');
      await page.getByRole('button', { name: 'Rita Redirect worker, account' }).waitFor();
      // The emulator's page would like fonts and styles.
      expectCleanConsole([opened], CUT);
    },
  );

  journey('without Firebase the sign-in says what is wrong, and nothing else suffers', async (all) => {
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
    await untilVisible(page, /sign-in service is not responding. Check your connection/);
    await page.goto('/');
    await page.getByRole('heading', { name: 'Featured Tasks' }).waitFor();

    await signedIn.reload();
    await untilCoins(signedIn, 10);
    await signedIn.goto('/dashboard/workerTaskList');
    await heading(signedIn, /Total Available Task/).waitFor();
    await chooseFromAccountMenu(signedIn, 'Log out');
    await untilVisible(signedIn, 'Logout Successful');
    expect(await untilForgotten(signedIn)).toEqual([]);
    expectCleanConsole([opened, { page: signedIn, messages }], CUT);
  });

  journey('without Google’s script its window says so, and email and password work', async (all) => {
    await registered(all, 'gina@people.example');
    const { page } = await open(all, '/login');
    await page.context().route('https://apis.google.com/**', (route) => route.abort());
    await press(page, 'Sign in with Google');
    await untilVisible(page, 'Login Unsuccessful');
    await untilVisible(page, /is having a problem|could not be reached/);
    await logIn(page, 'gina@people.example');
    await page.waitForURL('**/dashboard/workerHome');
  });

  journey('signed out without any connection is signed out', async (all) => {
    const { page } = await registered(all, 'otto@people.example');
    await page.reload();
    await untilCoins(page, 10);
    await page.context().setOffline(true);
    await chooseFromAccountMenu(page, 'Log out');
    expect(await untilForgotten(page)).toEqual([]);
    await page.context().setOffline(false);
    await page.goto('/dashboard/workerHome');
    await page.waitForURL('**/login');
  });

  journey('an account that Firebase has disabled says so', async (all) => {
    await registered(all, 'dora@people.example');
    await emulator.disable('dora@people.example');
    const { page } = await open(all, '/login');
    await logIn(page, 'dora@people.example');
    await untilVisible(page, /This account has been closed/);
  });

  journey('an email that is somebody’s is nobody else’s until it is proved', async (all) => {
    const email = 'olga@people.example';
    // Somebody registers, and takes the account at Firebase away: its email is free there, and taken here.
    const idToken = await emulator.signUp(email, PASSWORD);
    await all.client.insert('createUser', {
      token: idToken,
      body: { userName: 'Olga Owner', userRole: 'worker' },
    });
    await emulator.remove(idToken);
    const opened = await open(all, '/register');
    const { page } = opened;
    await register(page, { email, role: 'Buyer' });
    await untilVisible(page, /already belongs to somebody here/);

    await page.goto('/login');
    await logIn(page, email);
    await untilVisible(page, /already belongs to somebody here/);
    await press(page, 'Forgot your password?');
    await press(page, 'Reset password');
    await untilVisible(page, /an email with a link/);
    const mail = await emulator.mailTo(email);
    await fetch(`${mail?.oobLink}&newPassword=${encodeURIComponent(PASSWORD)}`);
    await press(page, 'Back to login');
    await logIn(page, email);
    await page.waitForURL('**/dashboard/workerHome');
    await page.getByRole('button', { name: 'Olga Owner worker, account' }).waitFor();
    expectCleanConsole([opened], REFUSED);
  });

  journey('an access token that is over is renewed by Firebase’s', async (all) => {
    const { page } = await registered(all, 'rolf@people.example');
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.request().method() === 'POST' && response.url().endsWith('/jwt'))
        answers.push(response.status());
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

  journey('the signed-out home loads nothing of Firebase, and the login page does', async (all) => {
    const loadedBy = async (path: string) => {
      const { page } = await all.newPage();
      await withoutGoogle(page.context());
      const bodies: Promise<string>[] = [];
      page.on('response', (response) => {
        if (response.request().resourceType() === 'script') bodies.push(response.text().catch(() => ''));
      });
      await page.goto(path, { waitUntil: 'networkidle' });
      return (await Promise.all(bodies)).filter((text) => text.includes('identitytoolkit.googleapis.com'))
        .length;
    };
    expect(await loadedBy('/')).toBe(0);
    expect(await loadedBy('/login')).toBe(1);
  });

  test('accounts are not kept here: their calls do not exist', async () => {
    const { client } = product();
    const body = { email: 'a@people.example', password: PASSWORD, displayName: 'A' };
    expect((await client.ask('signUp', { body })).status).toBe(404);
    expect((await client.ask('signIn', { body })).status).toBe(404);
  });
});

/** Signing out goes on in the background for a moment. */
const untilForgotten = async (page: Page): Promise<string[]> => {
  for (let tries = 0; tries < 50 && (await kept(page)).length > 0; tries++) await page.waitForTimeout(100);
  return kept(page);
};
