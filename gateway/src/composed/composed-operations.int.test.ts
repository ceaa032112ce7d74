import { FIREBASE_ENV, IMGBB_ENV, STRIPE_ENV } from '@piecework/config/testing';
import { COIN_PACKAGES, schemas } from '@piecework/contracts';
import { DEFAULT_TEXTS_VERSION } from '@piecework/texts/legal-texts';
import { type Rig, startRig } from '../../testing';

let rig: Rig;
afterEach(() => rig.stop());

test('totals merge the totals of all services for the caller', async () => {
  rig = await startRig();
  const parts = [
    { worker: { submissions: 3, pending: 1 } },
    { worker: { approved: 2 } },
    { worker: { earned: 40 } },
    {},
  ];
  const asked: unknown[] = [];
  rig.internalHandlers.totals = ({ actor }) => {
    asked.push(actor);
    return parts[asked.length - 1];
  };
  const response = await rig.fetchAs(await rig.registerUser('ann'), '/totals');
  expect([response.status, await response.json()]).toEqual([
    200,
    { worker: { submissions: 3, pending: 1, approved: 2, earned: 40 } },
  ]);
  expect(asked).toHaveLength(4);
  expect(asked[0]).toEqual({
    userId: 'user-ann',
    email: 'ann@example.com',
    name: 'The ann',
    role: 'worker',
    roleVersion: 0,
  });
});

test('totals fail when one service fails', async () => {
  rig = await startRig();
  let calls = 0;
  rig.internalHandlers.totals = () => {
    calls += 1;
    return calls === 2 ? { worker: 'nonsense' } : { worker: { submissions: 1 } };
  };
  expect((await rig.fetchAs(await rig.registerUser('ann'), '/totals')).status).toBe(503);
});

test('an admin lists the parked events of all services, oldest first, and retries one', async () => {
  rig = await startRig();
  const admin = await rig.registerUser('root', 'admin');
  const row = (service: string, parkedAt: string) => ({
    id: `${service}:task:1`,
    service,
    type: 'task.funded',
    aggregateId: 't1',
    reason: 'fault',
    attempts: 5,
    parkedAt,
    waiting: 0,
    correlationId: `request-${service}`,
  });
  const rows = [[], [row('task', '2026-01-02T00:00:00.000Z')], [], [row('wallet', '2026-01-01T00:00:00.000Z')], [], []];
  rig.internalHandlers.parked = () => rows.shift();
  const list = await rig.fetchAs(admin, '/admin/parked');
  expect(list.headers.get('x-total-count')).toBe('2');
  expect(((await list.json()) as { id: string }[]).map(({ id }) => id)).toEqual(['wallet:task:1', 'task:task:1']);

  const outcomes: Record<string, unknown> = {
    'wallet:task:1': { ok: true, handled: 2 },
    'wallet:task:2': { ok: false, code: 'failed', reason: 'still broken' },
    'wallet:task:3': { ok: false, code: 'not-found', reason: 'gone' },
  };
  const retriedBy: unknown[] = [];
  rig.internalHandlers.retryParked = ({ id, by }) => {
    retriedBy.push(by);
    return outcomes[String(id)];
  };
  const retry = async (id: string) => {
    const response = await rig.fetchAs(admin, `/admin/parked/${encodeURIComponent(id)}/retry`, { method: 'POST' });
    return [response.status, await response.json()];
  };
  expect(await retry('wallet:task:1')).toEqual([200, { modifiedCount: 1 }]);
  expect(await retry('wallet:task:2')).toMatchObject([409, { message: 'It couldn’t be processed: still broken' }]);
  expect(await retry('wallet:task:3')).toMatchObject([404, { code: 'not-found' }]);
  expect(await retry('unknown:task:1')).toMatchObject([404, { code: 'not-found' }]);
  expect(retriedBy[0]).toEqual({ userId: 'user-root', email: 'root@example.com' });
});

test('an admin reads the acts of all services, newest first', async () => {
  rig = await startRig();
  const admin = await rig.registerUser('root', 'admin');
  const row = (_id: string) => ({
    _id,
    at: '2026-11-23T10:00:00.000Z',
    action: 'role-changed',
    actor: 'operator',
    detail: '',
    subject: { type: 'user', id: 'ann' },
  });
  const parts = [[row('c'), row('a')], [row('b')], [], [], [], []];
  let calls = 0;
  rig.internalHandlers.trail = ({ q }) => {
    const rows = q === 'ann' ? parts[calls++ % parts.length] : [];
    return { rows, isCut: false, total: rows?.length };
  };
  const list = await rig.fetchAs(admin, '/admin/trail?q=ann&limit=1&offset=1');
  expect([list.headers.get('x-total-count'), await list.json()]).toEqual(['3', [row('b')]]);
  expect((await rig.fetchAs(admin, '/admin/trail?limit=none')).status).toBe(400);
  const worker = await rig.registerUser('wil');
  expect((await rig.fetchAs(worker, '/admin/trail')).status).toBe(403);
});

test('only an admin reads the integrity console, which needs every service', async () => {
  rig = await startRig();
  const admin = await rig.registerUser('root', 'admin');
  const part = { checks: [], overdue: [], parked: { events: 0, waiting: 0 }, isSettled: true };
  rig.internalHandlers.integrity = () => part;
  const read = async (token?: string) => {
    const response = await rig.fetchAs(token, '/admin/integrity');
    return [response.status, await response.json()];
  };
  const [status, body] = await read(admin);
  expect(status).toBe(200);
  expect(schemas.integritySchema.parse(body)).toMatchObject({ checks: [{ name: 'escrow-covered', state: 'unknown' }] });
  for (const role of ['worker', 'buyer'] as const)
    expect((await read(await rig.registerUser(role, role)))[0]).toBe(403);
  expect((await read())[0]).toBe(401);
  let calls = 0;
  rig.internalHandlers.integrity = () => {
    calls += 1;
    return calls === 2 ? { ...part, checks: 'nonsense' } : part;
  };
  expect((await read(admin))[0]).toBe(503);
});

test('config answers the settings of the browser', async () => {
  rig = await startRig();
  const response = await fetch(`${rig.url}/config`);
  expect(schemas.configSchema.parse(await response.json())).toEqual({
    identity: 'embedded',
    payments: 'simulated',
    coinCredit: 'manual',
    packages: COIN_PACKAGES,
    termsVersion: DEFAULT_TEXTS_VERSION,
  });
});

test('config names the address for questions only where there is one', async () => {
  rig = await startRig();
  const read = async () => (await fetch(`${rig.url}/config`)).json();
  expect(await read()).not.toHaveProperty('supportEmail');
  await rig.stop();
  rig = await startRig({ env: { SUPPORT_EMAIL: 'help@piecework.example' } });
  expect(await read()).toHaveProperty('supportEmail', 'help@piecework.example');
});

test("config answers a provider's public keys and no secret", async () => {
  rig = await startRig({
    env: { ...FIREBASE_ENV, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099', ...STRIPE_ENV, ...IMGBB_ENV },
  });
  const text = await (await fetch(`${rig.url}/config`)).text();
  expect(schemas.configSchema.parse(JSON.parse(text))).toMatchObject({
    identity: 'firebase',
    payments: 'stripe',
    firebase: {
      projectId: FIREBASE_ENV.FIREBASE_PROJECT_ID,
      apiKey: FIREBASE_ENV.FIREBASE_API_KEY,
      authDomain: FIREBASE_ENV.FIREBASE_AUTH_DOMAIN,
      emulatorHost: '127.0.0.1:9099',
    },
    stripe: { publishableKey: STRIPE_ENV.STRIPE_PUBLISHABLE_KEY, scriptUrl: 'https://js.stripe.com/endive/stripe.js' },
  });
  for (const secret of [STRIPE_ENV.STRIPE_SECRET_KEY, STRIPE_ENV.STRIPE_WEBHOOK_SECRET, IMGBB_ENV.IMGBB_API_KEY])
    expect(text).not.toContain(secret);
});
