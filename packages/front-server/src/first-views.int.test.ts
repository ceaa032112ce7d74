import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@piecework/base';
import { serveFront } from './front';

const PAGE =
  '<!doctype html><html><head><title>Shell</title></head><body><div id="first-view"></div><div id="root"></div></body></html>';
const frame = (viewer: string) => ({
  viewer,
  html: `<main class="shell-0">{page} for ${viewer}</main>`,
  css: '.shell-0{color:red}',
});
const FRAMES = {
  site: { '*': [frame('visitor'), frame('user')], login: [frame('visitor')] },
  dashboard: { worker: frame('worker'), buyer: frame('buyer') },
};
const manifestOf = (release: string, role: string | null) => ({
  metaData: {
    version: release,
    firstView: `first-view/views.${release}.json`,
    remote: role
      ? { role, title: 'Workers', pages: ['workerHome'], menu: [], firstViews: ['workerHome'] }
      : { role, title: 'Public', pages: ['/', 'login', 'qa', '*'], menu: [], firstViews: ['/', 'login'] },
  },
});
const viewsOf = (html: string) => ({
  '/': { html, css: '.public-0{color:blue}', reads: [] },
  workerHome: { html, css: '', reads: ["/totals?a=1&b='"] },
});

let folder: string;
let shell: { port: number; stop(): Promise<void> };
let remote: Server;
/** File of the remote → content; a path that is missing is a 404, `hang` never answers. */
let remoteFiles: Record<string, unknown>;
let isHanging: boolean;
let requests: string[];

const deploy = (release: string, html: string) => {
  remoteFiles = {
    '/mf-manifest.json': manifestOf(release, null),
    '/worker.json': manifestOf(release, 'worker'),
    [`/first-view/views.${release}.json`]: viewsOf(html),
  };
};

beforeEach(async () => {
  isHanging = false;
  requests = [];
  remote = createServer(({ url = '' }, response) => {
    requests.push(url);
    if (isHanging) return;
    const file = remoteFiles[url];
    response.writeHead(file ? 200 : 404).end(JSON.stringify(file));
  });
  await new Promise<void>((done) => remote.listen(0, '127.0.0.1', done));
  const manifest = `http://127.0.0.1:${(remote.address() as AddressInfo).port}/mf-manifest.json`;
  folder = mkdtempSync(join(tmpdir(), 'piecework-front-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'first-view.json'), JSON.stringify(FRAMES));
  const remotesFile = join(folder, '.remotes.json');
  writeFileSync(
    remotesFile,
    JSON.stringify({ remotes: { mf_public: manifest, mf_worker: manifest.replace('mf-manifest', 'worker') } }),
  );
  // Nothing listens for mf_buyer.
  const settings = { port: 4000, listen: 'loopback' as const, allowedOrigins: [], remotesFile };
  shell = await serveFront({ front: 'shell', dir: folder, port: 0, settings, log: silentLog });
});
afterEach(async () => {
  await shell.stop();
  remote.closeAllConnections();
  await new Promise((done) => remote.close(done));
  rmSync(folder, { recursive: true, force: true });
});

const open = async (path: string) => {
  const answer = await fetch(`http://127.0.0.1:${shell.port}${path}`, { headers: { accept: 'text/html' } });
  return { answer, html: await answer.text() };
};

/** As long as an answer of the remote is used without asking again. */
const untilStale = () => sleep(1100);

test('the page has the frame of each viewer with the page of the remote, and its styles are allowed', async () => {
  deploy('00000001', '<h1 class="public-0">Home</h1>');
  const { answer, html } = await open('/');
  expect(html).toContain(
    `<div data-for="visitor" data-reads='[]'><main class="shell-0"><h1 class="public-0">Home</h1> for visitor</main></div>`,
  );
  expect(html).toContain('<h1 class="public-0">Home</h1> for user');
  const [, style = ''] = /<style>(.*?)<\/style>/.exec(html) ?? [];
  expect(style).toContain('.shell-0{color:red}');
  expect(style).toContain('html:not([data-viewer~="user"]) [data-for="user"]{display:none}');
  expect(style.match(/\.shell-0/g)).toHaveLength(1);
  const hash = createHash('sha256').update(style).digest('base64');
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
});

describe('a server that reaches a remote at another address than browsers', () => {
  const openWith = async (overrides: object) => {
    await shell.stop();
    const remotesFile = join(folder, '.remotes.json');
    const reached = JSON.parse(readFileSync(remotesFile, 'utf8')).remotes.mf_public;
    writeFileSync(remotesFile, JSON.stringify(overrides));
    shell = await serveFront({
      front: 'shell',
      dir: folder,
      port: 0,
      log: silentLog,
      settings: {
        port: 1,
        listen: 'loopback',
        allowedOrigins: [],
        remotesFile,
        internalRemotes: { mf_public: reached },
      },
    });
    deploy('00000001', 'Home');
    return open('/');
  };

  test('reads the views there; the page names only the address for browsers', async () => {
    const { html, answer } = await openWith({});
    expect(html).toContain('Home for visitor');
    expect(answer.headers.get('content-security-policy')).not.toContain(String((remote.address() as AddressInfo).port));
  });

  test("follows the operator's file where it names the remote", async () => {
    const moved = 'http://127.0.0.1:1/mf-manifest.json';
    expect((await openWith({ remotes: { mf_public: moved } })).html).toBe(PAGE);
  });
});

test('paths to read are attributes of the view, and a remote that is not reachable has none', async () => {
  deploy('00000001', 'rows');
  const { html } = await open('/Dashboard/');
  expect(html).toContain(`data-reads='["/totals?a=1&amp;b=&#39;"]'`);
  expect(html).not.toContain('data-for="buyer"');
});

test('an address without a frame, and a page that the remote has not rendered, get the empty page', async () => {
  deploy('00000001', 'Home');
  expect((await open('/qa')).html).toBe(PAGE);
  expect((await open('/login')).html).toBe(PAGE);
});

test('a deployment of the remote alone changes the page and its ETag', async () => {
  deploy('00000001', 'old');
  const first = await open('/');
  const tag = first.answer.headers.get('etag') ?? '';
  expect((await open('/')).answer.headers.get('etag')).toBe(tag);
  deploy('00000002', 'new');
  await untilStale();
  const second = await open('/');
  expect(second.answer.headers.get('etag')).not.toBe(tag);
  expect(second.html).toContain('new for visitor');
  expect(new Set(requests.filter((path) => path.includes('views'))).size).toBe(2);
});

test('a remote that goes away leaves the empty page', async () => {
  deploy('00000001', 'Home');
  expect((await open('/')).html).toContain('Home');
  remoteFiles = {};
  await untilStale();
  await open('/');
  await untilStale();
  expect((await open('/')).html).toBe(PAGE);
});

test.each([
  ['no object', 'views'],
  ['without css', { '/': { html: 'Home' } }],
])('views of another shape are ignored: %s', async (_, views) => {
  deploy('00000001', 'Home');
  remoteFiles['/first-view/views.00000001.json'] = views;
  expect((await open('/')).html).toBe(PAGE);
});

test('a remote that does not answer delays no page after the first one', async () => {
  isHanging = true;
  await open('/');
  const began = performance.now();
  for (let count = 0; count < 5; count++) expect((await open('/')).html).toBe(PAGE);
  expect(performance.now() - began).toBeLessThan(1500);
});
