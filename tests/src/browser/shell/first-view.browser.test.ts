import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@piecework/base/testing';
import type { Page } from 'playwright-core';
import { useProduct } from '../../support/browser';
import { PHONE, signIn } from '../../support/chromium';
import { startFaultyFront } from '../../support/faulty-front';
import { FIRST_VIEW, heading, untilTakenOver } from '../steps';

const { journey } = useProduct();

const SCRIPTS = /\.js$/;

const blockScripts = (page: Page) => page.route(SCRIPTS, (route) => route.abort());

/** Holds the scripts of the page back until the returned function is called. */
const holdScripts = async (page: Page): Promise<() => void> => {
  let release = () => {};
  const released = new Promise<void>((done) => {
    release = done;
  });
  await page.route(SCRIPTS, async (route) => {
    await released;
    await route.continue();
  });
  return release;
};

/** The shell's server requests the views of a remote at the first visit, and does not wait for them for long. */
const goToFirstView = (page: Page, path: string, title: string | RegExp) =>
  eventually(async () => {
    await page.goto(path);
    return heading(page, title).isVisible();
  });

const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        (window as unknown as { shifts: number }).shifts += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
const shiftsOf = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number }).shifts);

journey('at the first visit the fonts wait for the page; later they do not', async ({ newPage }) => {
  const { page } = await newPage();
  /** For each font, whether the page was loaded when its request began. */
  const areAfterLoad = async (): Promise<boolean[]> => {
    await heading(page, 'Welcome back').waitFor();
    await page.waitForFunction(() => !document.documentElement.dataset.fonts);
    await page.evaluate(() => document.fonts.ready);
    return page.evaluate(() => {
      const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      const fonts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.woff2'));
      return fonts.map(({ startTime }) => startTime >= (visit?.loadEventStart ?? 0));
    });
  };
  await page.goto('/login');
  await eventually(async () => (await areAfterLoad()).length === 2, 'both fonts to load');
  expect(await areAfterLoad()).toEqual([true, true]);
  await page.reload();
  expect(await areAfterLoad()).toContain(false);
});

journey('home and login are painted without any script file', async ({ newPage }) => {
  for (const viewport of [undefined, PHONE]) {
    const { page } = await newPage(viewport && { viewport });
    await blockScripts(page);
    await goToFirstView(page, '/', /^Piecework turns big jobs/);
    await page.getByRole('link', { name: /^Earn coins/ }).waitFor();
    await goToFirstView(page, '/login', 'Welcome back');
  }
});

journey('a page without a first view shows the mark before its scripts arrive', async ({ newPage }) => {
  const { page } = await newPage();
  const release = await holdScripts(page);
  const mark = page.locator('#root').getByRole('img', { name: 'Loading' });
  await page.goto('/qa', { waitUntil: 'commit' });
  await mark.waitFor();
  release();
  await page.locator('#root h1').waitFor();
  expect(await mark.count()).toBe(0);

  const releaseHome = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator(`${FIRST_VIEW} h1`).first().waitFor();
  expect(await mark.isVisible()).toBe(false);
  releaseHome();
});

journey('the home is taken over without a shift, once', async ({ newPage }) => {
  const { page, messages } = await newPage({ viewport: PHONE });
  await watchShifts(page);
  const release = await holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await page.locator(`${FIRST_VIEW} h1`).first().waitFor();
  release();
  await page.locator('#root h1').waitFor();
  await untilTakenOver(page);
  expect(await page.locator('h1').count()).toBe(1);
  await sleep(500);
  expect(await shiftsOf(page)).toBeLessThan(0.01);
  expect(messages).toEqual([]);
});

journey('a login that is typed and sent before the takeover signs in', async ({ newPage, newPerson }) => {
  const person = await newPerson('worker');
  const { page } = await newPage();
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator(`${FIRST_VIEW} [name=email]`).fill(person.email);
  await page.locator(`${FIRST_VIEW} [name=password]`).pressSequentially(person.password);
  // The app submits it; the browser would put the password into the address.
  await page.keyboard.press('Enter');
  expect(new URL(page.url()).search).toBe('');
  release();
  await page.waitForURL(/workerHome$/);
});

journey('a link that is pressed while the app is ready to take over is followed', async ({ newPage }) => {
  const { page } = await newPage();
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator(FIRST_VIEW).getByRole('link', { name: 'Forgot your password?' }).hover();
  await page.mouse.down();
  release();
  await page.locator('#root [name=email]').waitFor({ state: 'attached' });
  await page.mouse.up();
  await page.waitForURL('**/forgotPassword');
  await page.getByLabel('Account email').waitFor();
});

journey('typed text and the focus survive the takeover', async ({ newPage }) => {
  const { page } = await newPage();
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator(`${FIRST_VIEW} [name=password]`).fill('secret');
  await page.locator(`${FIRST_VIEW} [name=email]`).pressSequentially('ann@');
  release();
  await page.locator('#root [name=email]').waitFor();
  await page.keyboard.type('example.com');
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('ann@example.com');
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('secret');
});

journey('the frame of a dashboard follows the role last seen', async ({ newPage, newPerson }) => {
  const person = await newPerson('buyer', 'Bella Buyer');
  const { page } = await newPage();
  await signIn(page, person);
  await heading(page, 'Hi, Bella Buyer').waitFor();
  await blockScripts(page);
  for (const path of ['/dashboard/buyerHome', '/dashboard']) {
    await goToFirstView(page, path, 'Hi, Bella Buyer');
    await page.getByRole('heading', { name: 'Submissions to review' }).waitFor();
  }
  // A page of another role, and one without a first view.
  for (const path of ['/dashboard/workerHome', '/dashboard/buyerTask']) {
    await page.goto(path);
    expect(await page.locator('h1:visible').count()).toBe(0);
  }
  await page.goto('/');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).waitFor();
  await page.evaluate(() => localStorage.clear());
  await page.goto('/dashboard');
  expect(await page.locator('h1:visible').count()).toBe(0);
});

journey('what a dashboard reads is requested once, before its scripts', async ({ newPage, newPerson }) => {
  const person = await newPerson('worker');
  const { page } = await newPage();
  await signIn(page, person);
  await page.waitForTimeout(1000);
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' && pathname === '/totals') reads.push(pathname);
  });
  const release = await holdScripts(page);
  await page.goto('/dashboard/workerHome', { waitUntil: 'commit' });
  await page.waitForRequest(/\/totals$/);
  release();
  await page.locator('#root').getByText('Choose a task').waitFor();
  await sleep(500);
  expect(reads).toHaveLength(1);
});

journey('a role that has changed since shows its own dashboard', async ({ newPage, newPerson }) => {
  const person = await newPerson('worker');
  const { page } = await newPage();
  await signIn(page, person);
  await page.evaluate(() => localStorage.setItem('piecework:role', 'buyer'));
  await page.goto('/dashboard/buyerHome');
  await heading(page, 'Hi, Welcome Back').waitFor();
  expect(await page.locator(FIRST_VIEW).count()).toBe(0);
  expect(await page.locator('h1').count()).toBe(1);
});

/** A build of mf-public with another text, as its team would deploy it. */
const redeployed = async (): Promise<string> => {
  const dir = await mkdtemp(join(tmpdir(), 'piecework-mf-public-'));
  cpSync(resolve('mf-public/dist'), dir, { recursive: true });
  const [file = ''] = readdirSync(join(dir, 'first-view')).filter((name) => name.endsWith('.json'));
  const views = readFileSync(join(dir, 'first-view', file), 'utf8');
  writeFileSync(join(dir, 'first-view', 'views.12345678.json'), views.replace('small tasks', 'tiny tasks'));
  const manifest = join(dir, 'mf-manifest.json');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(file, 'views.12345678.json'));
  return dir;
};

/** Reloads until the server has the view: it waits only a moment for a remote, and asks it once a second. */
const paints = (page: Page, text: RegExp) =>
  eventually(async () => {
    await page.goto('/');
    return heading(page, text).isVisible();
  }, `the first paint of ${text}`);

journey('a deployment of mf-public alone changes the first paint', async ({ newPage, overrideRemotes }) => {
  const remote = await startFaultyFront(resolve('mf-public/dist'));
  const next = await redeployed();
  try {
    overrideRemotes({ remotes: { mf_public: remote.manifest() } });
    const { page } = await newPage();
    await blockScripts(page);
    await paints(page, /into small tasks/);
    remote.deploy(next);
    await paints(page, /into tiny tasks/);
    remote.fail({ kind: 'status', status: 503 });
    await eventually(async () => {
      await page.goto('/');
      return (await page.locator('h1').count()) === 0;
    }, 'the page without a first view');
  } finally {
    overrideRemotes({});
    await remote.down();
    rmSync(next, { recursive: true, force: true });
  }
});
