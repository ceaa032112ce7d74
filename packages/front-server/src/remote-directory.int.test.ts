import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '@piecework/base';
import { serveFront } from './front';

let folder: string;
let shell: { port: number; stop(): Promise<void> };
let host: Server;
/** Files of the remotes' server; an absent one is 404. */
let files: Record<string, object>;
const logged: { message: string; details: object }[] = [];
const log = Object.assign(Object.create(silentLog), {
  error: (details: object, message: string) => logged.push({ message, details }),
});

const manifest = (version: string, remote: object) => ({
  metaData: { version, remote: { role: 'worker', title: 'Workers', menu: [], ...remote } },
});
const worker = (version: string, ...pages: string[]) => manifest(version, { pages: ['workerHome', ...pages] });
const address = (file: string) => `http://127.0.0.1:${(host.address() as AddressInfo).port}${file}`;

const configure = (content: object) =>
  writeFileSync(
    join(folder, '.remotes.json'),
    JSON.stringify({ remotes: { mf_worker: address('/worker.json'), mf_help: address('/help.json') }, ...content }),
  );

beforeEach(async () => {
  logged.length = 0;
  files = { '/worker.json': worker('1'), '/help.json': manifest('1', { role: null, pages: ['help'] }) };
  host = createServer(({ url = '' }, response) => {
    response.writeHead(files[url] ? 200 : 404).end(JSON.stringify(files[url]));
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  folder = mkdtempSync(join(tmpdir(), 'piecework-front-'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'own-pages.json'), '["/dashboard", "/dashboard/profile"]');
  configure({});
  shell = await serveFront({
    front: 'shell',
    dir: folder,
    port: 0,
    log,
    // Nothing listens at the default addresses.
    settings: { port: 1, listen: 'loopback', allowedOrigins: [], remotesFile: join(folder, '.remotes.json') },
  });
});
afterEach(async () => {
  await shell.stop();
  host.closeAllConnections();
  await new Promise((done) => host.close(done));
  rmSync(folder, { recursive: true, force: true });
});

/** As long as an answer of a remote is used without asking again. */
const untilStale = () => sleep(1100);

const open = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${shell.port}${path}`, init);
const remotes = async (cookie = '') => {
  const answer = await open('/remotes.json', { headers: { cookie } });
  return ((await answer.json()) as { remotes: Record<string, object> }).remotes;
};

test('has what each remote says of itself, and a remote that has never answered without pages', async () => {
  const { mf_worker, mf_buyer } = await remotes();
  expect(mf_worker).toEqual({
    entry: address('/worker.json'),
    version: '1',
    manifest: { role: 'worker', title: 'Workers', pages: ['workerHome'], menu: [], firstViews: [] },
  });
  expect(mf_buyer).toEqual({ entry: 'http://127.0.0.1:4/mf-manifest.json' });
});

test('a new page of a remote needs no release of the shell', async () => {
  await remotes();
  files['/worker.json'] = worker('2', 'workerBadges');
  await untilStale();
  expect((await remotes()).mf_worker).toMatchObject({
    version: '2',
    manifest: { pages: ['workerHome', 'workerBadges'] },
  });
});

test('a remote that goes down or answers nonsense keeps its pages', async () => {
  const before = await remotes();
  delete files['/worker.json'];
  await untilStale();
  expect(await remotes()).toEqual(before);
  files['/worker.json'] = { metaData: { version: '2', remote: { role: 'owner' } } };
  await untilStale();
  expect(await remotes()).toEqual(before);
  await untilStale();
  await remotes();
  expect(logged.map(({ message }) => message)).toEqual([
    'the manifest of the remote is invalid: the last valid one stays in use',
  ]);
});

test.each([
  ['the shell', worker('2', 'Profile')],
  ['another remote', manifest('2', { role: null, pages: ['/', 'Help/:topic'] })],
])('a remote cannot take a page of %s: its last manifest stays in use', async (_, taking) => {
  const before = await remotes();
  files['/worker.json'] = taking;
  await untilStale();
  expect(await remotes()).toEqual(before);
  await remotes();
  expect(logged).toEqual([
    {
      message: 'the remote takes a page of another: refused',
      details: expect.objectContaining({ container: 'mf_worker', version: '2' }),
    },
  ]);
});

describe('a roll-out', () => {
  const roll = (share: number) => {
    files['/next/worker.json'] = worker('2');
    configure({ rollouts: { mf_worker: { manifest: address('/next/worker.json'), share } } });
  };

  test('gives a share of the browsers the second build, stable by a cookie', async () => {
    roll(30);
    const answer = await open('/', { headers: { accept: 'text/html' } });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^piecework-rollout=\d{1,2}; Max-Age=31536000; Path=\/;.*HttpOnly; SameSite=Lax$/);
    for (const [place, version] of [
      [0, '2'],
      [29, '2'],
      [30, '1'],
      [99, '1'],
    ]) {
      const entry = (await remotes(`a=b; piecework-rollout=${place}`)).mf_worker;
      expect(entry).toMatchObject({ version });
      expect(entry).toEqual(version === '2' ? expect.objectContaining({ because: 'rollout' }) : expect.anything());
    }
  });

  test('reaches every browser at 100 and none at 0, and its end takes effect at the next request', async () => {
    roll(100);
    expect((await remotes('piecework-rollout=99')).mf_worker).toMatchObject({ version: '2' });
    roll(0);
    expect((await remotes('piecework-rollout=0')).mf_worker).toMatchObject({ version: '1' });
    roll(100);
    configure({});
    const answer = await open('/remotes.json');
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(((await answer.json()) as { remotes: object }).remotes).toMatchObject({ mf_worker: { version: '1' } });
  });

  test('counts what browsers report of each build, and nothing of a build that it has not served', async () => {
    roll(50);
    await remotes('piecework-rollout=0');
    await remotes('piecework-rollout=99');
    const report = (body: object | string, headers = {}) =>
      open('/remotes/outcomes', {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
    const statuses = [
      await report({ remote: 'mf_worker', version: '2', outcome: 'loaded' }),
      await report({ remote: 'mf_worker', version: '2', outcome: 'error' }),
      await report({ remote: 'mf_worker', version: '1', outcome: 'failed' }),
      await report({ remote: 'mf_worker', version: '9', outcome: 'failed' }),
      await report({ remote: 'mf_worker', version: '1', outcome: 'other' }),
      await report('{'),
      await report({ remote: 'x'.repeat(2000), version: '1', outcome: 'failed' }),
      await report({ remote: 'mf_worker', version: '1', outcome: 'failed' }, { 'sec-fetch-site': 'cross-site' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([204, 204, 204, 204, 400, 400, 413, 400]);
    const series = (await (await open('/metrics')).text()).split('\n').filter((line) => /^piecework_/.test(line));
    expect(series.sort()).toEqual([
      'piecework_remote_outcomes_total{remote="mf_worker",version="1",outcome="failed"} 1',
      'piecework_remote_outcomes_total{remote="mf_worker",version="2",outcome="error"} 1',
      'piecework_remote_outcomes_total{remote="mf_worker",version="2",outcome="loaded"} 1',
    ]);
    // Through a proxy, a caller is not local.
    expect((await open('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(404);
  });
});

describe('a build that one browser takes for itself', () => {
  const cookie = () => `piecework-remote=${encodeURIComponent(`mf_worker@${address('/mine.json')}`)}`;
  beforeEach(() => {
    files['/mine.json'] = worker('mine');
  });

  test('is served to it alone, in the directory and the policy', async () => {
    const { origin } = new URL(address(''));
    configure({ overrideOrigins: [origin], remotes: { mf_worker: 'http://worker.example:1/mf-manifest.json' } });
    expect((await remotes(cookie())).mf_worker).toMatchObject({ version: 'mine', because: 'override' });
    const policy = async (headers: Record<string, string>) =>
      (await open('/', { headers: { accept: 'text/html', ...headers } })).headers.get('content-security-policy');
    expect(await policy({ cookie: cookie() })).toContain(origin);
    expect(await policy({})).not.toContain(origin);
  });

  test('needs an origin of the list', async () => {
    expect((await remotes(cookie())).mf_worker).toMatchObject({ version: '1' });
    configure({ overrideOrigins: ['https://preview.example'] });
    expect((await remotes(cookie())).mf_worker).toMatchObject({ version: '1' });
    for (const odd of ['piecework-remote=%zz', 'piecework-remote=mf_worker@nothing', 'piecework-remote='])
      expect((await remotes(odd)).mf_worker).toMatchObject({ version: '1' });
  });

  test('cannot take a page of another owner', async () => {
    configure({ overrideOrigins: [new URL(address('')).origin] });
    files['/mine.json'] = worker('mine', 'profile');
    const before = await remotes();
    expect((await remotes(cookie())).mf_worker).toEqual(before.mf_worker);
  });
});
