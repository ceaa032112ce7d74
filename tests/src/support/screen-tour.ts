import type { Submission, Task } from '@piecework/contracts';
import type { Language } from '@piecework/i18n';
import type { Browser, Page, Route } from 'playwright-core';
import { type Answers, IMPORTED, type Screen, type Visitor } from '../browser/screens';
import { DESK, demoPerson, HANGS_AFTER_MS, PHONE, signIn } from './chromium';
import { banglaTexts, nameOn } from './page-language';
import { PASSWORD } from './people';

export const SIZES = {
  desk: DESK,
  wide: { width: 1920, height: 1080 },
  phone: PHONE,
  tablet: { width: 768, height: 1024 },
} as const;
export type SizeName = keyof typeof SIZES;
/** Sizes in which a screen is loaded, each with those to which the loaded page is resized. */
export const LOADED_SIZES = { desk: ['desk', 'wide'], phone: ['phone', 'tablet'] } as const satisfies Partial<
  Record<SizeName, SizeName[]>
>;
export type LoadedSize = keyof typeof LOADED_SIZES;
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Paths of content requests, which `answers` mocks; session requests are not mocked, and of the configuration only whether there is mail. */
const CONTENT =
  /^\/(tasks|submissions|getAllData|users|withdrawals|payments|statement|testimonials|totals|appeals|reservations|threads|notifications|notification-settings|api-keys|blocks|batches|suspensions|reports|adjustments|config|admin\/(grants|parked|trail|mail|signals))(\/|$)/;

const CORS = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'X-Total-Count' };
const rowsAnswer = (rows: readonly object[]) => ({
  json: rows,
  headers: { ...CORS, 'x-total-count': String(rows.length) },
});

const respond = async (route: Route, answers: Answers, path: string): Promise<void> => {
  if (route.request().method() !== 'GET') return route.fallback();
  if (path === '/config') {
    if (typeof answers !== 'object' || !answers.hasMail) return route.fallback();
    const response = await route.fetch();
    return route.fulfill({ response, json: { ...(await response.json()), mail: true } });
  }
  if (typeof answers === 'object') {
    if (path !== answers.path) return route.fallback();
    return route.fulfill('rows' in answers ? rowsAnswer(answers.rows) : { json: answers.body, headers: CORS });
  }
  // Totals and choices are never empty.
  if (answers === 'empty')
    return /^\/(totals|notification-settings|admin\/integrity)$/.test(path)
      ? route.fallback()
      : route.fulfill(rowsAnswer([]));
  if (answers === 'failure')
    return route.fulfill({
      status: 503,
      headers: CORS,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: 'Busy',
        status: 503,
        code: 'busy',
        detail: 'Please try again.',
      }),
    });
};

/** Alternative text of what is loading, in each language. */
const LOADING = ['Loading', banglaTexts().get('Loading')];

/** Waits until the page, its fonts and visible pictures are loaded and no animation runs. @throws with what it waited for */
const settle = async (page: Page, answers: Answers | undefined): Promise<void> => {
  // No named functions: tsx wraps them in a helper that does not exist in the page.
  const settled = page.waitForFunction(
    ({ mayLoad, loading }) => {
      const waiting = [
        ...document.querySelectorAll('main [aria-hidden] ~ span, main :is(table, div)[aria-busy="true"]'),
      ].filter(({ textContent, ariaBusy }) => (textContent && loading.includes(textContent)) || ariaBusy === 'true');
      const animations = document
        .getAnimations()
        .filter(({ playState, effect }) => playState === 'running' && effect?.getTiming().iterations !== Infinity);
      const images = [...document.images].filter((image) => {
        const { top, bottom, left, right } = image.getBoundingClientRect();
        return (
          !image.complete &&
          image.checkVisibility() &&
          bottom >= 0 &&
          top <= innerHeight &&
          right >= 0 &&
          left <= innerWidth
        );
      });
      const unsettled = [
        ...(document.documentElement.dataset.fonts ? ['the fonts of the first visit'] : []),
        ...(document.fonts.status === 'loaded' ? [] : ['fonts']),
        ...waiting
          .filter((element) => !mayLoad && element.getBoundingClientRect().top <= innerHeight - 64)
          .map(({ outerHTML }) => outerHTML.slice(0, 200)),
        ...animations.map(({ effect }) => `animation of ${(effect as KeyframeEffect).target?.outerHTML.slice(0, 200)}`),
        ...images.map(({ currentSrc }) => `picture ${currentSrc}`),
      ];
      Object.assign(window, { unsettled });
      return unsettled.length === 0;
    },
    { mayLoad: answers === 'pending', loading: LOADING },
    { timeout: HANGS_AFTER_MS },
  );
  await settled.catch(async (error: unknown) => {
    const waitedFor = await page.evaluate(() => (window as { unsettled?: string[] }).unsettled);
    throw new Error(`${page.url()} did not settle: ${waitedFor?.join(', ')}`, { cause: error });
  });
};

interface RunningProduct {
  browser: Browser;
  origin: string;
  gateway: string;
  /** English unless given. */
  language?: Language;
}

/** Signs up without registering. @returns the email */
const newcomer = async ({ gateway }: RunningProduct) => {
  const email = `newcomer-${Date.now()}@people.example`;
  const response = await fetch(`${gateway}/identity/sign-up`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, displayName: 'Nadia Newcomer' }),
  });
  if (!response.ok) throw new Error(`Signing up answered ${response.status}: ${await response.text()}`);
  return email;
};

const arrive = async (page: Page, visitor: Visitor, place: RunningProduct): Promise<void> => {
  if (visitor === 'public') return;
  if (visitor !== 'newcomer') return signIn(page, demoPerson(visitor));
  const email = await newcomer(place);
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL(/\/selectRole$/);
};

/** Opens the screens of a running product with demo data; each visitor has a separate browser context. */
export const createTour = (place: RunningProduct) => {
  const pages = new Map<Visitor, Promise<Page>>();
  const ids = new Map<string, string>();

  const begin = async (visitor: Visitor): Promise<Page> => {
    const context = await place.browser.newContext({
      baseURL: place.origin,
      viewport: DESK,
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(HANGS_AFTER_MS);
    const page = await context.newPage();
    await arrive(page, visitor, place);
    // Not before, because the way to the account is in English.
    if (place.language)
      await page.addInitScript((code) => localStorage.setItem('piecework:language', code), place.language);
    return page;
  };
  const pageOf = (visitor: Visitor): Promise<Page> => {
    const begun = pages.get(visitor) ?? begin(visitor);
    pages.set(visitor, begun);
    return begun;
  };

  const rowsOf = async <Row>(page: Page, path: string): Promise<Row[]> => {
    // The page of a visitor may not be open yet.
    const isOpen = page.url().startsWith(place.origin);
    const token = isOpen ? await page.evaluate(() => localStorage.getItem('access-token')) : null;
    const response = await fetch(`${place.gateway}${path}`, { headers: { authorization: `Bearer ${token}` } });
    // A visitor has no submissions.
    return response.ok ? ((await response.json()) as Row[]) : [];
  };
  const idFor = async (page: Page, placeholder: string): Promise<string> => {
    const open = await rowsOf<Task>(page, '/tasks?open=1');
    const tasks = open.filter(({ taskTitle, batch }) => !taskTitle.startsWith(IMPORTED) && !batch);
    if (placeholder === ':ownTask')
      return tasks.find(({ buyerEmail }) => buyerEmail === demoPerson('buyer').email)?._id ?? '';
    const submitted = new Set((await rowsOf<Submission>(page, '/submissions')).map(({ taskId }) => taskId));
    return tasks.find(({ _id }) => !submitted.has(_id))?._id ?? '';
  };
  const pathOf = async (page: Page, { path }: Screen): Promise<string> => {
    const placeholder = path.match(/:\w+$/)?.[0];
    if (!placeholder) return path;
    const id = ids.get(placeholder) ?? (await idFor(page, placeholder));
    if (!id) throw new Error(`There is no task for ${path} in the demo data`);
    ids.set(placeholder, id);
    return path.replace(placeholder, id);
  };

  /** Opens a screen in a viewport size, including its `open` interactions. */
  const show = async (screen: Screen, size: { width: number; height: number }): Promise<Page> => {
    const page = await pageOf(screen.visitor);
    const { answers, open } = screen;
    await page.unrouteAll();
    await page.mouse.move(0, 0);
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: 'light' });
    const path = await pathOf(page, screen);
    const isContent = ({ origin, pathname }: URL) =>
      new URL(place.gateway).port === new URL(origin).port && CONTENT.test(pathname);
    if (answers)
      await page.route(isContent, (route) => respond(route, answers, new URL(route.request().url()).pathname));
    await page.goto(path);
    await page.locator('#root h1').first().waitFor({ state: 'attached' });
    // The home mounts what is near the screen once the visitor moves, and before that only what shows more than its edge.
    await page.keyboard.press('Shift');
    await settle(page, answers);
    if (open) {
      await open(page);
      await settle(page, answers);
    }
    // A broken page would pass the checks: its notice is well made.
    if (await page.getByText(await nameOn(page, 'This area isn’t available right now')).count())
      throw new Error(`${path} is broken`);
    return page;
  };

  const end = async () => {
    for (const page of pages.values()) await (await page).context().close();
  };
  return { show, settle: (page: Page, screen: Screen) => settle(page, screen.answers), end };
};
