import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@piecework/base';
import type { FrontName } from '@piecework/federation/fronts';
import { serveFront } from './front';

const ORIGIN = 'https://piecework.example';
const PAGES = ['/', '/tasks', '/qa', '/terms', '/privacy', '/contact'];

let folder: string;
let front: { port: number; stop(): Promise<void> } | undefined;
let gateway: Server;
let taskCount: number;
let status: number;
let requests: URL[];

const start = async (name: FrontName = 'shell') => {
  front = await serveFront({
    front: name,
    dir: folder,
    port: 0,
    log: silentLog,
    settings: {
      port: 4000,
      listen: 'loopback',
      allowedOrigins: [],
      remotesFile: join(folder, '.remotes.json'),
      gatewayUrl: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
      publicOrigin: ORIGIN,
    },
  });
};

beforeEach(async () => {
  [taskCount, status, requests] = [0, 200, []];
  gateway = createServer(({ url = '' }, response) => {
    const asked = new URL(url, ORIGIN);
    requests.push(asked);
    const [limit, offset] = ['limit', 'offset'].map((name) => Number(asked.searchParams.get(name)));
    const rows = Array.from({ length: taskCount }, (_, at) => ({ _id: `t${at}&` }));
    response.writeHead(status).end(JSON.stringify(rows.slice(offset, (offset ?? 0) + (limit ?? 0))));
  });
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
  folder = mkdtempSync(join(tmpdir(), 'piecework-front-'));
  writeFileSync(
    join(folder, 'index.html'),
    '<html><head><meta name="description" content="Small tasks."></head></html>',
  );
});
afterEach(async () => {
  await front?.stop();
  gateway.closeAllConnections();
  await new Promise((done) => gateway.close(done));
  rmSync(folder, { recursive: true, force: true });
});

const open = async (path: string) => {
  const response = await fetch(`http://127.0.0.1:${front?.port}${path}`, { headers: { accept: 'text/html' } });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};
const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, location]) => location);

test('robots.txt keeps crawlers out of the dashboard and names the sitemap', async () => {
  await start();
  const { type, text } = await open('/robots.txt');
  expect(type).toBe('text/plain; charset=utf-8');
  expect(text).toBe(`User-agent: *\nDisallow: /dashboard\nSitemap: ${ORIGIN}/sitemap.xml\n`);
});

test('the sitemap has the public pages and every open task, read once', async () => {
  taskCount = 101;
  await start();
  const { type, text } = await open('/sitemap.xml');
  expect(type).toMatch(/^application\/xml/);
  expect(locations(text)).toHaveLength(107);
  expect(locations(text).slice(0, 7)).toEqual([...PAGES, '/task/t0%26'].map((path) => `${ORIGIN}${path}`));
  await open('/sitemap.xml');
  expect(requests.map(({ search }) => search)).toEqual(['?open=1&limit=100&offset=0', '?open=1&limit=100&offset=100']);
});

test('the sitemap has at most 1,000 tasks', async () => {
  taskCount = 1500;
  await start();
  expect(locations((await open('/sitemap.xml')).text)).toHaveLength(1006);
  expect(requests).toHaveLength(10);
});

test('the sitemap has no tasks while the gateway fails', async () => {
  status = 503;
  await start();
  const answer = await open('/sitemap.xml');
  expect([answer.status, locations(answer.text)]).toEqual([200, PAGES.map((path) => `${ORIGIN}${path}`)]);
});

test('the home has Open Graph tags with absolute addresses, other pages have none', async () => {
  await start();
  const { text } = await open('/');
  expect(text).toContain(`<meta property="og:url" content="${ORIGIN}/">`);
  expect(text).toContain(`<meta property="og:image" content="${ORIGIN}/shared.png">`);
  expect(text).toContain('<meta name="twitter:card" content="summary_large_image">');
  expect((await open('/login')).text).not.toContain('og:');
});

test("a remote's server has neither", async () => {
  await start('mf-worker');
  expect((await open('/robots.txt')).status).toBe(404);
  expect((await open('/sitemap.xml')).status).toBe(404);
});
