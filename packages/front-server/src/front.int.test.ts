import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { silentLog } from '@piecework/base';
import { containerOf, FRONT_PORTS, type FrontName, REMOTES } from '@piecework/federation/fronts';
import { type FrontOptions, serveFront } from './front';

const SCRIPT = 'export const answer = 42;\n'.repeat(100);
const PAGE =
  '<!doctype html><title>Shell</title><script>early()</script><script defer src="/js/main.0a1b2c3d.js"></script>';
const HASH_OF_EARLY = "'sha256-G2Y/0fpEoq/QMzbid/byF0KE5sX9e6ar19Om2+xoMnU='";

let folder: string;
let running: { port: number; stop(): Promise<void> };
const loggedErrors: string[] = [];
const log = Object.assign(Object.create(silentLog), {
  error: (_details: object, sentence: string) => loggedErrors.push(sentence),
});

const start = async (front: FrontName, chosen: Partial<FrontOptions['settings']> = {}) => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-front-'));
  await mkdir(join(folder, 'js'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'mf-manifest.json'), '{"metaData":{}}');
  writeFileSync(join(folder, 'js', 'main.0a1b2c3d.js'), SCRIPT);
  writeFileSync(join(folder, 'js', 'main.0a1b2c3d.js.map'), '{}');
  writeFileSync(join(folder, '.built-from'), 'sources');
  running = await serveFront({
    front,
    dir: folder,
    port: 0,
    settings: {
      port: 4000,
      listen: 'loopback',
      allowedOrigins: ['http://localhost:4000'],
      remotesFile: `${folder}.remotes.json`,
      ...chosen,
    },
    log,
  });
};
const stop = async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
  rmSync(`${folder}.remotes.json`, { force: true });
};

interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** A raw request: a browser or fetch would add headers or decode the body. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<Answer>((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port: running.port, path, method, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
    });
    call.on('error', reject);
    call.end();
  });
const navigate = (path: string, headers: Record<string, string> = {}) =>
  ask(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers });
const directives = ({ headers }: Answer) =>
  Object.fromEntries(
    String(headers['content-security-policy'])
      .split('; ')
      .map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
  );
const overrideRemotes = (text: string) => writeFileSync(`${folder}.remotes.json`, text);

describe('the shell', () => {
  beforeEach(() => start('shell'));
  afterEach(stop);

  test('answers every navigation with its page, uncached', async () => {
    for (const path of ['/', '/login', '/dashboard/workerTaskList/01k9']) {
      const { status, headers, body } = await navigate(path);
      expect([status, headers['cache-control'], body.toString()]).toEqual([200, 'no-cache', PAGE]);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });

  test('revalidates the offline worker and lets it fetch pages of its origin', async () => {
    writeFileSync(join(folder, 'offline-worker.js'), 'addEventListener("fetch", () => {});');
    const answer = await ask('/offline-worker.js');
    expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(answer.headers['content-type']).toMatch(/^text\/javascript/);
    expect(directives(answer)).toEqual({ 'default-src': ["'none'"], 'connect-src': ["'self'"] });
    expect(directives(await navigate('/'))['worker-src']).toEqual(["'self'"]);
    rmSync(join(folder, 'offline-worker.js'));
    expect((await ask('/offline-worker.js')).status).toBe(404);
  });

  test('serves the offline page with a policy that allows nothing but its own style and script', async () => {
    writeFileSync(join(folder, 'offline.html'), '<style>p{}</style><script>early()</script>');
    const answer = await ask('/offline.html');
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(directives(answer)).toEqual({
      'default-src': ["'none'"],
      'connect-src': ["'self'"],
      'script-src': [HASH_OF_EARLY],
      'style-src': [expect.stringMatching(/^'sha256-/)],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
    });
  });

  test('serves icons and manifests with their types', async () => {
    writeFileSync(join(folder, 'icon-192.png'), 'png');
    writeFileSync(join(folder, 'worker.webmanifest'), '{}');
    expect((await ask('/icon-192.png')).headers['content-type']).toBe('image/png');
    expect((await ask('/worker.webmanifest')).headers['content-type']).toMatch('application/manifest+json');
  });

  test.each([
    '/js/main.99999999.js',
    '/missing.css',
    '/js/',
    '/js/main.0a1b2c3d.js.map',
    '/.built-from',
    '/..%2f..%2fetc%2fpasswd',
    '/%00',
    '/%zz',
  ])('answers 404 without a page for %s', async (path) => {
    const { status, body } = await ask(path);
    expect(status).toBe(404);
    expect(body.toString()).not.toContain('<');
  });

  test('answers 404 for a missing script, also as a navigation', async () => {
    expect((await navigate('/js/main.99999999.js')).status).toBe(404);
  });

  test('caches hashed files for a year', async () => {
    const { headers } = await ask('/js/main.0a1b2c3d.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('compresses by Accept-Encoding', async () => {
    const path = '/js/main.0a1b2c3d.js';
    const brotli = await ask(path, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.body).toString()).toBe(SCRIPT);
    const gzip = await ask(path, { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
    const plain = await ask(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.toString()).toBe(SCRIPT);
    for (const { headers } of [brotli, gzip, plain]) expect(headers.vary).toContain('accept-encoding');
    expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  test('serves files that the build has compressed', async () => {
    writeFileSync(join(folder, 'js', 'main.0a1b2c3d.js.br'), 'as the build made it');
    const { body } = await ask('/js/main.0a1b2c3d.js', { 'accept-encoding': 'br' });
    expect(body.toString()).toBe('as the build made it');
  });

  test('answers 304 for a matching ETag', async () => {
    const { headers } = await navigate('/');
    const again = await navigate('/', { 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  });

  test('detects a replaced or removed file at once', async () => {
    await navigate('/');
    const changed = PAGE.replace('Shell', 'Shell 2');
    writeFileSync(join(folder, 'index.html'), changed);
    utimesSync(join(folder, 'index.html'), new Date(), new Date(Date.now() + 1000));
    expect((await navigate('/')).body.toString()).toBe(changed);
    rmSync(join(folder, 'js', 'main.0a1b2c3d.js'));
    expect((await ask('/js/main.0a1b2c3d.js')).status).toBe(404);
  });

  test('allows GET and HEAD only', async () => {
    const { status, headers } = await ask('/', {}, 'POST');
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    const head = await ask('/', {}, 'HEAD');
    expect([head.status, head.body.length]).toEqual([200, 0]);
  });

  test('sends Strict-Transport-Security behind TLS', async () => {
    const hsts = async () => (await ask('/')).headers['strict-transport-security'];
    expect(await hsts()).toBeUndefined();
    await stop();
    await start('shell', { publicOrigin: 'http://localhost:4000' });
    expect(await hsts()).toBeUndefined();
    await stop();
    await start('shell', { publicOrigin: 'https://piecework.example' });
    expect(await hsts()).toBe('max-age=31536000');
  });

  test('forbids framing, MIME sniffing and the referrer', async () => {
    for (const path of ['/', '/js/main.0a1b2c3d.js', '/missing.js', '/remotes.json']) {
      const { headers } = await ask(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['permissions-policy']).toContain('camera=()');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['access-control-allow-origin']).toBeUndefined();
      // The sign-in popup reports its result to its opener.
      expect(headers['cross-origin-opener-policy']).toBeUndefined();
    }
  });
});

describe('the Content-Security-Policy of a page', () => {
  beforeEach(() => start('shell'));
  afterEach(stop);
  const ORIGINS = REMOTES.map((front) => `http://localhost:${4000 + FRONT_PORTS[front]}`);

  test('lists its sources, without unsafe ones', async () => {
    const page = await navigate('/', { host: 'localhost:4000' });
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(directives(page)).toEqual({
      'default-src': ["'none'"],
      'script-src': ["'self'", ...ORIGINS, HASH_OF_EARLY],
      'style-src': ["'self'", ...ORIGINS, "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"],
      'connect-src': ["'self'", 'http://localhost:4080', ...ORIGINS],
      'img-src': ["'self'", 'data:', 'blob:', 'http://localhost:4080', 'http://127.0.0.1:4080', ...ORIGINS],
      'font-src': ["'self'", ...ORIGINS],
      'manifest-src': ["'self'"],
      'worker-src': ["'self'"],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
    });
  });

  test('follows the file of remotes', async () => {
    overrideRemotes('{"remotes":{"mf_worker":"https://worker.example/v2/mf-manifest.json"}}');
    const { 'script-src': scripts } = directives(await navigate('/', { host: 'localhost:4000' }));
    expect(scripts).toContain('https://worker.example');
    expect(scripts).not.toContain('http://localhost:4002');
  });
});

describe('the Content-Security-Policy with external providers', () => {
  afterEach(stop);
  const policyWith = async (chosen: Partial<FrontOptions['settings']>) => {
    await start('shell', chosen);
    return directives(await navigate('/', { host: 'localhost:4000' }));
  };
  const ofProviders = (policy: Record<string, string[]>) =>
    ['script-src', 'connect-src', 'frame-src'].map((name) =>
      (policy[name] ?? []).filter((source) => /^http/.test(source) && !/localhost:40/.test(source)),
    );

  test('has no hosts without a provider', async () => {
    const policy = await policyWith({});
    expect(ofProviders(policy)).toEqual([[], [], []]);
    expect(policy).not.toHaveProperty('frame-src');
  });

  test("has Firebase's hosts, Google's script and the project's frame", async () => {
    const firebase = { authDomain: 'piecework.firebaseapp.com', emulatorHost: undefined };
    expect(ofProviders(await policyWith({ firebase }))).toEqual([
      ['https://apis.google.com'],
      ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'],
      ['https://apis.google.com', 'https://piecework.firebaseapp.com'],
    ]);
  });

  test('has the Auth emulator instead of Firebase', async () => {
    const firebase = { authDomain: 'piecework.firebaseapp.com', emulatorHost: '127.0.0.1:9099' };
    expect(ofProviders(await policyWith({ firebase }))).toEqual([
      ['https://apis.google.com'],
      ['http://127.0.0.1:9099'],
      ['https://apis.google.com', 'http://127.0.0.1:9099'],
    ]);
  });

  test("has Stripe's hosts", async () => {
    const stripe = { scriptUrl: 'https://js.stripe.com/endive/stripe.js' };
    expect(ofProviders(await policyWith({ stripe }))).toEqual([
      ['https://js.stripe.com', 'https://*.js.stripe.com'],
      ['https://api.stripe.com'],
      ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    ]);
  });

  test('has the configured host of Stripe.js instead', async () => {
    const stripe = { scriptUrl: 'http://127.0.0.1:8000/stand-in.js' };
    expect(ofProviders(await policyWith({ stripe }))).toEqual([
      ['http://127.0.0.1:8000'],
      ['http://127.0.0.1:8000'],
      ['http://127.0.0.1:8000'],
    ]);
  });
});

describe('/remotes.json', () => {
  beforeEach(() => {
    loggedErrors.length = 0;
    return start('shell');
  });
  afterEach(stop);
  const remotes = async (host = 'localhost:4000') => JSON.parse((await ask('/remotes.json', { host })).body.toString());

  test.each([
    ['localhost:4000', 'localhost'],
    ['127.0.0.1:4000', '127.0.0.1'],
    ['evil.example', 'localhost'],
  ])('uses the host name of the page: %s', async (host, name) => {
    const { gateway, remotes: addresses } = await remotes(host);
    expect(gateway).toBe(`http://${name}:4080`);
    expect(Object.keys(addresses)).toEqual(REMOTES.map(containerOf));
    expect(addresses.mf_worker.entry).toBe(`http://${name}:4002/mf-manifest.json`);
    expect((await ask('/remotes.json', { host })).headers['cache-control']).toBe('no-cache');
  });

  test("applies the operator's file at each request", async () => {
    overrideRemotes('{"gateway":"https://api.example/"}');
    expect(await remotes()).toMatchObject({ gateway: 'https://api.example' });
    overrideRemotes('{"remotes":{"mf_buyer":"https://buyer.example/mf-manifest.json"}}');
    expect(await remotes()).toMatchObject({
      gateway: 'http://localhost:4080',
      remotes: { mf_buyer: { entry: 'https://buyer.example/mf-manifest.json' } },
    });
    rmSync(`${folder}.remotes.json`);
    expect((await remotes()).remotes.mf_buyer.entry).toBe('http://localhost:4003/mf-manifest.json');
  });

  test.each([
    '{',
    '[]',
    '{"gateway":"javascript:alert(1)"}',
    '{"remotes":{"mf_buyer":"/relative"}}',
    '{"remotes":{"mf buyer; script-src *":"https://x.example"}}',
    '{"rollouts":{"mf_buyer":{"manifest":"https://x.example/mf-manifest.json","share":101}}}',
    '{"overrideOrigins":["https://x.example/path"]}',
    '{"remote":{}}',
  ])('keeps the previous remotes while the file is invalid, and logs it once: %s', async (broken) => {
    overrideRemotes('{"gateway":"https://api.example"}');
    await remotes();
    overrideRemotes(broken);
    for (let asked = 0; asked < 3; asked++) expect(await remotes()).toMatchObject({ gateway: 'https://api.example' });
    expect(loggedErrors).toEqual(['the file of remotes is invalid: the previous remotes stay in use']);
  });
});

describe('a remote', () => {
  beforeEach(() => start('mf-worker'));
  afterEach(stop);
  const FILES = ['/mf-manifest.json', '/js/main.0a1b2c3d.js', '/js/missing.js', '/remotes.json'];

  test('allows the configured origins to load its files', async () => {
    for (const path of FILES) {
      const { headers } = await ask(path, { origin: 'http://localhost:4000' });
      expect(headers['access-control-allow-origin']).toBe('http://localhost:4000');
      expect(headers.vary).toContain('origin');
    }
  });

  test('allows no other origin, with Vary for caches', async () => {
    for (const path of FILES)
      for (const origin of ['http://localhost:4001', 'http://evil.example', 'null']) {
        const { headers } = await ask(path, { origin });
        expect(headers['access-control-allow-origin']).toBeUndefined();
        expect(headers.vary).toContain('origin');
      }
  });

  test('serves its manifest uncached', async () => {
    expect((await ask('/mf-manifest.json')).headers['cache-control']).toBe('no-cache');
  });

  test('serves its own page at every path', async () => {
    expect((await navigate('/workerTaskList')).body.toString()).toBe(PAGE);
  });
});

test('a front that is not built fails to start', async () => {
  const settings = { port: 4000, listen: 'loopback' as const, allowedOrigins: [], remotesFile: '/nowhere' };
  await expect(serveFront({ front: 'mf-buyer', dir: '/nowhere', port: 0, settings, log })).rejects.toThrow(
    'mf-buyer is not built, there is no index.html in /nowhere: npm start builds it.',
  );
});
