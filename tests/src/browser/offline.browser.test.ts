import type { Page } from 'playwright-core';
import { useProduct } from '../support/browser';

jest.setTimeout(60_000);

const { journey } = useProduct();

const home = (page: Page) => page.getByRole('heading', { name: 'Top earned worker' });
const offlinePage = (page: Page) => page.getByRole('heading', { name: 'No connection' });
const ready = (page: Page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));

journey(
  'an offline visitor sees a page of Piecework, and the wanted one when online again',
  async (product) => {
    const { page } = await product.newPage({ serviceWorkers: 'allow' });
    await page.goto('/');
    await home(page).waitFor();
    await ready(page);

    await page.context().setOffline(true);
    await page.goto('/qa');
    await offlinePage(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/qa');
    // The stored policy applies: a blocked style would leave the default ground.
    expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid');
    await page.getByRole('button', { name: 'Try again' }).click();
    await offlinePage(page).waitFor();

    await page.context().setOffline(false);
    await page
      .getByRole('heading', { name: /Q\/A|questions/i })
      .first()
      .waitFor();
  },
);

journey('a worker whose file is gone removes itself and what it stored', async ({ newPage, origin }) => {
  const { page } = await newPage({ serviceWorkers: 'allow' });
  const context = page.context();
  await page.goto('/');
  await ready(page);

  // As a build without the file answers, and registers no worker.
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => Promise.reject(new TypeError('gone'));
  });
  await context.route(`${origin}/offline-worker.js`, (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await page.waitForFunction(
    async () =>
      (await navigator.serviceWorker.getRegistrations()).length === 0 && (await caches.keys()).length === 0,
    undefined,
    { polling: 200 },
  );
});
