import type { Log } from '@piecework/base';
import { escaped } from './open-graph';

/** What crawlers read: robots.txt and sitemap.xml. */
interface Addresses {
  /** The gateway as this server reaches it. */
  reached: string;
  /** Origin of the product. */
  origin: string;
}

/** Public pages that crawlers may list. */
const PAGES = ['/', '/tasks', '/qa', '/terms', '/privacy', '/contact'];
const MAX_TASKS = 1000;
/** Tasks per call: the most that a list answers. */
const CALL_SIZE = 100;
/** Milliseconds for which an answer is used, and for which a gateway that gave none is not asked again. */
const FRESH_MS = 5 * 60_000;
const TIMEOUT_MS = 3000;

export const robotsText = (origin: string): string =>
  ['User-agent: *', 'Disallow: /dashboard', `Sitemap: ${new URL('/sitemap.xml', origin).href}`, ''].join('\n');

const idsIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.map((task) => (task as { _id?: unknown } | null)?._id).filter((id) => typeof id === 'string')
    : [];

const openTasks = async (gateway: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let offset = 0; offset < MAX_TASKS; offset += CALL_SIZE) {
    const address = `${gateway}/tasks?open=1&limit=${CALL_SIZE}&offset=${offset}`;
    const answer = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    const batch = idsIn(await answer.json());
    ids.push(...batch);
    if (batch.length < CALL_SIZE) break;
  }
  // A task that is posted between two calls moves one to the next page.
  return [...new Set(ids)].slice(0, MAX_TASKS);
};

/** The public pages and the open tasks; without the tasks while the gateway does not answer. */
export const createSitemap = (log: Pick<Log, 'info'>) => {
  let cached: { gateway: string; askedAt: number; ids: Promise<string[]> } | undefined;

  const tasksOf = (gateway: string): Promise<string[]> => {
    if (cached?.gateway === gateway && performance.now() - cached.askedAt < FRESH_MS) return cached.ids;
    const ids = openTasks(gateway).catch((error: unknown) => {
      log.info({ err: error }, 'the tasks could not be read for the sitemap');
      return [];
    });
    cached = { gateway, askedAt: performance.now(), ids };
    return ids;
  };

  return async ({ reached, origin }: Addresses): Promise<string> => {
    const tasks = (await tasksOf(reached)).map((id) => `/task/${encodeURIComponent(id)}`);
    const urls = [...PAGES, ...tasks].map((path) => `<url><loc>${escaped(new URL(path, origin).href)}</loc></url>`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>\n`;
  };
};
