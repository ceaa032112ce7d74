import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { loadTimeOf, untilTakenOver } from '../browser/steps';
import { signIn, useProduct } from '../support/browser';
import { type Fault, startFaultyFront } from '../support/faulty-front';

// Faults and redeploys of one remote while the product runs.

/** The deployed build (a copy, so that a concurrent build does not change it), and a later build of the same remote. */
const folder = mkdtempSync(join(tmpdir(), 'piecework-builds-'));
const DEPLOYED = join(folder, 'deployed');
const NEXT = join(folder, 'next');
const NEXT_VERSION = '9.9.9-next';
const NEXT_CHUNKS = 'chunks_mf_worker_9_9_9_next';
let front: Awaited<ReturnType<typeof startFaultyFront>>;

const { product, journey } = useProduct();

beforeAll(async () => {
  cpSync(resolve('mf-worker/dist'), DEPLOYED, { recursive: true });
  front = await startFaultyFront(DEPLOYED);
  product().overrideRemotes({ remotes: { mf_worker: front.manifest() } });
  // From now on the shell's server knows the pages of the remote, whatever happens to it.
  await fetch(`${product().origin}/remotes.json`);
  const webpack = resolve('node_modules/webpack-cli/bin/cli.js');
  const built = spawnSync(process.execPath, [webpack, '--mode', 'production', '--output-path', NEXT], {
    cwd: resolve('mf-worker'),
    env: { ...process.env, BUILD_VERSION: NEXT_VERSION },
    encoding: 'utf8',
  });
  if (built.status !== 0) throw new Error(`The next build failed:\n${built.stdout}${built.stderr}`);
});
afterEach(() => {
  front.clearFault();
  front.deploy(DEPLOYED);
});
afterAll(async () => {
  await front.down();
  rmSync(folder, { recursive: true, force: true });
});

const failureIn = (page: Page) => page.getByText('This area isn’t available right now').last();
const workerHome = (page: Page) => page.getByRole('heading', { name: 'Hi, Welcome Back' });

/** Expects that the shell works while the remote shows a failure, and that a retry recovers it, without a page load. */
const expectRecovery = async (page: Page, endFault: () => void | Promise<void>) => {
  await failureIn(page).waitFor({ timeout: 20_000 });
  await page.getByRole('banner').getByText('worker', { exact: true }).first().waitFor();
  const birth = await loadTimeOf(page);

  await page
    .getByRole('link', { name: /Piecework/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Top earned worker' }).waitFor();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
  await failureIn(page).waitFor({ timeout: 20_000 });

  await endFault();
  await page.getByRole('button', { name: 'Try again' }).click();
  await workerHome(page).waitFor({ timeout: 20_000 });
  expect(await loadTimeOf(page)).toBe(birth);
};

const FAULTS: Record<string, Fault> = {
  'answers 404 for its manifest': { kind: 'status', status: 404, path: /manifest/ },
  'answers 503 with JSON for its manifest': { kind: 'json', status: 503, path: /manifest/ },
  'answers JSON that is no manifest': { kind: 'json', status: 200, path: /manifest/ },
  'answers HTML for its manifest': { kind: 'html', path: /manifest/ },
  'lets its manifest hang': { kind: 'hang', path: /manifest/ },
  'answers 404 for its entry': { kind: 'status', status: 404, path: /remoteEntry/ },
  'answers 503 for every script': { kind: 'status', status: 503, path: /\.js$/ },
  'answers HTML for its entry': { kind: 'html', path: /remoteEntry/ },
  'lets its entry hang': { kind: 'hang', path: /remoteEntry/ },
  'answers 404 for its routes': { kind: 'status', status: 404, path: /expose_routes/ },
  'serves a broken build': { kind: 'broken-script', path: /\.js$/ },
};

const testFault = (fault: string, begin: () => unknown, end: () => void | Promise<void>) =>
  journey(
    `a remote whose server ${fault}: the shell still works, and a retry recovers the remote`,
    async ({ newPage, newPerson }) => {
      await begin();
      const { page } = await newPage();
      await signIn(page, await newPerson('worker'));
      await expectRecovery(page, end);
    },
  );

for (const [description, fault] of Object.entries(FAULTS))
  testFault(
    description,
    () => front.fail(fault),
    () => front.clearFault(),
  );
testFault(
  'is down',
  () => front.down(),
  () => front.up(),
);

journey('a page whose file fails to load can be retried', async ({ newPage, newPerson }) => {
  const { page } = await newPage();
  await signIn(page, await newPerson('worker'));
  await workerHome(page).waitFor();
  const birth = await loadTimeOf(page);

  front.fail({ kind: 'status', status: 503, path: /\.js$/ });
  await page.getByRole('link', { name: 'Withdrawals' }).first().click();
  await page.getByText('This page couldn’t be loaded').waitFor();
  front.clearFault();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByLabel('Coin To WithDraw').waitFor();
  expect(await loadTimeOf(page)).toBe(birth);
});

journey(
  'after a redeploy without the old files an open page switches to the new build without a reload',
  async ({ newPage, newPerson }) => {
    const { page } = await newPage();
    await signIn(page, await newPerson('worker'));
    await workerHome(page).waitFor();
    const birth = await loadTimeOf(page);

    front.deploy(NEXT);
    await page.getByRole('link', { name: 'Withdrawals' }).first().click();
    await page.getByLabel('Coin To WithDraw').waitFor();
    expect(await loadTimeOf(page)).toBe(birth);
    expect(await versionsLoaded(page)).toContain(NEXT_CHUNKS);
  },
);

journey(
  'after a redeploy of the shell without the old files a retry reloads the page',
  async ({ newPage, newPerson, origin }) => {
    const { page } = await newPage();
    await signIn(page, await newPerson('worker'));
    await workerHome(page).waitFor();
    const birth = await loadTimeOf(page);

    // The open page requests files of the old build, which are gone; a reload requests the new ones.
    let isOld = true;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isOld = false;
    });
    await page.route(`${origin}/js/*`, (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()));
    await page.getByRole('button', { name: /, account$/ }).click();
    await page.getByRole('menuitem', { name: 'Coin statement' }).click();
    await page.getByText('This page couldn’t be loaded').waitFor();
    expect(await loadTimeOf(page)).toBe(birth);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Coin statement' }).waitFor();
    expect(await loadTimeOf(page)).not.toBe(birth);
  },
);

journey('an installed offline worker shadows no redeployed remote', async ({ newPage, newPerson, origin }) => {
  const { page } = await newPage({ serviceWorkers: 'allow' });
  await signIn(page, await newPerson('worker'));
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
  await page.reload();
  await untilTakenOver(page);
  await workerHome(page).waitFor();
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${origin}/offline-worker.js`);
  expect(await versionsLoaded(page)).not.toContain(NEXT_CHUNKS);

  front.deploy(NEXT);
  await page.reload();
  await untilTakenOver(page);
  await workerHome(page).waitFor();
  expect(await versionsLoaded(page)).toContain(NEXT_CHUNKS);
  expect(await storedPaths(page)).toEqual(['/offline.html']);
});

/** Paths of all that service workers have stored. */
const storedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  });

journey('a redeploy keeps the text of an open form', async ({ newPage, newPerson, people }) => {
  const buyer = await newPerson('buyer');
  const taskId = await people.post(buyer, { requiredWorkers: 1, payableAmount: 5 });
  const { page } = await newPage();
  await signIn(page, await newPerson('worker'));
  await page.goto(`/dashboard/workerTaskList/${taskId}`);
  const details = page.getByLabel('Submission Details');
  await details.fill('Half an hour of typing');

  front.deploy(NEXT);
  await page.getByRole('link', { name: 'My Submissions' }).first().click();
  await page.getByRole('heading', { name: /My Submissions/ }).waitFor();
  await page.goBack();
  await details.waitFor();
  expect(await details.inputValue()).toBe('Half an hour of typing');
  expect(await versionsLoaded(page)).toContain(NEXT_CHUNKS);
});

/** The builds whose chunks the page has loaded: the name of each one's list contains its version (packages/mf-config). */
const versionsLoaded = (page: Page): Promise<string> =>
  page.evaluate(() =>
    Object.keys(window)
      .filter((name) => name.startsWith('chunks_'))
      .join(' '),
  );

journey('a browser does not load the remote of another role', async ({ newPage, newPerson, stack }) => {
  const own = { worker: new URL(front.origin()).port, buyer: String(stack.settings.port + 3) };
  for (const role of ['worker', 'buyer'] as const) {
    const { page } = await newPage();
    const ports = new Set<string>();
    page.on('request', (request) => ports.add(new URL(request.url()).port));
    await signIn(page, await newPerson(role));
    await page.goto(role === 'worker' ? '/dashboard/buyerTask' : '/dashboard/workerHome');
    await page.getByText(/You’re signed in as a/).waitFor();
    expect(ports.has(own[role])).toBe(true);
    expect(ports.has(own[role === 'worker' ? 'buyer' : 'worker'])).toBe(false);
    expect(ports.has(String(stack.settings.port + 4))).toBe(false);
  }
});
