import { request as httpRequest } from 'node:http';
import { OPERATIONS, problemSchema, SERVICES } from '@piecework/contracts';
import { type Rig, startRig } from '../testing';

// Real sockets: fetch → gateway → a server that stands for the services.
let rig: Rig;
const start = async (options: Parameters<typeof startRig>[0] = {}) => {
  rig = await startRig(options);
  return rig;
};
afterEach(() => rig.stop());

const problem = async (response: Response) => {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  return problemSchema.parse(await response.json());
};

describe('a call', () => {
  test('reaches its service with an assertion, without forged headers of the caller', async () => {
    const { fetchAs, registerUser, assertions, calls } = await start();
    const forged = assertions.sign('task', { actor: null, identity: null });
    const response = await fetchAs(await registerUser('ann'), '/tasks?q=a%20b&open=1', {
      headers: {
        'x-piecework-assertion': forged,
        'x-piecework-other': '1',
        cookie: 'a=b',
        'x-forwarded-for': '1.2.3.4',
        'x-correlation-id': 'my-correlation-id',
        'user-agent': 'me',
      },
    });
    expect(response.status).toBe(200);
    const { url, headers } = calls[0] as (typeof calls)[0];
    expect(url).toBe('/tasks?q=a%20b&open=1');
    const forwarded = ['connection', 'host', 'user-agent', 'x-correlation-id', 'x-piecework-assertion'];
    expect(Object.keys(headers).sort()).toEqual(forwarded);
    const assertion = String(headers['x-piecework-assertion']);
    const vouched = assertions.verify('task', assertion);
    expect(vouched).toMatchObject({
      ok: true,
      claims: { actor: { userId: 'user-ann', role: 'worker', name: 'The ann' } },
    });
    for (const other of SERVICES.filter((name) => name !== 'task'))
      expect([other, assertions.verify(other, assertion).ok]).toEqual([other, false]);
    expect(assertions.verifyInternal('task', assertion).ok).toBe(false);
    expect(response.headers.get('x-correlation-id')).toBe('my-correlation-id');
  });

  test('of an anonymous caller has no assertion, whatever headers it sends', async () => {
    const { url, assertions, calls } = await start();
    const forged = assertions.sign('task', { actor: null, identity: null });
    await fetch(`${url}/tasks`, { headers: { 'X-PieceWork-Assertion': forged } });
    await fetch(`${url}/tasks`, {
      headers: { connection: 'keep-alive, x-piecework-assertion', 'x-piecework-assertion': forged },
    }).catch(() => {});
    expect(calls.map(({ headers }) => headers['x-piecework-assertion'])).toEqual(calls.map(() => undefined));
    expect(calls.length).toBeGreaterThan(0);
  });

  test('keeps parameters within their path segment', async () => {
    const { fetchAs, registerUser, calls } = await start();
    await fetchAs(await registerUser('ann'), '/tasks/..%2F..%2Finternal%2Fparked');
    expect(calls.map(({ url }) => url)).toEqual(['/tasks/..%2F..%2Finternal%2Fparked']);
  });

  test('forwards JSON body and Idempotency-Key, and returns the response unchanged', async () => {
    const { fetchAs, registerUser, calls } = await start();
    rig.answer = ({ response }) => {
      response.writeHead(201, {
        'content-type': 'application/json',
        'x-total-count': '7',
        'x-powered-by': 'secret',
        'set-cookie': 'a=b',
      });
      response.end('{"insertedId":"käse ✓"}');
    };
    const body = JSON.stringify({ taskTitle: 'Ärger ✓' });
    const response = await fetchAs(await registerUser('ann', 'buyer'), '/tasks', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'key-1' },
      body,
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ insertedId: 'käse ✓' });
    expect(response.headers.get('x-total-count')).toBe('7');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(calls[0]?.body.toString()).toBe(body);
    expect(calls[0]?.headers).toMatchObject({ 'idempotency-key': 'key-1', 'content-type': 'application/json' });
  });

  test('returns a problem of the service with its Retry-After', async () => {
    const { url } = await start();
    rig.answer = ({ response }) => {
      response.writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '7' });
      response.end('{"code":"still-underway"}');
    };
    const response = await fetch(`${url}/tasks`);
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
      503,
      '7',
      { code: 'still-underway' },
    ]);
  });
});

describe('authentication and authorization', () => {
  test('answer 401 and 403 as problems with their codes', async () => {
    const { url, fetchAs, registerUser, access } = await start();
    const worker = await registerUser('ann');
    const answers = [
      [await fetch(`${url}/submissions`), 401, 'unauthenticated'],
      [await fetchAs('garbage', '/submissions'), 401, 'unauthenticated'],
      [await fetchAs(access('unregistered'), '/submissions'), 403, 'not-registered'],
      [await fetchAs(worker, '/admin/parked'), 403, 'forbidden'],
    ] as const;
    for (const [response, status, code] of answers) {
      expect(response.status).toBe(status);
      expect(await problem(response)).toMatchObject({
        status,
        code,
        correlationId: response.headers.get('x-correlation-id'),
      });
    }
    expect(rig.calls).toEqual([]);
  });

  test('apply a role change at once, and refuse a closed account', async () => {
    const { fetchAs, registerUser, publish } = await start();
    const ann = await registerUser('ann');
    expect((await fetchAs(ann, '/withdrawals')).status).toBe(200);
    await publish('user.role-changed', { userId: 'user-ann', from: 'worker', to: 'buyer', roleVersion: 1 });
    expect((await fetchAs(ann, '/withdrawals')).status).toBe(403);
    expect((await fetchAs(ann, '/payments')).status).toBe(200);
    await publish('user.closed', { userId: 'user-ann', email: 'ann@example.com', role: 'buyer', roleVersion: 2 });
    expect((await fetchAs(ann, '/payments')).status).toBe(401);
    expect((await fetchAs(ann, '/tasks')).status).toBe(200);
  });

  test('know a new account at its next call, before its event', async () => {
    const { fetchAs, access, internalHandlers } = await start();
    let registered: unknown = null;
    internalHandlers.userByEmail = () => registered;
    const ann = access('ann');
    expect((await fetchAs(ann, '/user')).status).toBe(200);
    expect((await fetchAs(ann, '/submissions')).status).toBe(403);
    registered = {
      userId: 'user-ann',
      email: 'ann@example.com',
      userName: 'Ann',
      role: 'worker',
      roleVersion: 0,
      closed: false,
    };
    await fetchAs(ann, '/users', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' });
    expect((await fetchAs(ann, '/submissions')).status).toBe(200);
  });

  test('pass the payment webhook without a token, with its signature', async () => {
    const { url, calls } = await start();
    const response = await fetch(`${url}/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=x' },
      body: '{ "spaces":  "kept" }',
    });
    expect(response.status).toBe(200);
    expect(calls[0]?.headers['stripe-signature']).toBe('t=1,v1=x');
    expect(calls[0]?.body.toString()).toBe('{ "spaces":  "kept" }');
  });
});

describe('routing', () => {
  test('answers 404 for an unknown path, also with malformed percent-encoding', async () => {
    const { url } = await start();
    for (const path of ['/nothing', '/Tasks', '/tasks/', '/internal/parked', '/tasks/%E0%A4%A', '/readyz/x']) {
      const response = await fetch(url + path);
      expect([path, response.status, (await problem(response)).code]).toEqual([path, 404, 'not-found']);
    }
    expect(rig.calls).toEqual([]);
  });

  test('answers 405 with the allowed methods', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/tasks`, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
    expect((await problem(response)).code).toBe('method-not-allowed');
    expect((await fetch(`${url}/healthz`, { method: 'POST' })).status).toBe(405);
  });

  test('answers OPTIONS with the methods, and HEAD like GET without a body', async () => {
    const { url, calls } = await start();
    const options = await fetch(`${url}/tasks/1`, { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, PATCH, DELETE, HEAD, OPTIONS']);
    rig.answer = ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '4' });
      response.end();
    };
    const head = await fetch(`${url}/testimonials`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '4', '']);
    expect(calls.map(({ method }) => method)).toEqual(['HEAD']);
    expect((await fetch(`${url}/config`, { method: 'HEAD' })).status).toBe(200);
  });

  test('covers every path of the contract', async () => {
    const { url } = await start();
    for (const { path, method } of Object.values(OPERATIONS)) {
      const response = await fetch(url + path.replace(/\{\w+\}/g, 'x'), { method });
      expect([path, response.status === 404 || response.status === 405]).toEqual([path, false]);
      await response.body?.cancel();
    }
  });
});

describe('browsers', () => {
  const origin = 'http://localhost:3000';

  test('CORS headers allow configured origins only', async () => {
    const { url } = await start();
    const allowed = await fetch(`${url}/submissions`, { headers: { origin } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(allowed.headers.get('access-control-expose-headers')).toBe(
      'X-Total-Count, X-Unread-Count, Link, Retry-After, X-Correlation-Id, Date',
    );
    expect(allowed.headers.get('vary')).toBe('Origin');
    expect(allowed.headers.get('access-control-allow-credentials')).toBeNull();
    for (const other of [
      'https://evil.example',
      'http://localhost:3000.evil.example',
      'null',
      'http://LOCALHOST:3000',
    ]) {
      const response = await fetch(`${url}/testimonials`, { headers: { origin: other } });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, null]);
      expect(response.headers.get('vary')).toBe('Origin');
    }
  });

  test('a preflight is answered without a service and cached for ten minutes', async () => {
    const { url, calls } = await start();
    const ask = (from: string) =>
      fetch(`${url}/tasks`, { method: 'OPTIONS', headers: { origin: from, 'access-control-request-method': 'POST' } });
    const allowed = await ask(origin);
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(origin);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(allowed.headers.get('access-control-allow-headers')?.toLowerCase()).toContain('idempotency-key');
    expect(allowed.headers.get('access-control-max-age')).toBe('600');
    const refused = await ask('https://evil.example');
    expect([
      refused.headers.get('access-control-allow-origin'),
      refused.headers.get('access-control-allow-methods'),
    ]).toEqual([null, null]);
    expect(calls).toEqual([]);
  });

  test('every response forbids sniffing, framing and caching, unless a service sets its own policy', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/testimonials`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
      vary: 'Origin',
    });
    expect(response.headers.get('x-powered-by')).toBeNull();
    rig.answer = ({ response: answer }) => {
      answer.writeHead(200, {
        'content-type': 'text/html',
        'content-security-policy': "script-src 'self'",
        'cache-control': 'max-age=9',
        'referrer-policy': 'same-origin',
      });
      answer.end('<p>');
    };
    const own = await fetch(`${url}/identity/google`);
    expect(own.headers.get('content-security-policy')).toBe("script-src 'self'");
    expect(own.headers.get('cache-control')).toBe('max-age=9');
    expect(own.headers.get('referrer-policy')).toBe('same-origin');
    await fetch(`${url}/identity/google`, { headers: { 'sec-fetch-site': 'cross-site' } });
    expect(rig.calls.at(-1)?.headers['sec-fetch-site']).toBe('cross-site');
  });
});

describe('operations', () => {
  test('readiness requires the projections and the other parts of the stack, not the services', async () => {
    const { url } = await start();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    rig.notReady = 'demo data are being loaded';
    const waiting = await fetch(`${url}/readyz`);
    expect([waiting.status, await waiting.json()]).toEqual([503, { ok: false, reason: 'demo data are being loaded' }]);
    rig.notReady = null;
    await rig.stopUpstream();
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('health and metrics name the dependencies that do not answer', async () => {
    const { url } = await start();
    const dependencies = async () =>
      ((await (await fetch(`${url}/healthz`)).json()) as { dependencies: Record<string, boolean> }).dependencies;
    const up = { user: true, task: true, submission: true, wallet: true, media: true, notification: true };
    expect(await dependencies()).toEqual({ ...up, 'event-log': true });
    await rig.stopUpstream();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await dependencies()).toMatchObject({ wallet: false, 'event-log': true });
    expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/piecework_dependency_up\{dependency="wallet",.*\} 0/);
  });

  test('metrics are served to this machine only', async () => {
    const { url } = await start();
    await fetch(`${url}/tasks`);
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).toMatch(/piecework_requests_total\{operation="listTasks",status="200".*\} 1/);
    expect(text).toContain('piecework_live_streams');
    expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '1.2.3.4' } })).status).toBe(404);
  });

  test('the contract is served as OpenAPI and as a page', async () => {
    const { url } = await start();
    const document = (await (await fetch(`${url}/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
    const docs = await fetch(`${url}/docs`);
    expect(docs.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await docs.text()).toContain('/create-payment-intent');
  });
});

test('a smuggled second request is refused', async () => {
  const { port } = await start();
  const status = await new Promise((resolve) => {
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/jwt',
      headers: { 'content-length': '5', 'transfer-encoding': 'chunked', 'content-type': 'application/json' },
    });
    request.on('response', (response) => resolve(response.statusCode));
    request.on('error', () => resolve(400));
    request.end('0\r\n\r\n');
  });
  expect(status).toBe(400);
});
