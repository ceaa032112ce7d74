import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '@piecework/i18n';
import { demoPerson, signIn } from '@piecework/tests/support/chromium';
import { median, sum } from '@piecework/tests/support/statistics';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { ms, type ResultRow, span } from '../benchmark';
import { ACTIONS, type Action } from './actions';
import { byLibrary } from './bytes-by-library';
import { oversized, type Script, scrollToEnd, type Visit, visit } from './measured-page';
import { DASHBOARD_HOMES, HOME, OWN_TASKS, RESULTS, SCREENS, type Screen } from './screens';
import type { Site, Variant } from './variant-sites';

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const KIB = 1024;
const kib = (bytes: number) => `${(bytes / KIB).toFixed(1)} KiB`;

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
/** Site and role → stored state of a signed-in browser. */
const sessions = new Map<string, Session>();

/** A fresh browser context with an empty cache; for a role, with the stored session of that role. */
const freshContext = async (
  browser: Browser,
  site: Site,
  { role }: Pick<Screen, 'role'>,
  viewport = PHONE,
): Promise<BrowserContext> => {
  const open = (storageState?: Session) =>
    browser.newContext({ baseURL: site.url, viewport, ...(storageState && { storageState }) });
  if (!role) return open();
  const key = `${site.url} ${role}`;
  if (!sessions.has(key)) {
    const before = await open();
    const page = await before.newPage();
    await signIn(page, demoPerson(role));
    // A new context has an empty cache, so it must not know that the fonts have been loaded.
    await page.evaluate(() => localStorage.removeItem('piecework:fonts'));
    sessions.set(key, await before.storageState({ indexedDB: true }));
    await before.close();
  }
  return open(sessions.get(key));
};

/** Opens a screen and waits until it is idle. */
const show = async ({ page, quiet }: Visit, path: string) => {
  await page.goto(path, { waitUntil: 'commit' });
  await page.locator('#root h1').first().waitFor();
  await quiet();
};

/** Address of the results of the demo buyer's first task. */
const resultsOfOwnTask = async (browser: Browser, site: Site): Promise<string> => {
  const context = await freshContext(browser, site, { role: 'buyer' });
  const page = await context.newPage();
  await page.goto(OWN_TASKS);
  const path = await page.locator(`a[href^="${OWN_TASKS}/"]`).first().getAttribute('href');
  await context.close();
  if (!path) throw new Error('The demo buyer has no task');
  return path;
};

type PerVariant = Record<Variant, number[]>;
const rowOf = (
  what: string,
  found: PerVariant,
  write: (value: number) => string,
  budget: number,
  limit: string,
): ResultRow => ({
  what,
  measured: write(median(found.ours)),
  comparison: `plain ${write(median(found.plain))}, naive ${write(median(found.naive))}`,
  rounds: span(found.ours, write),
  budget: limit,
  within: median(found.ours) <= budget,
});
/** With a budget in ms and as a share of the plain bundle. */
const comparedRow = (what: string, found: PerVariant, budget: number, share: number): ResultRow => {
  const limit = Math.min(budget, share * median(found.plain));
  return rowOf(what, found, ms, limit, `${budget / 1000} s and ${share} × plain`);
};
const sizeOf = (scripts: readonly Script[]) => scripts.reduce((sum, { gzip }) => sum + gzip, 0);
const none = (): PerVariant => ({ ours: [], plain: [], naive: [] });

/** Bytes and first paint of the home, cold, for each variant in turn. */
export const home = async (browser: Browser, sites: readonly Site[], rounds: number): Promise<ResultRow[]> => {
  const bytes = none();
  const first = none();
  const requests = none();
  const lcp = none();
  let own: Script[] = [];
  for (let round = 0; round < rounds; round++)
    for (const site of sites) {
      const context = await freshContext(browser, site, HOME);
      const slow = await visit(context, { slow: true });
      await show(slow, HOME.path);
      lcp[site.variant].push((await slow.metrics()).lcp);
      first[site.variant].push(sizeOf(await slow.scripts()));
      await scrollToEnd(slow);
      const scripts = await slow.scripts();
      if (site.variant === 'ours') own = scripts;
      bytes[site.variant].push(sizeOf(scripts));
      requests[site.variant].push(slow.requests());
      await context.close();
    }
  return [
    { ...rowOf('Signed-out home, all scripts before scrolling (gzip)', first, kib, 0, ''), within: null },
    rowOf('Signed-out home, all scripts, scrolled to the end (gzip)', bytes, kib, 170 * KIB, '170 KiB'),
    comparedRow('Home: largest contentful paint', lcp, 1200, 0.5),
    { ...rowOf('Home: requests of any kind', requests, String, 0, ''), within: null },
    ...piecesOf(own),
  ];
};

/** The gateway's response with Firebase as identity provider; Firebase is not contacted before a sign-in. */
const answerAsWithFirebase = async (context: BrowserContext): Promise<void> => {
  await context.route('**/config', async (route) => {
    const response = await route.fetch();
    const firebase = { apiKey: 'none', authDomain: 'none.firebaseapp.com', projectId: 'none' };
    await route.fulfill({ response, json: { ...(await response.json()), identity: 'firebase', firebase } });
  });
};

/** Bytes that an external provider adds to the pages that use it, and that it adds none to the home. */
export const providers = async (browser: Browser, site: Site): Promise<ResultRow[]> => {
  const bytesOf = async ({ path }: Screen, prepare?: (context: BrowserContext) => Promise<void>) => {
    const context = await freshContext(browser, site, {});
    await prepare?.(context);
    const opened = await visit(context, { slow: false });
    await show(opened, path);
    if (path === HOME.path) await scrollToEnd(opened);
    const scripts = await opened.scripts();
    await context.close();
    return scripts.reduce((sum, { gzip }) => sum + gzip, 0);
  };
  const rows: ResultRow[] = [];
  for (const screen of SCREENS.filter(({ path }) => ['/', '/login', '/register'].includes(path))) {
    const without = await bytesOf(screen);
    const bytes = await bytesOf(screen, answerAsWithFirebase);
    const isHome = screen.path === HOME.path;
    rows.push({
      what: `${screen.name} with Firebase: all scripts (gzip)`,
      measured: kib(bytes),
      comparison: `embedded ${kib(without)}`,
      rounds: '',
      budget: isHome ? '170 KiB' : '',
      within: isHome ? bytes <= 170 * KIB : null,
    });
  }
  return rows;
};

/** Composition of the home's bytes. */
const piecesOf = (scripts: readonly Script[]): ResultRow[] => {
  const [largest, rest] = [byLibrary(scripts).slice(0, PIECES), byLibrary(scripts).slice(PIECES)];
  const row = (what: string, bytes: number): ResultRow => ({
    what: `of it ${what}`,
    measured: kib(bytes),
    comparison: '',
    rounds: '',
    budget: '',
    within: null,
  });
  return [
    ...largest.map(([library, bytes]) => row(library, bytes)),
    row(
      `the rest: ${rest.map(([library]) => library).join(', ')}`,
      rest.reduce((sum, [, bytes]) => sum + bytes, 0),
    ),
  ];
};
const PIECES = 12;

/** The first paint of each dashboard's home and its rows, cold, signed in. */
export const dashboards = async (browser: Browser, sites: readonly Site[], rounds: number): Promise<ResultRow[]> => {
  const rows: ResultRow[] = [];
  for (const screen of DASHBOARD_HOMES) {
    const lcp = none();
    const rowsVisible = none();
    for (let round = 0; round < rounds; round++)
      for (const site of sites) {
        const context = await freshContext(browser, site, screen);
        const cold = await visit(context, { slow: true });
        await cold.page.goto(screen.path, { waitUntil: 'commit' });
        await cold.page.waitForFunction(() => window.__metrics.firstRow > 0);
        await cold.quiet();
        const seen = await cold.metrics();
        rowsVisible[site.variant].push(seen.firstRow);
        lcp[site.variant].push(seen.lcp);
        await context.close();
      }
    rows.push(
      comparedRow(`${screen.name}: largest contentful paint`, lcp, 1500, 0.6),
      comparedRow(`${screen.name}: rows visible`, rowsVisible, 2000, 0.7),
    );
  }
  return rows;
};

/** Defects of a screen: layout shifts, repeated requests, pictures larger than displayed. */
export const screens = async (browser: Browser, site: Site): Promise<ResultRow[]> => {
  const shifts: { name: string; cls: number }[] = [];
  const repeated: string[] = [];
  const large: string[] = [];
  const results = await resultsOfOwnTask(browser, site);
  for (const screen of SCREENS)
    for (const viewport of [DESK, PHONE]) {
      const context = await freshContext(browser, site, screen, viewport);
      const seen = await visit(context, { slow: false });
      await show(seen, screen.path === RESULTS ? results : screen.path);
      await scrollToEnd(seen);
      shifts.push({ name: `${screen.name} at ${viewport.width}`, cls: (await seen.metrics()).cls });
      repeated.push(...seen.repeated().map((url) => `${screen.name}: ${url}`));
      large.push(...(await oversized(seen.page)).map((picture) => `${screen.name}: ${picture}`));
      await context.close();
    }
  const worst = shifts.reduce((most, shift) => (shift.cls > most.cls ? shift : most));
  const list = (faults: readonly string[]) => [...new Set(faults)].slice(0, 5).join('; ');
  return [
    {
      what: `Layout shift, the worst of ${SCREENS.length} screens in two sizes`,
      measured: worst.cls.toFixed(3),
      comparison:
        list(shifts.filter(({ cls }) => cls > 0.02).map(({ name, cls }) => `${name}: ${cls.toFixed(3)}`)) || worst.name,
      rounds: '',
      budget: '0.02',
      within: worst.cls <= 0.02,
    },
    {
      what: 'Requests made twice by one screen',
      measured: String(new Set(repeated).size),
      comparison: list(repeated),
      rounds: '',
      budget: '0',
      within: repeated.length === 0,
    },
    {
      what: 'Pictures more than twice as large as shown',
      measured: String(new Set(large).size),
      comparison: list(large),
      rounds: '',
      budget: '0',
      within: large.length === 0,
    },
  ];
};

const interactionOf = async (browser: Browser, site: Site, action: Action): Promise<number> => {
  const context = await freshContext(browser, site, action.on, DESK);
  const seen = await visit(context, { slow: false });
  await show(seen, action.on.path);
  await seen.page.evaluate(() => {
    window.__metrics.interactions = {};
  });
  await action.act(seen.page);
  await seen.page.waitForTimeout(400);
  const { interactions } = await seen.metrics();
  await context.close();
  // Browsers do not report interactions shorter than 16 ms.
  return Math.max(16, ...Object.values(interactions));
};

/** Interaction to next paint of the most frequent interactions. */
export const interactions = async (browser: Browser, site: Site, rounds: number): Promise<ResultRow[]> => {
  const rows: ResultRow[] = [];
  for (const action of ACTIONS) {
    const found: number[] = [];
    for (let round = 0; round < rounds; round++) found.push(await interactionOf(browser, site, action));
    rows.push({
      what: `${action.name}: interaction to next paint`,
      measured: ms(median(found)),
      comparison: '',
      rounds: span(found, ms),
      budget: '100 ms',
      within: median(found) <= 100,
    });
  }
  return rows;
};

/** From the click on Dashboard on the home, with a warm shell, to the area's heading. */
export const warmOpening = async (browser: Browser, sites: readonly Site[], rounds: number): Promise<ResultRow[]> => {
  const found = none();
  for (let round = 0; round < rounds; round++)
    for (const site of sites) {
      const context = await freshContext(browser, site, { role: 'worker' }, DESK);
      const seen = await visit(context, { slow: false });
      await show(seen, '/');
      const link = seen.page.getByRole('link', { name: 'Dashboard', exact: true }).first();
      await link.waitFor();
      found[site.variant].push(await link.evaluate(openingTime));
      await context.close();
    }
  return [rowOf('Opening the worker area from a warm shell', found, ms, 150, '150 ms')];
};

/** Runs in the page: milliseconds from the click on Submit to the frame with the next page. */
const nextPageTime = (submit: HTMLElement | SVGElement): Promise<number> =>
  new Promise((resolve) => {
    const title = () => document.querySelector('[data-row="0"] h2')?.textContent;
    const before = title();
    const began = performance.now();
    const look = () => {
      if (title() && title() !== before) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    (submit as HTMLElement).click();
    look();
  });

const TASK_LIST = '/dashboard/workerTaskList';
const firstTask = (page: Page) => page.getByRole('link', { name: /View Details/ }).first();

/** Of the batch of receipts in the demo data. */
const answerReceipt = async (page: Page) => {
  await page.getByLabel('Shop').fill('Corner Grocery');
  await page.getByLabel(/^Day on receipt/).fill('2026-10-16');
  await page.getByLabel('Total').fill('41.50');
  await page.getByRole('radio', { name: 'Euro' }).check();
};

/** Work mode of a batch, beside the page of a plain task. */
export const workMode = async (browser: Browser, site: Site, rounds: number): Promise<ResultRow[]> => {
  const found = { next: [] as number[], task: [] as number[], shift: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const context = await freshContext(browser, site, { role: 'worker' }, DESK);
    const seen = await visit(context, { slow: false });
    const { page } = seen;
    // The page comes back afterwards: no answer is stored, so that each round finds the same pages.
    await page.route('**/submissions', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    );
    await show(seen, `${TASK_LIST}?q=photo`);
    found.task.push(await firstTask(page).evaluate(taskTime));
    await show(seen, `${TASK_LIST}?q=receipts`);
    const path = await firstTask(page).getAttribute('href');
    await show(seen, `${path}/work`);
    await answerReceipt(page);
    const before = (await seen.metrics()).cls;
    found.next.push(await page.getByRole('button', { name: 'Submit page' }).evaluate(nextPageTime));
    found.shift.push((await seen.metrics()).cls - before);
    await page.getByRole('button', { name: 'Enough for today' }).click();
    await context.close();
  }
  const worst = Math.max(...found.shift);
  return [
    {
      what: 'Work mode: from Submit to the next page',
      measured: ms(median(found.next)),
      comparison: `from the task list to a plain task ${ms(median(found.task))}`,
      rounds: span(found.next, ms),
      budget: '100 ms',
      within: median(found.next) <= 100,
    },
    {
      what: 'Work mode: layout shift by the next page',
      measured: worst.toFixed(3),
      comparison: '',
      rounds: '',
      budget: '0',
      within: worst < 0.001,
    },
  ];
};

const BOXES = 10;
const DRAG_MS = 3_000;

/** Runs in the page: times of its frames. */
const framesFor = (ms: number): Promise<number[]> =>
  new Promise((resolve) => {
    const times: number[] = [];
    const look = (time: number) => {
      times.push(time);
      if (time - (times[0] ?? time) < ms) requestAnimationFrame(look);
      else resolve(times);
    };
    requestAnimationFrame(look);
  });

interface Frames {
  perSecond: number;
  /** Milliseconds. */
  longest: number;
}

const framesOf = (times: readonly number[]): Frames => {
  const lengths = times.slice(1).map((time, at) => time - (times[at] ?? time));
  return { perSecond: 1000 / (sum(lengths) / lengths.length), longest: Math.max(...lengths) };
};

/** In two lines on the picture. @returns the middle of the last one, which is selected */
const drawBoxes = async (page: Page): Promise<[x: number, y: number]> => {
  const picture = page.locator('[data-boxes] img');
  await picture.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const inLine = BOXES / 2;
  const within = (box: number, share: number): [number, number] => [
    x + (width / inLine) * ((box % inLine) + share),
    y + (height / 2) * (Math.floor(box / inLine) + share),
  ];
  for (let box = 0; box < BOXES; box++) {
    await page.mouse.move(...within(box, 0.2));
    await page.mouse.down();
    await page.mouse.move(...within(box, 0.8), { steps: 4 });
    await page.mouse.up();
    await page.locator(`[data-box='${box}']`).waitFor();
  }
  return within(BOXES - 1, 0.5);
};

/** Dragging a box of a picture, beside the same page without a pointer. */
export const boxes = async (browser: Browser, site: Site, rounds: number): Promise<ResultRow[]> => {
  const context = await freshContext(browser, site, { role: 'worker' }, DESK);
  const seen = await visit(context, { slow: false });
  const { page } = seen;
  await show(seen, `${TASK_LIST}?q=boxes`);
  await show(seen, `${await firstTask(page).getAttribute('href')}/work`);
  const [x, y] = await drawBoxes(page);
  const found = { idle: [] as Frames[], drag: [] as Frames[] };
  for (let round = 0; round < rounds; round++) {
    found.idle.push(framesOf(await page.evaluate(framesFor, DRAG_MS)));
    await page.mouse.move(x, y);
    await page.mouse.down();
    let isOver = false;
    const frames = page.evaluate(framesFor, DRAG_MS).finally(() => {
      isOver = true;
    });
    for (let step = 0; !isOver; step++)
      await page.mouse.move(x - 60 * Math.sin(step / 20), y - 60 * Math.sin(step / 30));
    found.drag.push(framesOf(await frames));
    // Where it began, for the next round.
    await page.mouse.move(x, y);
    await page.mouse.up();
  }
  await page.getByRole('button', { name: 'Enough for today' }).click();
  await context.close();
  const row = (what: string, value: (frames: Frames) => number, write: (value: number) => string) => {
    const drag = found.drag.map(value);
    return {
      what: `Dragging one of ${BOXES} boxes on a picture: ${what}`,
      measured: write(median(drag)),
      comparison: `idle ${write(median(found.idle.map(value)))}`,
      rounds: span(drag, write),
    };
  };
  return [
    {
      ...row(
        'frames',
        ({ perSecond }) => perSecond,
        (value) => `${value.toFixed(1)}/s`,
      ),
      budget: '60/s',
      within: median(found.drag.map(({ perSecond }) => perSecond)) >= 59,
    },
    { ...row('longest frame', ({ longest }) => longest, ms), budget: '', within: null },
  ];
};

/** Runs in the page: milliseconds from a click to the page of a task. */
const taskTime = (link: HTMLElement | SVGElement): Promise<number> =>
  new Promise((resolve) => {
    const began = performance.now();
    const look = () => {
      const isShown = [...document.querySelectorAll('h2')].some(({ textContent }) => textContent === 'What to submit');
      if (isShown) resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    (link as HTMLElement).click();
    look();
  });

/** Runs in the page: milliseconds from a click to the heading of the worker's home. */
const openingTime = (link: HTMLElement | SVGElement): Promise<number> =>
  new Promise((resolve) => {
    const began = performance.now();
    const look = () => {
      if (document.querySelector('h1')?.textContent === 'Hi, Welcome Back') resolve(performance.now() - began);
      else requestAnimationFrame(look);
    };
    (link as HTMLElement).click();
    look();
  });

/** In KiB (D-6.2). */
const OWN_CODE = { 'mf-public': 106, 'mf-worker': 114, 'mf-buyer': 188, 'mf-admin': 112 };

/** Requested only in that language. */
const isCatalogue = (file: string): boolean => Object.hasOwn(LANGUAGES, file.split('.')[0] ?? '');

/** Each remote's own code, summed over its files. */
export const ownCode = (): ResultRow[] =>
  Object.entries(OWN_CODE).map(([remote, budget]) => {
    const folder = resolve('.build/bench-web/ours', remote, 'js');
    const files = readdirSync(folder).filter((file) => file.endsWith('.js') && !isCatalogue(file));
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file)), { level: 9 }).length, 0);
    return {
      what: `${remote}: all of its own code (gzip)`,
      measured: kib(bytes),
      comparison: `${files.length} files, loaded page by page`,
      rounds: '',
      budget: `${budget} KiB`,
      within: bytes <= budget * KIB,
    };
  });
