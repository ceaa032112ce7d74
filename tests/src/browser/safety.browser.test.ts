import type { Page, Response } from 'playwright-core';
import { type Opened, type Product, signIn, useProduct } from '../support/browser';
import type { Person } from '../support/people';
import { expectClean, goTo, heading, pickOfAccount, pictureOf, press, row, untilTold } from './steps';

const { product, journey } = useProduct();

// Text of people is text

const EVIL = '<img src=x onerror="window.hasRun = true">';

/** Nothing of it was made an element, asked for, or run. */
const expectHarmless = async ({ page }: Opened) => {
  expect(await page.locator('img[src=x]').count()).toBe(0);
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false);
};

/** A task, its buyer, its work and its worker that are all called so. */
const evilTown = async ({ people, newPerson, client }: Product) => {
  const buyer = await newPerson('buyer', EVIL);
  const taskImageURL = await pictureOf(product(), buyer);
  const texts = { taskTitle: EVIL, taskDetail: EVIL, submissionInfo: EVIL };
  const taskId = await people.post(buyer, { ...texts, taskImageURL, requiredWorkers: 2, payableAmount: 5 });
  const worker = await newPerson('worker', EVIL);
  await people.submit(worker, taskId, EVIL);
  await client.insert('createWithdrawal', {
    as: worker,
    body: { withdrawalCoin: 200, paymentSystem: 'bkash' },
  });
  return { buyer, worker, taskId };
};

/** Each place, and what has to be done there until the text shows. */
const PLACES: Record<
  'stranger' | 'worker' | 'buyer' | 'admin',
  ((page: Page, taskId: string) => Promise<void>)[]
> = {
  stranger: [async (page) => void (await page.goto('/'))],
  worker: [
    (page) => goTo(page, 'TaskList'),
    async (page, taskId) => void (await page.goto(`/dashboard/workerTaskList/${taskId}`)),
    async (page) => {
      await goTo(page, 'My Submissions');
      await row(page, EVIL).getByRole('button', { name: EVIL }).click();
      await page.getByRole('dialog').getByText(EVIL).first().waitFor();
    },
  ],
  buyer: [
    async (page) => {
      await row(page, EVIL)
        .getByRole('button', { name: /^View Submission/ })
        .click();
      await page.getByRole('dialog', { name: EVIL }).getByText(EVIL).nth(3).waitFor();
      await page.keyboard.press('Escape');
    },
    async (page, taskId) => void (await page.goto(`/dashboard/buyerUpdateTask/${taskId}`)),
    async (page) => {
      await goTo(page, "My Task's");
      await press(page, `Delete ${EVIL}`);
      await untilTold(page, `“${EVIL}” — 5 coins of 1 open place are refunded to you.`);
      await press(page, 'Cancel');
    },
  ],
  admin: [
    async (page) => {
      await row(page, EVIL)
        .getByRole('button', { name: /^Cancel/ })
        .click();
      await untilTold(page, /by bkash to <img src=x/);
      await press(page, 'Cancel');
    },
    async (page) => {
      await goTo(page, 'Manage Users');
      await row(page, '10 coins')
        .getByRole('button', { name: /^Delete/ })
        .click();
      await untilTold(page, /is deleted with 10 coins/);
      await press(page, 'Cancel');
    },
    (page) => goTo(page, 'Manage Task'),
  ],
};

journey('a task called <img src=x onerror=…> is text on every screen, and nothing runs', async (all) => {
  const { buyer, worker, taskId } = await evilTown(all);
  const admin = await all.newPerson('admin', EVIL);
  const who: Record<keyof typeof PLACES, Person | undefined> = { stranger: undefined, worker, buyer, admin };
  for (const [visitor, places] of Object.entries(PLACES)) {
    const opened = await all.newPage();
    const asked: string[] = [];
    opened.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const person = who[visitor as keyof typeof PLACES];
    if (person) await signIn(opened.page, person);
    for (const visit of places) {
      await visit(opened.page, taskId);
      await opened.page.locator(`:text-is('${EVIL}'), :has(> [value='${EVIL}'])`).first().waitFor();
      await expectHarmless(opened);
    }
    expect(asked.filter((path) => path.endsWith('/x'))).toEqual([]);
    expectClean([opened]);
  }
});

// Tokens

/** Names in the local storage, of entries that could sign somebody in. */
const tokensIn = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(
        ([name, value]) =>
          /token/i.test(name) || /^[\w-]+\.[\w-]+\.[\w-]+$/.test(value) || /refresh/i.test(value),
      )
      .map(([name]) => name),
  );
/** What the page keeps to renew its access token with. */
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

journey(
  'access-token is the only token in the local storage, and gone from every tab after signing out',
  async (all) => {
    const opened = await all.newPage();
    const { page } = opened;
    await signIn(page, await all.newPerson('worker'));
    const other = await all.newTab(page);
    await other.page.goto('/dashboard/workerSubmission');
    await heading(other.page, /My Submissions/).waitFor();
    expect(await tokensIn(page)).toEqual(['access-token']);
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((name) => /token/i.test(name))),
    ).toEqual([]);
    expect(await page.context().cookies()).toEqual([]);
    expect(await identityIn(page)).toBe(1);

    const told = page.waitForResponse((response) => response.url().endsWith('/identity/sign-out'));
    await pickOfAccount(page, 'Log out');
    await other.page.waitForURL('**/login');
    await told;
    for (const tab of [page, other.page]) {
      expect(await tokensIn(tab)).toEqual([]);
      expect(await identityIn(tab)).toBe(0);
    }
    expectClean([opened, other]);
  },
);

// The Content-Security-Policy

/** Every screen of a role, by its address. */
const screensOf = (taskId: string) => ({
  worker: [
    'workerHome',
    'workerTaskList',
    `workerTaskList/${taskId}`,
    'workerSubmission',
    'workerWithdrawal',
    'statement',
  ],
  buyer: [
    'buyerHome',
    'buyerAddTask',
    'buyerTask',
    `buyerUpdateTask/${taskId}`,
    'buyerPurchaseCoin',
    'checkout/10',
    'buyerPayment',
    'statement',
  ],
  admin: ['adminHome', 'manageUser', 'manageTask', 'adminPayments', 'adminParked', 'statement'],
});
const PUBLIC = ['/', '/qa', '/login', '/register', '/nowhere'];

/** Collects what the policy of any of its documents forbids. */
const watchViolations = async (page: Page): Promise<string[]> => {
  const violations: string[] = [];
  await page.exposeFunction('tellViolation', (violation: string) => void violations.push(violation));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      const { tellViolation } = window as unknown as { tellViolation(violation: string): void };
      tellViolation(`${violatedDirective}: ${blockedURI} (${sourceFile})`);
    });
  });
  return violations;
};

const expectStrict = (policy: string | null | undefined) => {
  expect(policy).toMatch(/script-src/);
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
};

/** Opens a screen and looks through it to its end, until all that it asks for has come. */
const look = async (page: Page, path: string): Promise<Response | null> => {
  const response = await page.goto(path);
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => {
    const { scrollHeight } = document.documentElement;
    const isAtEnd = scrollY + innerHeight >= scrollHeight - 1;
    // What stands below comes when it is near.
    scrollBy(0, innerHeight / 2);
    const isWaiting = (element: Element) => element.textContent === 'Loading' || element.ariaBusy === 'true';
    const parts = [...document.querySelectorAll('main span, main [aria-busy]')];
    // Of a carousel some slides stay out of sight, and their pictures are not asked for.
    const isThere = ({ complete, loading }: HTMLImageElement) => complete || loading === 'lazy';
    return isAtEnd && !parts.some(isWaiting) && [...document.images].every(isThere);
  });
  return response;
};

for (const role of ['worker', 'buyer', 'admin'] as const)
  journey(
    `no screen of the ${role} breaks its strict policy, and no console has anything to say`,
    async (all) => {
      const buyer = await all.newPerson('buyer', 'Bella Buyer');
      const person = role === 'buyer' ? buyer : await all.newPerson(role);
      const taskImageURL = await pictureOf(all, buyer);
      const taskId = await all.people.post(buyer, { taskImageURL, requiredWorkers: 1 });
      const opened = await all.newPage();
      const violations = await watchViolations(opened.page);
      await signIn(opened.page, person);
      for (const screen of screensOf(taskId)[role]) await look(opened.page, `/dashboard/${screen}`);
      expect(violations).toEqual([]);
      expectClean([opened]);
    },
  );

journey(
  'no public screen breaks its policy, which is strict in the shell and in every remote',
  async (all) => {
    const opened = await all.newPage();
    const violations = await watchViolations(opened.page);
    for (const path of PUBLIC)
      expectStrict((await look(opened.page, path))?.headers()['content-security-policy']);
    expect(violations).toEqual([]);
    expectClean([opened]);
    for (const offset of [1, 2, 3, 4]) {
      const remote = await fetch(`http://localhost:${all.stack.settings.port + offset}/`);
      expectStrict(remote.headers.get('content-security-policy'));
    }
  },
);
