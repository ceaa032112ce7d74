import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@piecework/base';
import { serveFront } from '@piecework/front-server';
import type { Browser, Page } from 'playwright-core';
import { launchChromium, testInBrowser } from '../../support/browser';
import { freeBasePort } from '../../support/ports';

// The shell's server alone, over a copy of the build.

let folder: string;
let front: Awaited<ReturnType<typeof serveFront>>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-offline-'));
  cpSync('shell/dist', folder, { recursive: true });
  const port = await freeBasePort();
  front = await serveFront({
    front: 'shell',
    dir: folder,
    port,
    log: silentLog,
    settings: { port, listen: 'loopback', allowedOrigins: [], remotesFile: join(folder, '.remotes.json') },
  });
  browser = await launchChromium();
  page = await (await browser.newContext({ baseURL: `http://localhost:${port}` })).newPage();
  await page.goto('/qa');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
});
afterAll(async () => {
  await browser.close();
  await front.stop();
  rmSync(folder, { recursive: true, force: true });
});

testInBrowser('an offline visitor sees a page of Piecework, and the wanted one when online again', async () => {
  const offlinePage = page.getByRole('heading', { name: 'No connection' });
  await page.context().setOffline(true);
  await page.goto('/login');
  await offlinePage.waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
  // The stored policy applies: a blocked style would leave a block.
  expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid');

  await page.context().setOffline(false);
  await page.waitForFunction(() => !document.title.startsWith('No connection'));
  expect(new URL(page.url()).pathname).toBe('/login');
});

testInBrowser('the offline page is in the language of the reader', async () => {
  await page.evaluate(() => localStorage.setItem('piecework:language', 'bn'));
  await page.context().setOffline(true);
  await page.goto('/login');
  await page.getByRole('heading', { name: 'সংযোগ নেই' }).waitFor();
  expect(await page.locator('h1:visible').count()).toBe(1);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('bn');
  expect(await page.title()).toBe('সংযোগ নেই · Piecework');
  await page.context().setOffline(false);
  await page.waitForFunction(() => !document.title.startsWith('সংযোগ'));
  await page.evaluate(() => localStorage.removeItem('piecework:language'));
});

testInBrowser('a worker whose file is gone removes itself and what it stored', async () => {
  rmSync(join(folder, 'offline-worker.js'));
  await page.goto('/qa');
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistrations()).length === 0 && (await caches.keys()).length === 0,
    undefined,
    { polling: 200 },
  );
});
