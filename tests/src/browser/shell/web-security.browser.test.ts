import type { Page, Response } from 'playwright-core';
import { type OpenedPage, type Product, signIn, useProduct } from '../../support/browser';
import type { Person } from '../../support/people';
import {
  chooseFromAccountMenu,
  expectCleanConsole,
  goTo,
  heading,
  pictureOf,
  press,
  row,
  untilVisible,
} from '../steps';

const { product, journey } = useProduct();

// HTML in user text

const HTML_TEXT = '<img src=x onerror="window.hasRun = true">';

/** Expects that the text created no element and ran no script. */
const expectHarmless = async ({ page }: OpenedPage) => {
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
};

/** Creates a task, buyer, submission and worker whose texts are all `HTML_TEXT`. */
const createHostileTexts = async ({ people, newPerson, client }: Product) => {
  const buyer = await newPerson('buyer', HTML_TEXT);
  const taskImageURL = await pictureOf(product(), buyer);
  const texts = { taskTitle: HTML_TEXT, taskDetail: HTML_TEXT, submissionInfo: HTML_TEXT };
  const taskId = await people.post(buyer, { ...texts, taskImageURL, requiredWorkers: 2, payableAmount: 5 });
  const worker = await newPerson('worker', HTML_TEXT);
  await people.submit(worker, taskId, HTML_TEXT);
  await client.insert('createWithdrawal', { as: worker, body: { withdrawalCoin: 200, paymentSystem: 'bkash' } });
  return { buyer, worker, taskId };
};

/** Steps that lead each visitor to the places where the text is shown. */
const PLACES: Record<'anonymous' | 'worker' | 'buyer' | 'admin', ((page: Page, taskId: string) => Promise<void>)[]> = {
  anonymous: [
    async (page) => {
      await page.goto('/');
      await page.getByRole('region', { name: 'Newest tasks' }).scrollIntoViewIfNeeded();
    },
  ],
  worker: [
    (page) => goTo(page, 'TaskList'),
    async (page, taskId) => void (await page.goto(`/dashboard/workerTaskList/${taskId}`)),
    async (page) => {
      await goTo(page, 'My Submissions');
      await row(page, HTML_TEXT).getByRole('button', { name: HTML_TEXT }).click();
      await page.getByRole('dialog').getByText(HTML_TEXT).first().waitFor();
    },
  ],
  buyer: [
    async (page) => {
      await row(page, HTML_TEXT)
        .getByRole('button', { name: /^View Submission/ })
        .click();
      await page.getByRole('dialog', { name: HTML_TEXT }).getByText(HTML_TEXT).nth(3).waitFor();
      await page.keyboard.press('Escape');
    },
    async (page, taskId) => void (await page.goto(`/dashboard/buyerUpdateTask/${taskId}`)),
    async (page) => {
      await goTo(page, "My Task's");
      await press(page, `Delete ${HTML_TEXT}`);
      await untilVisible(page, `“${HTML_TEXT}” — You get back 5 coins for 1 open place.`);
      await press(page, 'Cancel');
    },
  ],
  admin: [
    async (page) => {
      await row(page, HTML_TEXT)
        .getByRole('button', { name: /^Cancel/ })
        .click();
      await untilVisible(page, /by bkash to <img src=x/);
      await press(page, 'Back');
    },
    async (page) => {
      await goTo(page, 'Manage Users');
      await row(page, '10 coins')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await untilVisible(page, /is deleted with 10 coins/);
      await press(page, 'Cancel');
    },
    (page) => goTo(page, 'Manage Task'),
  ],
};

journey('a task called <img src=x onerror=…> is text on every screen, and nothing runs', async (all) => {
  const { buyer, worker, taskId } = await createHostileTexts(all);
  const admin = await all.newPerson('admin', HTML_TEXT);
  const who: Record<keyof typeof PLACES, Person | undefined> = { anonymous: undefined, worker, buyer, admin };
  for (const [visitor, places] of Object.entries(PLACES)) {
    const opened = await all.newPage();
    const asked: string[] = [];
    opened.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const person = who[visitor as keyof typeof PLACES];
    if (person) await signIn(opened.page, person);
    for (const visit of places) {
      await visit(opened.page, taskId);
      await opened.page.locator(`:text-is('${HTML_TEXT}'), :has(> [value='${HTML_TEXT}'])`).first().waitFor();
      await expectHarmless(opened);
    }
    expect(asked.filter((path) => path.endsWith('/x'))).toEqual([]);
    expectCleanConsole([opened]);
  }
});

// Tokens

/** Keys of local storage whose entries look like tokens. */
const tokensIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(
        ([name, value]) => /token/i.test(name) || /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) || /refresh/i.test(value),
      )
      .map(([name]) => name),
  );
/** Number of stored identities, which renew the access token. */
const identityIn = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opening = indexedDB.open('piecework');
        opening.onsuccess = () => {
          const reading = opening.result.transaction('identity').objectStore('identity').getAll();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(reading.result.length);
          };
        };
      }),
  );

journey('access-token is the only token in local storage, and a sign-out removes it in every tab', async (all) => {
  const opened = await all.newPage();
  const { page } = opened;
  await signIn(page, await all.newPerson('worker'));
  const other = await all.newTab(page);
  await other.page.goto('/dashboard/workerSubmission');
  await heading(other.page, /My Submissions/).waitFor();
  expect(await tokensIn(page)).toEqual(['access-token']);
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => /token/i.test(name)))).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await identityIn(page)).toBe(1);

  const signedOut = page.waitForResponse((response) => response.url().endsWith('/identity/sign-out'));
  await chooseFromAccountMenu(page, 'Log out');
  await other.page.waitForURL('**/login');
  await signedOut;
  for (const tab of [page, other.page]) {
    expect(await tokensIn(tab)).toEqual([]);
    expect(await identityIn(tab)).toBe(0);
  }
  expectCleanConsole([opened, other]);
});

// The Content-Security-Policy

/** Paths of every screen of a role. */
const screensOf = (taskId: string, email: string) => ({
  worker: [
    'workerHome',
    'workerTaskList',
    `workerTaskList/${taskId}`,
    `workerTaskList/${taskId}/work`,
    'workerSubmission',
    'workerWithdrawal',
    'messages',
    'hiddenBuyers',
    'statement',
    'profile',
    'security',
    'notifications',
    'notifications?show=email',
  ],
  buyer: [
    'buyerHome',
    'buyerAddTask',
    'buyerImport',
    'batches',
    'buyerTask',
    `buyerTask/${taskId}`,
    'buyerReview',
    `buyerUpdateTask/${taskId}`,
    'buyerPurchaseCoin',
    'checkout/10',
    'buyerPayment',
    'messages',
    'blockedWorkers',
    'statement',
    'apiKeys',
    'profile',
    'security',
    'notifications',
  ],
  admin: [
    'adminHome',
    'adminSearch?q=worker',
    `person/find?email=${encodeURIComponent(email)}`,
    'manageUser',
    'manageTask',
    'adminPayments',
    'adminGrants',
    'adminAdjustments',
    'adminAppeals',
    'adminReports',
    'adminTrail',
    'adminIntegrity',
    'adminMail',
    'adminParked',
    'statement',
    'profile',
    'security',
    'notifications',
  ],
});
const PUBLIC = [
  ...['/', '/qa', '/login', '/register', '/nowhere'],
  ...['/forgotPassword', '/resetPassword#request.secret', '/confirmEmail#request.secret'],
];

const watchViolations = async (page: Page): Promise<string[]> => {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => void violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { reportViolation } = window as unknown as { reportViolation(violation: string): void };
      reportViolation(`${violatedDirective}: ${blockedURI} (${sourceFile})`);
    });
  });
  return violations;
};

const expectStrict = (policy: string | null | undefined) => {
  expect(policy).toMatch(/script-src/);
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
};

/** Opens a screen, scrolls to its end and waits until everything is loaded. */
const openCompletely = async (page: Page, path: string): Promise<Response | null> => {
  const response = await page.goto(path);
  // Not that of the first view: a part that is scrolled past before the app is there does not mount.
  await page.locator('#root h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => {
    const { scrollHeight } = document.documentElement;
    const isAtEnd = scrollY + innerHeight >= scrollHeight - 1;
    // Parts below the viewport mount when they are near it.
    scrollBy(0, innerHeight / 2);
    const isWaiting = (element: Element) => element.textContent === 'Loading' || element.ariaBusy === 'true';
    const parts = [...document.querySelectorAll('main span, main [aria-busy]')];
    // Pictures of hidden carousel slides are not loaded.
    const isThere = ({ complete, loading }: HTMLImageElement) => complete || loading === 'lazy';
    return isAtEnd && !parts.some(isWaiting) && [...document.images].every(isThere);
  });
  return response;
};

for (const role of ['worker', 'buyer', 'admin'] as const)
  journey(`no screen of the ${role} violates the strict policy or writes to the console`, async (all) => {
    const buyer = await all.newPerson('buyer', 'Bella Buyer');
    const person = role === 'buyer' ? buyer : await all.newPerson(role);
    const taskImageURL = await pictureOf(all, buyer);
    const taskId = await all.people.post(buyer, { taskImageURL, requiredWorkers: 1 });
    const opened = await all.newPage();
    const violations = await watchViolations(opened.page);
    await signIn(opened.page, person);
    for (const screen of screensOf(taskId, buyer.email)[role])
      await openCompletely(opened.page, `/dashboard/${screen}`);
    expect(violations).toEqual([]);
    expectCleanConsole([opened]);
  });

journey('no public screen violates the policy, which is strict in the shell and in every remote', async (all) => {
  const opened = await all.newPage();
  const violations = await watchViolations(opened.page);
  const buyer = await all.newPerson('buyer', 'Bella Buyer');
  const taskId = await all.people.post(buyer, { taskImageURL: await pictureOf(all, buyer) });
  for (const path of [...PUBLIC, `/task/${taskId}`])
    expectStrict((await openCompletely(opened.page, path))?.headers()['content-security-policy']);
  expect(violations).toEqual([]);
  expectCleanConsole([opened]);
  for (const offset of [1, 2, 3, 4]) {
    const remote = await fetch(`http://localhost:${all.stack.settings.port + offset}/`);
    expectStrict(remote.headers.get('content-security-policy'));
  }
});
