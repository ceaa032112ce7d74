import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Role } from '@piecework/contracts';
import { FRONTS } from '@piecework/federation/fronts';
import type { Browser } from 'playwright-core';
import { DESK, launchChromium, signIn, testInBrowser } from '../support/browser';
import { newFolder, READY, run } from '../support/child-program';
import { addressOf } from '../support/child-stack';
import { createClient } from '../support/client';
import { peopleOn } from '../support/people';
import { freeBasePort } from '../support/ports';
import { createSandbox } from '../support/sandbox';

// Follows the recipe of docs/deploy-a-remote.md, "Add a remote", in a copy of the sources: only the files that it lists may change.

const PAGE = 'docs/deploy-a-remote.md';
/** Files of each row of the recipe. */
const RECIPE = (readFileSync(PAGE, 'utf8').split('## Add a remote\n')[1] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) =>
    [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, file = '']) => file.replace('NAME', 'badges')),
  );

const sandbox = createSandbox();
const touched: string[] = [];
afterAll(() => sandbox.remove());

const edit = (file: string, code: string, replacement: string) => {
  if (!touched.includes(file)) touched.push(file);
  sandbox.edit(file, code, replacement);
};
const write = (file: string, text: string) => {
  touched.push(file);
  mkdirSync(dirname(join(sandbox.dir, file)), { recursive: true });
  writeFileSync(join(sandbox.dir, file), text);
};
const copy = (file: string) => write(`mf-badges/${file}`, readFileSync(`mf-worker/${file}`, 'utf8'));

const MANIFEST = `export const manifest = /** @type {const} */ ({
  role: 'worker',
  title: 'Badge pages',
  pages: ['workerBadges'],
  menu: [{ label: 'Badges', to: 'workerBadges', icon: 'home' }],
  firstViews: ['workerBadges'],
});
`;
const ROUTES = `import { Page } from '@piecework/ui';
import { defineRemote } from '@piecework/web-kit';
import { manifest } from './manifest.mjs';

export default defineRemote(manifest, {
  version: process.env.BUILD_VERSION,
  pages: { workerBadges: <Page title="Your badges"><p>None yet.</p></Page> },
});
`;

test('the recipe adds a fifth remote', async () => {
  write('mf-badges/package.json', readFileSync('mf-worker/package.json', 'utf8').replaceAll('mf-worker', 'mf-badges'));
  for (const file of ['tsconfig.json', 'webpack.config.js', 'src/standalone.tsx']) copy(file);
  write('mf-badges/src/manifest.mjs', MANIFEST);
  write('mf-badges/src/routes.tsx', ROUTES);

  edit('packages/federation/src/fronts.mjs', "  'mf-admin': 4,\n", "  'mf-admin': 4,\n  'mf-badges': 5,\n");

  const compose = readFileSync('docker-compose.yml', 'utf8');
  const [worker = ''] = /\n {2}mf-worker:\n(?: {4}.*\n)+/.exec(compose) ?? [];
  const badges = worker.replaceAll('mf-worker', 'mf-badges').replaceAll('}02', '}05');
  edit('docker-compose.yml', worker, `${worker}${badges}`);
  const published = (port: string) =>
    `      - "\${PUBLISH_ADDRESS:-127.0.0.1}:\${PORT_PREFIX}${port}:\${PORT_PREFIX}${port}"\n`;
  edit('docker-compose.yml', published('04'), published('04') + published('05'));
  edit('docker/proxy/nginx.conf', '    PREFIX80 ', '    PREFIX05 mf-badges:PREFIX05;\n    PREFIX80 ');
  edit('docker/proxy/nginx.conf', '    listen PREFIX80', '    listen PREFIX05;\n    listen PREFIX80');
  edit('docker/proxy/tls.conf', '  mf-admin.', '  mf-badges.TLS_HOST mf-badges:PREFIX05;\n  mf-admin.');
  edit('docker/compose.logs.yml', '  mf-admin:', '  mf-badges: *logged\n  mf-admin:');
  edit('docker/deploy.sh', ',mf-admin', ',mf-badges,mf-admin');
  const internal = /, mf_\w+=http:\/\/[^,]+\/mf-manifest\.json(?=")/.exec(compose)?.[0] ?? '';
  edit('docker-compose.yml', internal, `${internal}, mf_badges=http://mf-badges:\${PORT_PREFIX}05/mf-manifest.json`);

  edit('docs/operations.md', '| P+80 |', '| P+5 | mf-badges |\n| P+80 |');

  edit('.github/CODEOWNERS', '\n/mf-admin/', '\n/mf-badges/ @piecework/worker\n/mf-admin/');

  // Links the workspace as `npm install` does, without a registry; package-lock.json stays unchanged.
  sandbox.link('mf-badges');
  expect([...touched, 'package-lock.json'].sort()).toEqual(RECIPE.flat().sort());
});

test('the remote builds alone, and the remotes test passes', async () => {
  const built = sandbox.run('node', ['scripts/build.mjs', 'mf-badges'], 170_000);
  const tests = sandbox.run('node', ['node_modules/jest/bin/jest.js', 'tests/src/remotes'], 170_000);
  expect(await built).toMatchObject({ code: 0 });
  expect(await tests).toMatchObject({ code: 0 });
});

describe('the product with the fifth remote', () => {
  let browser: Browser;
  afterAll(async () => browser?.close());

  testInBrowser('shows its page to its role, and lists it in the about box of an admin', async () => {
    // Neither the shell nor another remote is built again.
    for (const front of FRONTS) cpSync(resolve(front, 'dist'), join(sandbox.dir, front, 'dist'), { recursive: true });
    const [port, dataDir] = [await freeBasePort(), await newFolder()];
    const args = ['--port', String(port), '--data', dataDir, '--no-demo', '--no-build'];
    await run(['scripts/start.mjs', ...args], { cwd: sandbox.dir }).untilOutput(READY);

    const address = addressOf(port, dataDir);
    const client = createClient(address.gateway);
    const people = peopleOn(address, client);
    browser = await launchChromium();
    const context = await browser.newContext({ baseURL: `http://localhost:${port}`, viewport: DESK });
    const page = await context.newPage();
    const visit = async (role: Role) => {
      await context.clearCookies();
      await signIn(page, await people.signUp(role));
      await page.goto('/dashboard/workerBadges');
    };

    await visit('worker');
    // Not that of the first view.
    await page.locator('#root').getByRole('heading', { name: 'Your badges' }).waitFor();
    // The version of the build is in the name of its list of chunks (packages/mf-config).
    const lists = await page.evaluate(() => Object.keys(window).filter((name) => name.startsWith('chunks_')));
    expect(lists.join(' ')).toContain('chunks_mf_badges_');
    const html = await (
      await fetch(`http://localhost:${port}/dashboard/workerBadges`, { headers: { accept: 'text/html' } })
    ).text();
    expect(html).toMatch(/<div data-for="worker"[^>]*>.*Your badges/);

    await page.evaluate(() => localStorage.clear());
    await visit('admin');
    await page.getByText('You’re signed in as an admin.', { exact: false }).waitFor();
    await page.getByRole('button', { name: /, account$/ }).click();
    await page.getByRole('menuitem', { name: /About/ }).click();
    const about = page.getByRole('dialog');
    // The addresses come after the versions.
    await about.getByText(`http://localhost:${port + 5}/mf-manifest.json`).waitFor();
    expect(await about.textContent()).toContain('Badge pagesnot loaded');

    await page.evaluate(() => localStorage.clear());
    await visit('buyer');
    await page.getByText('This page is for workers. You’re signed in as a buyer.').waitFor();
    await client.close();
  });
});
