import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Role } from '@piecework/contracts';
import type { RemotesFile } from '@piecework/front-server';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type ChildStack, startChildStack } from './child-stack';
import { DESK, findChromium, HANGS_AFTER_MS, launchChromium } from './chromium';
import { type Client, createClient } from './client';
import { type People, type Person, peopleOn } from './people';
import { translatePage } from './translator';
// Imported for its hook, which builds shell and remotes before the tests.
import './child-program';

export { DESK, findChromium, launchChromium, signIn } from './chromium';

/** Collects errors and warnings of the console, exceptions and failed requests. */
const watchConsole = (page: Page): string[] => {
  const messages: string[] = [];
  page.on('console', (message) => {
    // Playwright logs this in a page that registers the offline worker.
    if (message.text().startsWith('Service Worker registration blocked')) return;
    if (['error', 'warning'].includes(message.type()))
      messages.push(`${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => messages.push(`exception: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Navigation aborts pending requests.
    if (reason !== 'net::ERR_ABORTED') messages.push(`failed: ${request.url()} ${reason}`);
  });
  return messages;
};

/** Folder of screenshots of failed journeys and of {@link Product.screenshot}. */
const screensFolder = (): string => {
  const folder = process.env.SCREENS_DIR || '.build/screens';
  mkdirSync(folder, { recursive: true });
  return folder;
};

/** Runs in each page. Timed messages last 1.5 s, which a test on a busy machine can miss: keeps the texts that the page has shown. */
const keepMessages = (): void => {
  const messages: string[] = [];
  Object.assign(globalThis, { shownMessages: messages });
  let last = '';
  new MutationObserver(() => {
    const text = document.querySelector('.swal2-popup')?.textContent ?? '';
    if (text && text !== last) messages.push(text);
    last = text;
  }).observe(document, { childList: true, subtree: true, characterData: true });
};

/** Waits until the page has shown a message or dialog with `text` since the last one waited for. */
export const untilMessage = async (page: Page, text: string): Promise<void> => {
  await page.waitForFunction(
    (expected) => {
      const { shownMessages = [] } = globalThis as { shownMessages?: string[] };
      const index = shownMessages.findIndex((message) => message.includes(expected));
      if (index >= 0) shownMessages.splice(0, index + 1);
      return index >= 0;
    },
    text,
    { polling: 100 },
  );
};

export interface OpenedPage {
  page: Page;
  /** Console messages and failures so far. */
  messages: readonly string[];
}

const createPages = (browser: Browser, origin: string, translated: boolean) => {
  const open: Page[] = [];

  /** A page in a new browser context, without session and cache. */
  const newPage = async (options: BrowserContextOptions = {}): Promise<OpenedPage> => {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: DESK,
      reducedMotion: 'reduce',
      // Its tests allow it: Playwright routes no request that a worker answers.
      serviceWorkers: 'block',
      ...options,
    });
    context.setDefaultTimeout(HANGS_AFTER_MS);
    await context.addInitScript(keepMessages);
    if (translated) await context.addInitScript(translatePage);
    return watched(await context.newPage());
  };
  /** Another tab of the same browser context. */
  const newTab = async (page: Page): Promise<OpenedPage> => watched(await page.context().newPage());
  const watched = (page: Page): OpenedPage => {
    open.push(page);
    return { page, messages: watchConsole(page) };
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

export interface Product extends ReturnType<typeof createPages> {
  /** Origin of the shell. */
  origin: string;
  stack: ChildStack;
  client: Client;
  browser: Browser;
  /** Creates users and calls the REST API on their behalf. */
  people: People;
  /** Registers a user with a password, without signing in a browser. */
  newPerson(role: Role, name?: string): Promise<Person>;
  /** Writes remotes.json: what operators set at run time. */
  overrideRemotes(overrides: Partial<RemotesFile>): void;
  stop(): Promise<void>;
}

interface ProductOptions {
  demo?: boolean;
  /** Pages change as by a browser's translator: a superset of what an untranslated page has to bear. */
  translated?: boolean;
  /** Additional settings. Called before the start, so that it can start servers that they name. */
  env?: () => Promise<Readonly<Record<string, string>>>;
}

/** Starts the whole product in a child process over a new data folder, and a Chromium. */
export const startProduct = async (options: ProductOptions = {}): Promise<Product> => {
  const env = (await options.env?.()) ?? {};
  const dataDir = await mkdtemp(join(tmpdir(), 'piecework-browser-'));
  const { TEST_DEMO_DATA } = process.env;
  if (options.demo && TEST_DEMO_DATA) cpSync(TEST_DEMO_DATA, dataDir, { recursive: true });
  const stack = await startChildStack({ dataDir, env, demo: options.demo ?? false, fronts: true });
  const browser = await launchChromium();
  const client = createClient(stack.gateway);
  const people = peopleOn(stack, client);
  const origin = `http://localhost:${stack.settings.port}`;
  return {
    ...createPages(browser, origin, options.translated ?? false),
    origin,
    browser,
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

/** Skips the test without a Chromium; `npm test` reports that. */
export const testInBrowser = findChromium() ? test : test.skip;

/** Starts one product for the journeys of a file. */
export const useProduct = (options: ProductOptions = {}) => {
  let started: Product | undefined;
  const product = (): Product => {
    if (!started) throw new Error('The product has not been started yet');
    return started;
  };
  beforeAll(async () => {
    started = await startProduct(options);
  });
  afterAll(async () => {
    await started?.stop();
  });

  /** A test that closes its pages at the end, with a screenshot of each on failure. */
  const journey = (name: string, run: (product: Product) => Promise<void>): void => {
    testInBrowser(name, async () => {
      const { open, screenshot, closeAll } = product();
      try {
        await run(product());
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
