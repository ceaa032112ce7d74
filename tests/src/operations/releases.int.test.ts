import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Role } from '@piecework/contracts';
import { containerOf, FRONTS, type FrontName, REMOTES } from '@piecework/federation/fronts';
import type { Page } from 'playwright-core';
import { loadTimeOf } from '../browser/steps';
import { type Product, signIn, useProduct } from '../support/browser';
import { newFolder, run } from '../support/child-program';
import { untilAnswers } from '../support/child-stack';
import { startFaultyFront } from '../support/faulty-front';
import { lastRelease } from '../support/last-release';
import { freeBasePort } from '../support/ports';
import { buildReleasedFronts } from '../support/released-fronts';
import { createSandbox } from '../support/sandbox';

// Teams deploy the shell and the remotes at different times: each of the two runs with the other's last release, on the back end of today.

/** Milliseconds to build all front ends of the last release, or the next shell, on a busy machine. */
const BUILD_WITHIN = 600_000;

const MAIN_PAGES: Readonly<Record<string, { role?: Role; path: string; heading: string | RegExp }>> = {
  'mf-public': { path: '/', heading: 'Top earned worker' },
  'mf-worker': { role: 'worker', path: '/dashboard/workerTaskList', heading: /Total Available Task/ },
  'mf-buyer': { role: 'buyer', path: '/dashboard/buyerTask', heading: "My Task's" },
  'mf-admin': { role: 'admin', path: '/dashboard/manageUser', heading: 'Manage Users' },
};

let shellPort: number;
const shellOrigin = () => `http://localhost:${shellPort}`;
const { product, journey } = useProduct({
  env: async () => {
    shellPort = await freeBasePort();
    return { ALLOWED_ORIGINS: shellOrigin() };
  },
});

let released: ReadonlyMap<FrontName, string>;
const release = lastRelease();
beforeAll(async () => {
  released = await buildReleasedFronts(release);
}, BUILD_WITHIN);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});
const clean: (() => void)[] = [];
afterAll(() => {
  for (const remove of clean) remove();
});

/** Serves builds of remotes. @returns the addresses for `/remotes.json`, and whether pages have requested all of them */
const serveRemotes = async (builds: ReadonlyMap<FrontName, string>) => {
  const served = new Map<FrontName, Awaited<ReturnType<typeof startFaultyFront>>>();
  for (const front of REMOTES) {
    const build = builds.get(front);
    if (build) served.set(front, await startFaultyFront(build));
  }
  closing.push(() => Promise.all([...served.values()].map((one) => one.down())));
  return {
    addresses: Object.fromEntries([...served].map(([front, one]) => [containerOf(front), one.manifest()])),
    unused: () =>
      [...served].flatMap(([front, { requests }]) =>
        requests.some((path) => /\/js\/.*expose_routes.*\.js$/.test(path)) ? [] : [front],
      ),
  };
};

/** Serves a build of the shell, as its team deploys it: with the program of its own checkout. */
const serveShell = async (checkout: string, build: string, remotes: Record<string, string>) => {
  const dataDir = await newFolder();
  const { stack } = product();
  writeFileSync(
    join(dataDir, 'remotes.json'),
    JSON.stringify({ gateway: stack.gateway.replace('127.0.0.1', 'localhost'), remotes }),
  );
  const server = run(['scripts/run.mjs', 'packages/front-server/src/main.ts', 'shell', build], {
    cwd: checkout,
    env: { PORT: String(shellPort), REMOTES_FILE: join(dataDir, 'remotes.json'), GATEWAY_URL: stack.gateway },
  });
  closing.push(() => {
    server.kill('SIGTERM');
    return server.ended;
  });
  let isAlive = true;
  void server.ended.then(() => {
    isAlive = false;
  });
  await untilAnswers(`${shellOrigin()}/`, 60_000, () => isAlive).catch((error) => {
    throw new Error(server.output(), { cause: error });
  });
};

const openMainPage = async (page: Page, front: FrontName, shown?: string) => {
  const { path, heading } = MAIN_PAGES[front] as (typeof MAIN_PAGES)[string];
  await page.goto(path);
  await (shown ? page.getByText(shown) : page.getByRole('heading', { name: heading })).first().waitFor();
};

/** Opens the main page of each remote as its users do. @param early remotes that require a later shell */
const driveAll = async ({ newPage, newPerson }: Product, early: readonly FrontName[] = []) => {
  for (const front of REMOTES) {
    const { page } = await newPage({ baseURL: shellOrigin() });
    const { role } = MAIN_PAGES[front] ?? {};
    if (role) await signIn(page, await newPerson(role));
    await openMainPage(page, front, early.includes(front) ? 'This area isn’t available right now' : undefined);
  }
};

const packageOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

/** Remotes of today that use an addition of web-kit since the last release: the shell is deployed first (docs/adr/0089). */
const remotesBeforeTheirShell = (): FrontName[] => {
  const minorOf = (version: string) => Number(version.split('.')[1]);
  const provided = minorOf(packageOf(join(release.folder, 'packages/web-kit')).version);
  return REMOTES.filter((front) => minorOf(packageOf(front).dependencies['@piecework/web-kit']) > provided);
};

test('every remote has a main page here', () => {
  expect(Object.keys(MAIN_PAGES).sort()).toEqual([...REMOTES].sort());
});

journey('the remotes of the last release run on the shell of today', async (open) => {
  const { addresses, unused } = await serveRemotes(released);
  await serveShell(resolve('.'), resolve('shell/dist'), addresses);
  await driveAll(open);
  expect(unused()).toEqual([]);
});

const today: ReadonlyMap<FrontName, string> = new Map(FRONTS.map((front) => [front, resolve(front, 'dist')]));

journey(
  'the remotes of today run on the shell of the last release, but for one that requires a later shell',
  async (open) => {
    const { addresses, unused } = await serveRemotes(today);
    await serveShell(release.folder, released.get('shell') as string, addresses);
    const early = remotesBeforeTheirShell();
    await driveAll(open, early);
    expect(unused()).toEqual([]);
  },
);

describe('a later shell', () => {
  let build: string;
  beforeAll(async () => {
    const sandbox = createSandbox();
    clean.push(sandbox.remove);
    const manifest = 'packages/web-kit/package.json';
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    const [major, minor] = version.split('.');
    sandbox.edit(manifest, `"version": "${version}"`, `"version": "${major}.${Number(minor) + 1}.0"`);
    const { code, output } = await sandbox.run('node', ['scripts/build.mjs', 'shell'], BUILD_WITHIN);
    if (code !== 0) throw new Error(`The later shell does not build:\n${output}`);
    build = join(sandbox.dir, 'shell/dist');
  }, BUILD_WITHIN);

  journey('replaces the running one under an open page, which goes on, and runs the remotes of today', async (open) => {
    const deployed = join(await newFolder(), 'shell');
    cpSync(resolve('shell/dist'), deployed, { recursive: true });
    const { addresses } = await serveRemotes(today);
    await serveShell(resolve('.'), deployed, addresses);
    const { page } = await open.newPage({ baseURL: shellOrigin() });
    await signIn(page, await open.newPerson('worker'));
    const birth = await loadTimeOf(page);

    // The files of the former build stay: docs/deploy-a-remote.md, step 7.
    cpSync(build, deployed, { recursive: true });
    await page.getByRole('link', { name: 'Withdrawals' }).first().click();
    await page.getByLabel('Coin To WithDraw').waitFor();
    expect(await loadTimeOf(page)).toBe(birth);

    const scripts = page.waitForResponse((response) => /\/js\/main\.\w+\.js$/.test(response.url()));
    await openMainPage(page, 'mf-worker');
    expect(readFileSync(join(build, 'index.html'), 'utf8')).toContain(new URL((await scripts).url()).pathname);
    await driveAll(open);
  });
});

journey('a remote that requires a later shell shows that it is being updated', async ({ newPage, newPerson }) => {
  const builds = new Map(today);
  const tooNew = join(await newFolder(), 'mf-worker');
  cpSync(resolve('mf-worker/dist'), tooNew, { recursive: true });
  const { dependencies } = JSON.parse(readFileSync('mf-worker/package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const scripts = readdirSync(join(tooNew, 'js')).filter((name) => name.endsWith('.js'));
  for (const name of scripts) {
    const script = join(tooNew, 'js', name);
    const text = readFileSync(script, 'utf8');
    writeFileSync(script, text.replaceAll(`"${dependencies['@piecework/web-kit']}"`, '"^1.999.0"'));
  }
  builds.set('mf-worker', tooNew);
  const { addresses } = await serveRemotes(builds);
  await serveShell(resolve('.'), resolve('shell/dist'), addresses);
  const { page } = await newPage({ baseURL: shellOrigin() });
  await signIn(page, await newPerson('worker'));
  await page.getByText('It’s being updated.', { exact: false }).waitFor();
});
