import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@piecework/contracts';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type ChildStack, startChildStack } from './child-stack';
import { DESK, findChromium, launchChromium } from './chromium';
import { type Client, createClient } from './client';
import { type People, type Person, peopleOn } from './people';
// Its hook builds shell and remotes before anything starts.
import './program';

export { DESK, demoPerson, findChromium, launchChromium, PHONE, signIn } from './chromium';

/** What a clean page does not have: errors and warnings of the console, exceptions, requests that failed. */
export const watchConsole = (page: Page): string[] => {
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      said.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => said.push(`exception: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left takes its requests with it.
    if (reason !== 'net::ERR_ABORTED') said.push(`failed: ${request.url()} ${reason}`);
  });
  return said;
};

/** Where pictures of failed journeys and of {@link Product.screenshot} go. */
const screensFolder = (): string => {
  const folder = process.env.SCREENS_DIR || join(tmpdir(), 'piecework-screens');
  mkdirSync(folder, { recursive: true });
  return folder;
};

export interface Opened {
  page: Page;
  /** What its console has said so far. */
  said: readonly string[];
}

const createBrowsing = (browser: Browser, origin: string) => {
  const open: Page[] = [];

  /** A page of a browser of its own: nobody is signed in, nothing is cached. */
  const newPage = async (options: BrowserContextOptions = {}): Promise<Opened> => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: DESK,
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(15_000);
    return watched(await context.newPage());
  };
  /** Another tab of the same browser. */
  const newTab = async (page: Page): Promise<Opened> => watched(await page.context().newPage());
  const watched = (page: Page): Opened => {
    open.push(page);
    return { page, said: watchConsole(page) };
  };
  const screenshot = async (page: Page, name: string): Promise<string> => {
    const path = join(screensFolder(), `${name.replace(/[^\w-]+/g, '-')}.png`);
    await page.screenshot({ path });
    return path;
  };
  const closeAll = async () => {
    for (const page of open.splice(0)) await page.context().close();
  };
  return { newPage, newTab, screenshot, closeAll, open: (): readonly Page[] => open };
};

export interface Product extends ReturnType<typeof createBrowsing> {
  /** The shell's address. */
  origin: string;
  stack: ChildStack;
  client: Client;
  /** Makes people and lets them act over the REST API. */
  people: People;
  /** Somebody who has registered with a password, and is signed in nowhere. */
  newPerson(role: Role, name?: string): Promise<Person>;
  /** What operators write to remotes.json: overrides at run time. */
  overrideRemotes(overrides: { gateway?: string; remotes?: Record<string, string> }): void;
  stop(): Promise<void>;
}

export interface ProductOptions {
  demo?: boolean;
  /** Settings beside those of every test; called before the start, so that what they name can be started first. */
  env?: () => Promise<Readonly<Record<string, string>>>;
}

/** Starts the whole product in a process and over a folder of its own, and a Chromium. */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const env = (await options.env?.()) ?? {};
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-browser-'));
  const stack = await startChildStack({ dataDir, env, demo: options.demo ?? false, fronts: true });
  const browser = await launchChromium();
  const client = createClient(stack.gateway);
  const people = peopleOn(stack, client);
  const origin = `http://localhost:${stack.settings.port}`;
  return {
    ...createBrowsing(browser, origin),
    origin,
    stack,
    client,
    people,
    newPerson: (role, name) => people.signUp(role, name),
    overrideRemotes: (overrides) => writeFileSync(join(dataDir, 'remotes.json'), JSON.stringify(overrides)),
    stop: async () => {
      await browser.close();
      await client.close();
      await stack.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** Milliseconds for a start with demo data, on a busy machine. */
const START_WITHIN = 240_000;

/** Without a browser these tests are skipped; `npm test` says so. */
export const testInBrowser = findChromium() ? test : test.skip;

/** One product for the journeys of a file. */
export const useProduct = (options: ProductOptions = {}) => {
  let started: Product | undefined;
  const product = (): Product => {
    if (!started) throw new Error('The product has not been started yet');
    return started;
  };
  beforeAll(async () => {
    started = await startProduct(options);
  }, START_WITHIN);
  afterAll(async () => {
    await started?.stop();
  }, 30_000);

  /** A test whose pages are closed after it; when it fails, there is a picture of each. */
  const journey = (name: string, walk: (product: Product) => Promise<void>): void => {
    testInBrowser(name, async () => {
      const { open, screenshot, closeAll } = product();
      try {
        await walk(product());
      } catch (error) {
        for (const [index, page] of open().entries()) {
          const path = await screenshot(page, `failed-${name}-${index + 1}`).catch(() => 'nowhere');
          process.stderr.write(`${page.url()} when "${name}" failed: ${path}\n`);
        }
        throw error;
      } finally {
        await closeAll();
      }
    });
  };
  return { product, journey };
};
