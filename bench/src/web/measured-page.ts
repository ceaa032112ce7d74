import { gzipSync } from 'node:zlib';
import type { BrowserContext, CDPSession, Page, Request, Response } from 'playwright-core';

/** The slow phone of D-6.3. */
const SLOW = { cpu: 4, kilobitsPerSecond: 1600, latencyMs: 150 };

/** Measurements that the page reports. */
interface PageMetrics {
  lcp: number;
  cls: number;
  /** The frame with the first row of a list with data; 0 before it. */
  firstRow: number;
  /** Interaction → its longest event, in ms. */
  interactions: Record<number, number>;
}
declare global {
  interface Window {
    __metrics: PageMetrics;
  }
}

/** tsx wraps named functions in a helper, which does not exist in the page that evaluates them. */
const HELPER = 'globalThis.__name = (named) => named;';

const observe = () => {
  window.__metrics = { lcp: 0, cls: 0, firstRow: 0, interactions: {} };
  const metrics = window.__metrics;
  const watch = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  watch('largest-contentful-paint', (entry) => {
    metrics.lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) metrics.cls += shift.value;
  });
  watch(
    'event',
    (entry) => {
      const { interactionId, duration } = entry as PerformanceEntry & { interactionId: number };
      if (interactionId > 0)
        metrics.interactions[interactionId] = Math.max(duration, metrics.interactions[interactionId] ?? 0);
    },
    { durationThreshold: 16 },
  );
  // In the page: a driver sees the row only when the busy main thread answers it. A first view has placeholders.
  const rows = new MutationObserver(() => {
    if (!document.querySelector('#root tbody tr:not([aria-hidden])')) return;
    rows.disconnect();
    requestAnimationFrame(() => {
      metrics.firstRow = performance.now();
    });
  });
  rows.observe(document, { childList: true, subtree: true });
};

export interface Script {
  url: string;
  gzip: number;
}

export interface Visit {
  page: Page;
  metrics(): Promise<PageMetrics>;
  /** Sizes of all scripts loaded so far, compressed by gzip -9. */
  scripts(): Promise<Script[]>;
  /** Requests that were made more than once. */
  repeated(): string[];
  requests(): number;
  /** Resolves when the network has been idle for a while. */
  quiet(): Promise<void>;
}

const throttle = async (session: CDPSession) => {
  const bytesPerSecond = (SLOW.kilobitsPerSecond * 1000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu });
};

/** Only GET: a CORS preflight is not a second download. */
const isDownload = (request: Request) => request.method() === 'GET' && !request.url().startsWith('blob:');

/** Stays open while the user is signed in. */
const isStream = (request: Request) => new URL(request.url()).pathname === '/live';
const QUIET_MS = 600;

/** A new page, cold unless its context has been used. */
export const visit = async (context: BrowserContext, options: { slow: boolean }): Promise<Visit> => {
  const page = await context.newPage();
  if (options.slow) await throttle(await context.newCDPSession(page));
  await page.addInitScript(HELPER);
  await page.addInitScript(observe);
  const requests: Request[] = [];
  const scripts: Response[] = [];
  const open = new Set<Request>();
  let lastChange = performance.now();
  const change = (request: Request, isOver: boolean) => {
    if (isOver ? open.delete(request) : open.add(request)) lastChange = performance.now();
  };
  page.on('request', (request) => {
    if (isDownload(request)) requests.push(request);
    if (!isStream(request)) change(request, false);
  });
  page.on('requestfinished', (request) => change(request, true));
  page.on('requestfailed', (request) => change(request, true));
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script' && response.status() === 200) scripts.push(response);
  });
  return {
    page,
    metrics: () => page.evaluate(() => window.__metrics),
    scripts: () =>
      Promise.all(
        scripts.map(async (response) => ({
          url: response.url(),
          gzip: gzipSync(await response.body(), { level: 9 }).length,
        })),
      ),
    repeated: () => {
      const urls = requests.map((request) => request.url());
      return [...new Set(urls.filter((url, index) => urls.indexOf(url) < index))];
    },
    requests: () => requests.length,
    quiet: async () => {
      while (open.size > 0 || performance.now() - lastChange < QUIET_MS) await page.waitForTimeout(50);
    },
  };
};

/** Scrolls through the whole page, so that lazily loaded content is loaded. */
export const scrollToEnd = async ({ page, quiet }: Visit): Promise<void> => {
  let before = -1;
  for (;;) {
    const at = await page.evaluate(() => {
      window.scrollBy(0, innerHeight * 0.8);
      return scrollY;
    });
    await page.waitForTimeout(250);
    if (at === before) break;
    before = at;
  }
  await quiet();
};

/** Pictures with more than twice as many pixels per side as displayed. */
export const oversized = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.images]
      .filter(({ complete, naturalWidth, clientWidth }) => complete && naturalWidth > 0 && clientWidth > 0)
      .filter(({ naturalWidth, clientWidth }) => naturalWidth > 2 * clientWidth * devicePixelRatio + 1)
      .map(({ currentSrc, naturalWidth, clientWidth }) => `${currentSrc}: ${naturalWidth} for ${clientWidth}`),
  );
