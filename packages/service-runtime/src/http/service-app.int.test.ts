import { createIds } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { deriveServiceKeys } from '@piecework/config';
import { ASSERTION_HEADER, ok, type PlainRequest } from '@piecework/http';
import { listen } from '@piecework/http/server';
import { createAssertions, createTokens } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import pino from 'pino';
import { type ServiceRuntime, UnknownInternalCallError } from '../runtime';
import { createServiceApp, createServiceMetrics, observeCalls } from './service-app';

const SECRET = 'a secret for tests that is long enough';
const clock = createManualClock(Date.now());
const ids = createIds();
const assertions = createAssertions({ clock, keys: deriveServiceKeys(SECRET) });

const servers: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const serve = async (parts: Partial<ServiceRuntime> = {}) => {
  const asked: PlainRequest[] = [];
  const logged: { msg: string; err?: { message: string } }[] = [];
  const runtime: ServiceRuntime = {
    name: 'wallet',
    operations: ['listWithdrawals'],
    gauges: {},
    dispatch: async (_operation, request) => {
      asked.push(request);
      return { ...ok([]), headers: { 'content-type': 'application/json' } };
    },
    internal: async (name, args) => ({ name, args }),
    start: async () => {},
    startPublishing: () => {},
    stop: async () => {},
    ready: async () => {},
    overdue: async () => ({ 'a-timer': 1.5 }),
    parkedAges: async () => ({ 'task:1': 60 }),
    timersIdle: async () => {},
    commands: new Map([['insert', 2]]),
    requests: new Map([['Fetch', 3]]),
    ...parts,
  };
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const metrics = createServiceMetrics(runtime);
  const app = createServiceApp(observeCalls(runtime, { metrics, log }), { metrics, assertions, ids, log });
  const server = await listen(app, 0);
  servers.push(server);
  const base = `http://127.0.0.1:${server.port}`;
  const get = async (path: string) => {
    const response = await fetch(`${base}${path}`);
    return { status: response.status, text: await response.text() };
  };
  const internal = async (name: string, body?: string, assertion: string | null = ours()) => {
    const response = await fetch(`${base}/internal/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(assertion !== null && { [ASSERTION_HEADER]: assertion }) },
      ...(body !== undefined && { body }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> | null };
  };
  return { base, get, internal, asked, logged };
};

const ours = () => assertions.signInternal('wallet', 'tools');

describe('the HTTP app of a service', () => {
  test('answers its operations and counts them', async () => {
    const { get, asked } = await serve();
    expect(await get('/withdrawals?status=pending')).toEqual({ status: 200, text: '[]' });
    expect(asked).toMatchObject([{ path: '/withdrawals', query: { status: 'pending' } }]);
    const { text } = await get('/metrics');
    expect(text).toContain('piecework_requests_total{operation="listWithdrawals",status="200",service="wallet"} 1');
  });

  test('answers other paths with a problem', async () => {
    const { base } = await serve();
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/tasks'],
      ['POST', '/withdrawals/1'],
      ['GET', '/internal/totals'],
    ] as const) {
      const response = await fetch(`${base}${path}`, { method });
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(await response.json()).toMatchObject({ status: 404, code: 'not-found' });
    }
  });
});

describe('an internal call', () => {
  test('is accepted with an assertion of the gateway or a tool', async () => {
    const { internal } = await serve();
    expect(await internal('totals', '{"of": 1}')).toEqual({ status: 200, body: { name: 'totals', args: { of: 1 } } });
    expect((await internal('totals')).body).toMatchObject({ args: {} });
  });

  test('is refused without such an assertion', async () => {
    let called = 0;
    const { internal } = await serve({ internal: async () => void called++ });
    const past = createManualClock(clock.now() - 600_000);
    const old = createAssertions({ clock: past, keys: deriveServiceKeys(SECRET) });
    const strange = createAssertions({ clock, keys: deriveServiceKeys('another secret of at least 32 bytes') });
    for (const assertion of [
      // The gateway signs these for users, admins included.
      assertions.sign('wallet', { actor: actor('worker'), identity: null }),
      assertions.sign('wallet', { actor: actor('admin'), identity: null }),
      assertions.sign('wallet', { actor: null, identity: null }),
      assertions.signInternal('user', 'tools'),
      null,
      '',
      'no token',
      strange.signInternal('wallet', 'tools'),
      old.signInternal('wallet', 'tools'),
      createTokens({ clock, secret: SECRET }).signAccess({ uid: 'u', email: 'e@example.com' }),
    ]) {
      const { status, body } = await internal('makeAdmin', '{"email": "e@example.com"}', assertion);
      expect([status, body?.code]).toEqual([401, 'unauthenticated']);
    }
    expect(called).toBe(0);
  });

  test('is logged with the calling program', async () => {
    const { internal, logged } = await serve();
    await internal('makeAdmin', '{}');
    expect(logged).toEqual([expect.objectContaining({ internal: 'makeAdmin', caller: 'tools' })]);
  });

  test('without a result answers null', async () => {
    const { internal } = await serve({ internal: async () => undefined });
    expect(await internal('sweep')).toEqual({ status: 200, body: null });
  });

  test('of an unknown name answers 404', async () => {
    const { internal, logged } = await serve({
      internal: async (name) => {
        throw new UnknownInternalCallError(`no internal call '${name}'`);
      },
    });
    expect(await internal('nothing')).toMatchObject({ status: 404, body: { code: 'not-found' } });
    expect(logged).toEqual([]);
  });

  test('that throws answers 500 without the reason, and is logged', async () => {
    const { internal, logged } = await serve({
      internal: async () => {
        throw new Error('secret of account 77');
      },
    });
    const { status, body } = await internal('totals');
    expect([status, body?.code]).toEqual([500, 'internal']);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(logged).toMatchObject([{ msg: 'an internal call failed', err: { message: 'secret of account 77' } }]);
  });

  test('with malformed or large JSON is refused', async () => {
    const { internal } = await serve();
    expect((await internal('totals', '{')).status).toBe(400);
    expect((await internal('totals', `{"a":"${'x'.repeat(1024 * 1024)}"}`)).status).toBe(413);
  });
});

describe('operations', () => {
  test('healthz answers while the process runs', async () => {
    const { get } = await serve({ ready: () => Promise.reject(new Error('disk full')) });
    expect(await get('/healthz')).toEqual({ status: 200, text: '{"ok":true}' });
  });

  test('responses have no ETag, which would be computed for each', async () => {
    const { base } = await serve();
    expect((await fetch(`${base}/healthz`)).headers.get('etag')).toBeNull();
  });

  test('readyz answers the reason while store or log is unavailable', async () => {
    let fault: unknown;
    const { get } = await serve({
      ready: async () => {
        if (fault !== undefined) throw fault;
      },
    });
    expect(await get('/readyz')).toEqual({ status: 200, text: '{"ok":true}' });
    fault = new Error('wallet.sqlite: disk full');
    expect(await get('/readyz')).toEqual({ status: 503, text: '{"ok":false,"reason":"wallet.sqlite: disk full"}' });
    fault = 'away';
    expect(await get('/readyz')).toEqual({ status: 503, text: '{"ok":false,"reason":"away"}' });
  });

  test("metrics contain the service's gauges in Prometheus' format, also beside a failing one", async () => {
    const { base } = await serve({
      gauges: {
        piecework_outbox_pending: { help: 'Events to publish', value: async () => 3 },
        piecework_away: { help: 'Of an unavailable store', value: () => Promise.reject(new Error('away')) },
      },
    });
    const response = await fetch(`${base}/metrics`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toContain('# HELP piecework_outbox_pending Events to publish');
    expect(text).toContain('piecework_outbox_pending{service="wallet"} 3');
    expect(text).toContain('piecework_away{service="wallet"} Nan');
    expect(text).toContain('piecework_timer_overdue_seconds{timer="a-timer",service="wallet"} 1.5');
    expect(text).toContain('piecework_store_commands_total{command="insert",service="wallet"} 2');
    expect(text).toContain('piecework_event_log_requests_total{request="Fetch",service="wallet"} 3');
  });
});
