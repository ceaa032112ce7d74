import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@piecework/base';
import { type FrontOptions, serveFront } from './front';

const PAGE =
  '<!doctype html><html><head><title>Piecework</title><meta name="description" content="Small tasks."><script>early()</script></head><body><div id="root"></div></body></html>';
const TASK = {
  _id: 't1',
  taskTitle: 'Label photos',
  taskDetail: 'Say what each\n photo shows.',
  taskImageURL: '/images/00000000000000000000000001.webp',
  payableAmount: 1500,
  buyerName: 'Bo Buyer',
  buyerEmail: 'bo@example.com',
};

let folder: string;
let shell: { port: number; stop(): Promise<void> };
let gateway: Server;
let answer: { status: number; body?: unknown } | 'hang';
let requests: { url: string; headers: Record<string, unknown> }[];

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const start = async (changes: Partial<FrontOptions['settings']> = {}) => {
  shell = await serveFront({
    front: 'shell',
    dir: folder,
    port: 0,
    log: silentLog,
    settings: {
      port: 4000,
      listen: 'loopback',
      allowedOrigins: [],
      remotesFile: join(folder, '.remotes.json'),
      gatewayUrl: addressOf(gateway),
      ...changes,
    },
  });
};

beforeEach(async () => {
  requests = [];
  answer = { status: 200, body: TASK };
  gateway = createServer(({ url = '', headers }, response) => {
    requests.push({ url, headers });
    if (answer !== 'hang') response.writeHead(answer.status).end(JSON.stringify(answer.body ?? {}));
  });
  await new Promise<void>((done) => gateway.listen(0, '127.0.0.1', done));
  folder = mkdtempSync(join(tmpdir(), 'piecework-front-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  await start();
});
afterEach(async () => {
  await shell.stop();
  gateway.closeAllConnections();
  await new Promise((done) => gateway.close(done));
  rmSync(folder, { recursive: true, force: true });
});

const open = async (path: string, headers: Record<string, string> = { accept: '*/*' }) => {
  const response = await fetch(`http://127.0.0.1:${shell.port}${path}`, { headers });
  return { status: response.status, headers: response.headers, html: await response.text() };
};
const contentOf = (html: string, property: string) =>
  new RegExp(`<meta (?:property|name)="${property}" content="([^"]*)">`).exec(html)?.[1];

test('the page of a task has its title, description, picture and address, and nothing else of it', async () => {
  const { status, html } = await open('/task/t1');
  expect(status).toBe(200);
  expect(html).toContain('<title>Label photos · Piecework</title>');
  expect(html.match(/<title>|name="description"/g)).toHaveLength(2);
  expect(contentOf(html, 'og:title')).toBe('Label photos');
  expect(contentOf(html, 'og:description')).toBe('Pays 1,500 coins ($75.00). Say what each photo shows.');
  expect(contentOf(html, 'og:url')).toBe('http://127.0.0.1:4000/task/t1');
  expect(contentOf(html, 'og:image')).toBe('http://127.0.0.1:4080/images/00000000000000000000000001.webp?w=1280');
  expect(contentOf(html, 'twitter:card')).toBe('summary_large_image');
  expect(html).not.toContain('bo@example.com');
  expect(html).not.toContain('Bo Buyer');
});

test('the task is read as a visitor, once for several requests', async () => {
  for (const path of ['/task/t1', '/Task/t1/', '/task/t1']) {
    const headers = { accept: 'text/html', authorization: 'Bearer x', cookie: 'a=b' };
    expect((await open(path, headers)).html).toContain('Label photos');
  }
  expect(requests.map(({ url }) => url)).toEqual(['/tasks/t1']);
  expect(requests[0]?.headers).not.toHaveProperty('authorization');
  expect(requests[0]?.headers).not.toHaveProperty('cookie');
});

test('addresses are those for browsers, whatever host the request names', async () => {
  await shell.stop();
  writeFileSync(join(folder, '.remotes.json'), '{"gateway":"https://api.piecework.example"}');
  await start({ publicOrigin: 'https://piecework.example' });
  const { html } = await open('/task/t1', { accept: '*/*', host: 'evil.example' });
  expect(contentOf(html, 'og:url')).toBe('https://piecework.example/task/t1');
  expect(contentOf(html, 'og:image')).toMatch(/^https:\/\/api\.piecework\.example\/images\//);
  expect(html).not.toContain('evil');
});

describe('hostile texts', () => {
  const HOSTILE = [
    '</title><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '<style>*{display:none}</style>',
    '&lt;script&gt; &amp; $& $1 $`',
    '\u2028</head><body onload=alert(1)>',
  ];
  const decoded = (text = '') =>
    text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&');

  test.each(HOSTILE)('are text: %s', async (text) => {
    answer = { status: 200, body: { ...TASK, taskTitle: text, taskDetail: text } };
    const plain = await open('/');
    const { html, headers } = await open('/task/t1');
    const tags = (page: string) => page.match(/<\/?(script|style|img|body|head|title)\b/g);
    expect(tags(html)).toEqual(tags(plain.html));
    expect(decoded(contentOf(html, 'og:title'))).toBe(text);
    expect(decoded(/<title>(.*) · Piecework<\/title>/s.exec(html)?.[1])).toBe(text);
    const policy = 'content-security-policy';
    expect(headers.get(policy)).toBe(plain.headers.get(policy));
  });

  test('in the address are encoded', async () => {
    const { html } = await open(`/task/${encodeURIComponent('"><script>x</script>')}`);
    expect(requests[0]?.url).toBe('/tasks/%22%3E%3Cscript%3Ex%3C%2Fscript%3E');
    expect(html).not.toContain('<script>x');
  });

  test('a picture of any other address is left out', async () => {
    for (const taskImageURL of ['javascript:alert(1)', 'https://evil.example/x.png', '']) {
      answer = { status: 200, body: { ...TASK, taskImageURL } };
      const { html } = await open(`/task/${encodeURIComponent(`p-${taskImageURL}`)}`);
      expect(contentOf(html, 'og:image')).toBeUndefined();
      expect(contentOf(html, 'twitter:card')).toBe('summary');
    }
  });

  test('a long description is cut between characters', async () => {
    answer = { status: 200, body: { ...TASK, payableAmount: 1, taskDetail: '🧵'.repeat(300) } };
    const { html } = await open('/task/t1');
    expect(contentOf(html, 'og:description')).toBe(`Pays 1 coin ($0.05). ${'🧵'.repeat(200)}…`);
  });
});

describe('the status', () => {
  test('is 404 with the page for a task that is gone, also for a known ETag', async () => {
    answer = { status: 404 };
    const gone = await open('/task/t1', { accept: 'text/html' });
    expect([gone.status, gone.html]).toEqual([404, PAGE]);
    const tag = { accept: 'text/html', 'if-none-match': gone.headers.get('etag') ?? '' };
    expect((await open('/task/t1', tag)).status).toBe(404);
  });

  test('is 404 without a call for what is no id', async () => {
    for (const path of ['/task/%zz', '/task/%20', `/task/${'x'.repeat(101)}`])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
    expect(requests).toEqual([]);
  });

  test.each([429, 500, 503])('is 200 with the plain page when the gateway answers %i', async (status) => {
    answer = { status };
    const { html, ...rest } = await open('/task/t1');
    expect([rest.status, html]).toEqual([200, PAGE]);
    expect((await open('/task/t1')).status).toBe(200);
    expect(requests).toHaveLength(1);
  });

  test('is 200 with the plain page for an answer of another shape', async () => {
    answer = { status: 200, body: { taskTitle: 'Only a title' } };
    expect((await open('/task/t1')).html).toBe(PAGE);
  });

  test('is 200 with the plain page, soon, when the gateway is unreachable or hangs', async () => {
    answer = 'hang';
    const began = performance.now();
    const hanging = await open('/task/t1');
    expect([hanging.status, hanging.html]).toEqual([200, PAGE]);
    expect(performance.now() - began).toBeLessThan(1500);
    await shell.stop();
    await start({ gatewayUrl: 'http://127.0.0.1:1' });
    const unreachable = await open('/task/t1');
    expect([unreachable.status, unreachable.html]).toEqual([200, PAGE]);
  });
});

test('other pages ask the gateway nothing', async () => {
  expect((await open('/', { accept: 'text/html' })).status).toBe(200);
  for (const path of ['/task', '/tasks/t1', '/dashboard/task/t1', '/task/t1/more'])
    expect((await open(path, { accept: 'text/html' })).html).toBe(PAGE);
  expect(requests).toEqual([]);
});
