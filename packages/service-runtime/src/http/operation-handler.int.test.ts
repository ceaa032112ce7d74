// Runs on MongoDB and Kafka too: calls that share a transaction.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createIds, OverloadedError } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { deriveServiceKeys } from '@piecework/config';
import type { OperationId, Problem } from '@piecework/contracts';
import { BusUnavailableError } from '@piecework/event-log';
import { ASSERTION_HEADER, CORRELATION_HEADER, fail, ok, type PlainResponse, page, type Reply } from '@piecework/http';
import { ASSERTION_SECONDS, type Assertion, createAssertions, createTokens } from '@piecework/identity';
import { actor } from '@piecework/identity/testing';
import { type Store, StoreUnavailableError } from '@piecework/store';
import { openTestStore, removeTestFolder } from '@piecework/store/testing';
import pino from 'pino';
import { outboxRows } from '../events/outbox';
import { createTransact, createTransactBatch } from '../events/transact';
import { idempotencyRecords } from './idempotency';
import { createOperationHandler } from './operation-handler';
import type { Call, OperationHandler, ServiceFailure } from './operations';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-operation-handler-'));
  store = await openTestStore(join(folder, 'store.sqlite'));
  await store.prepare([idempotencyRecords, outboxRows]);
});
afterAll(async () => {
  await store.close();
  await removeTestFolder(folder);
});

const SECRET = 'a secret for tests that is long enough';
const clock = createManualClock();
const ids = createIds(clock.now);
const tokens = createTokens({ clock, secret: SECRET });
const assertions = createAssertions({ clock, keys: deriveServiceKeys(SECRET) });

type Handle = (input: unknown, call: Call) => Promise<Reply | ServiceFailure>;

const start = (handle: Handle = async () => ok('done')) => {
  const calls: { input: unknown; call: Call }[] = [];
  const logged: string[] = [];
  const handler: OperationHandler = {
    emits: ['task.edited'],
    handle: async (input, call) => {
      calls.push({ input, call });
      return handle(input, call);
    },
  };
  let verified = 0;
  const dispatch = createOperationHandler({
    operations: new Proxy({}, { get: (_, name) => (name === 'deleteTask' ? undefined : handler) }),
    transact: createTransact(createTransactBatch({ store, ids, clock }), clock),
    service: 'task',
    assertions: {
      verify: (service, token) => {
        verified += 1;
        return assertions.verify(service, token);
      },
    },
    serviceKeys: [SECRET],
    clock,
    ids,
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(line) }),
  });

  const call = async (
    operation: OperationId,
    who?: Partial<Assertion> | string,
    request: {
      body?: unknown;
      params?: Record<string, string>;
      query?: Record<string, string>;
      headers?: Record<string, string>;
    } = {},
  ): Promise<PlainResponse & { body: Problem }> => {
    const { body, params = {}, query = {}, headers = {} } = request;
    const assertion = typeof who === 'object' ? assertions.sign('task', { actor: null, identity: null, ...who }) : who;
    return (await dispatch(operation, {
      method: 'POST',
      path: '/',
      params,
      query,
      headers: { ...(assertion !== undefined && { [ASSERTION_HEADER]: assertion }), ...headers },
      body,
    })) as PlainResponse & { body: Problem };
  };
  return { call, calls, logged, verified: () => verified };
};

const worker = { actor: actor('worker') };
const buyer = { actor: actor('buyer') };
const admin = { actor: actor('admin') };
const identity = {
  identity: { uid: 'u', email: 'new@example.com', name: 'New', picture: '', provider: 'password' as const },
};
const WITHDRAWAL = { body: { withdrawalCoin: 200, paymentSystem: 'bkash' } };

describe('authentication', () => {
  test('admits callers without an assertion to public operations only', async () => {
    const { call, calls } = start();
    expect((await call('listTestimonials')).status).toBe(200);
    expect((await call('listTasks')).status).toBe(200);
    expect(calls.map(({ call: { actor: who, identity: id } }) => [who, id])).toEqual([
      [null, null],
      [null, null],
    ]);
    for (const operation of ['listSubmissions', 'createUser', 'identityMe', 'getUser'] as const) {
      const { status, body } = await call(operation);
      expect([operation, status, body.code]).toEqual([operation, 401, 'unauthenticated']);
    }
    expect(calls).toHaveLength(2);
  });

  test('refuses forged assertions and those of other services, for public operations too', async () => {
    const forged = createAssertions({ clock, keys: deriveServiceKeys('another secret of at least 32 bytes') });
    const { call, calls } = start();
    for (const operation of ['listTestimonials', 'listTasks', 'listSubmissions', 'createUser'] as const) {
      for (const token of [
        forged.sign('task', { actor: actor('admin'), identity: null }),
        assertions.sign('wallet', { actor: actor('admin'), identity: null }),
        assertions.signInternal('task', 'gateway'),
        tokens.signAccess({ uid: 'u', email: 'e@example.com' }),
        'no token',
        '',
      ]) {
        const { status, body } = await call(operation, token);
        expect([operation, status, body.code]).toEqual([operation, 401, 'unauthenticated']);
      }
    }
    expect(calls).toEqual([]);
  });

  test('refuses an expired assertion, also when it was cached', async () => {
    const { call, verified } = start();
    const assertion = assertions.sign('task', { actor: actor('worker'), identity: null });
    expect((await call('listSubmissions', assertion)).status).toBe(200);
    await clock.advance(ASSERTION_SECONDS * 1000 - 1000);
    expect((await call('listSubmissions', assertion)).status).toBe(200);
    expect(verified()).toBe(1);
    await clock.advance(1000);
    expect((await call('listSubmissions', assertion)).status).toBe(401);
  });

  test('passes the actor with role and role version', async () => {
    const { call, calls } = start();
    const anna = actor('buyer', 'anna', 3);
    await call('listSubmissions', { actor: anna });
    expect(calls[0]?.call.actor).toEqual(anna);
  });

  test('refuses an excluded role before the validation', async () => {
    const { call, calls } = start();
    for (const who of [buyer, admin]) {
      const { status, body } = await call('createWithdrawal', who, { body: 'rubbish' });
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
    expect(calls).toEqual([]);
    expect((await call('createWithdrawal', worker, WITHDRAWAL)).status).toBe(200);
  });

  test('admits every role to an operation without roles', async () => {
    const { call } = start();
    for (const who of [worker, buyer, admin]) expect((await call('listSubmissions', who)).status).toBe(200);
  });

  test('admits an identity without an account to the registration only', async () => {
    const { call, calls } = start();
    for (const operation of ['createUser', 'identityMe', 'getUser'] as const)
      expect((await call(operation, identity, { body: {} })).status).toBe(200);
    expect(calls[0]?.call.identity).toEqual(identity.identity);
    expect((await call('listSubmissions', identity)).status).toBe(401);
    expect((await call('createWithdrawal', identity, WITHDRAWAL)).status).toBe(401);
  });

  test('answers 404 for an operation of another service', async () => {
    expect((await start().call('deleteTask', admin)).status).toBe(404);
  });
});

describe('the input', () => {
  test('is validated and passed with its context', async () => {
    const { call, calls } = start();
    await call('createWithdrawal', worker, {
      body: { withdrawalCoin: '250', paymentSystem: 'bkash', withdrawalAmount: 9999 },
      headers: { 'x-anything': 'kept' },
    });
    expect(calls[0]?.input).toEqual({
      params: undefined,
      query: undefined,
      body: { withdrawalCoin: 250, paymentSystem: 'bkash' },
    });
    expect(calls[0]?.call.headers['x-anything']).toBe('kept');
  });

  test('is refused with every invalid field, without a call of the handler', async () => {
    const { call, calls } = start();
    const { status, headers, body } = await call('createWithdrawal', worker, { body: {} });
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/problem+json');
    expect(body.errors?.map(({ field }) => field)).toEqual(['withdrawalCoin', 'paymentSystem']);
    expect(calls).toEqual([]);
  });
});

describe('a truncated list', () => {
  test.each([
    [{ q: 'a&b', limit: '100' }, '<?q=a%26b&limit=100&offset=40>; rel="next"'],
    [{ offset: '20' }, '<?offset=40>; rel="next"'],
    [{ start: '20' }, '<?start=40>; rel="next"'],
    [{}, '<?offset=40>; rel="next"'],
  ])('has a Link header to the rest: %j', async (query, link) => {
    const { call } = start(async () => page([], 50, 40));
    const operation = 'start' in query ? 'listSubmissions' : 'listTasks';
    const answer = await call(operation, worker, { query: query as Record<string, string> });
    expect([answer.status, answer.headers.link, answer.headers['x-total-count']]).toEqual([200, link, '50']);
  });
});

describe('the correlation id', () => {
  const given = async (id: string | undefined) => {
    const { call, calls } = start(async () => fail('conflict'));
    const { body } = await call('listTasks', undefined, { headers: id ? { [CORRELATION_HEADER]: id } : {} });
    expect(body.correlationId).toBe(calls[0]?.call.correlationId);
    return body.correlationId;
  };

  test.each(['12345678', 'a-b_C'.repeat(12)])('is that of the caller: %s', async (id) => {
    expect(await given(id)).toBe(id);
  });

  test.each([undefined, 'short', 'x'.repeat(65), 'line\nbreak-injected', 'a"quote-injected', 'naïve-id-é'])(
    'is generated when it is missing or unsafe in a log: %j',
    async (id) => {
      expect(await given(id)).toMatch(/^[0-9a-z]{26}$/);
    },
  );

  test('and the actor are in the events of the call', async () => {
    const { call } = start((_input, { transact }) =>
      transact(async (unit) => {
        unit.emit('task.edited', 'task-1', { taskId: 'task-1', title: 'New' });
        return ok('done');
      }),
    );
    await call('listSubmissions', worker, { headers: { [CORRELATION_HEADER]: 'correlation-77' } });
    const row = await store.collection(outboxRows).findOne({ key: 'task-1' });
    expect(JSON.parse(row?.value ?? '')).toMatchObject({
      correlationId: 'correlation-77',
      causationId: null,
      actor: worker.actor.userId,
    });
  });
});

describe('an Idempotency-Key', () => {
  const counting = () => {
    let times = 0;
    return start((_input, { transact }) => transact(async () => ok({ insertedId: `made ${++times}` })));
  };
  const withKey = (key: string, body: unknown = WITHDRAWAL.body) => ({ body, headers: { 'idempotency-key': key } });
  const made = (n: number) => ({ insertedId: `made ${n}` });

  test('has one effect; the repeat gets the same response', async () => {
    const { call } = counting();
    expect((await call('createWithdrawal', worker, withKey('one'))).body).toEqual(made(1));
    expect((await call('createWithdrawal', worker, withKey('one'))).body).toEqual(made(1));
    expect((await call('createWithdrawal', worker, WITHDRAWAL)).body).toEqual(made(2));
  });

  test('conflicts with another body, compared after validation', async () => {
    const { call } = counting();
    await call('createWithdrawal', worker, withKey('two'));
    const other = { ...WITHDRAWAL.body, withdrawalCoin: 201 };
    const { status, body } = await call('createWithdrawal', worker, withKey('two', other));
    expect([status, body.code]).toEqual([409, 'idempotency-mismatch']);
    const same = { paymentSystem: 'bkash', withdrawalCoin: '200', more: 1 };
    expect((await call('createWithdrawal', worker, withKey('two', same))).body).toEqual(made(1));
  });

  test('is separate per account and operation', async () => {
    const { call } = counting();
    const other = { actor: actor('worker', 'bert') };
    await call('createWithdrawal', worker, withKey('three'));
    expect((await call('createWithdrawal', other, withKey('three'))).body).toEqual(made(2));
    const credit = { ...withKey('three', {}), params: { intent: 'pi_1' } };
    expect((await call('creditPayment', admin, credit)).body).toEqual(made(3));
  });

  test('covers path parameters and body', async () => {
    const { call } = counting();
    const credit = (intent: string) => ({ ...withKey('four', {}), params: { intent } });
    await call('creditPayment', admin, credit('pi_1'));
    expect((await call('creditPayment', admin, credit('pi_2'))).body.code).toBe('idempotency-mismatch');
  });

  test('is ignored by an operation without idempotency', async () => {
    const { call } = counting();
    const edit = { body: { taskTitle: 'T' }, params: { id: 'a'.repeat(26) }, headers: { 'idempotency-key': 'x y' } };
    expect((await call('changeTask', buyer, edit)).body).toEqual(made(1));
    expect((await call('changeTask', buyer, edit)).body).toEqual(made(2));
  });

  test.each(['', ' ', 'with space', 'naïve', 'x'.repeat(201), 'line\nbreak'])(
    'of invalid characters is refused: %j',
    async (key) => {
      const { call, calls } = counting();
      const { status, body } = await call('createWithdrawal', worker, withKey(key));
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'Idempotency-Key']);
      expect(calls).toEqual([]);
    },
  );

  test.each(['k', 'x'.repeat(200), '!~:"{}'])('may have any visible ASCII: %s', async (key) => {
    expect((await counting().call('createWithdrawal', worker, withKey(key))).status).toBe(200);
  });
});

describe('the response', () => {
  test('has status and headers of the reply, as JSON by default', async () => {
    const json = { 'content-type': 'application/json; charset=utf-8' };
    const plain = start(async () => ({ status: 201, body: { insertedId: 'a' } }));
    expect(await plain.call('listTasks')).toEqual({ status: 201, headers: json, body: { insertedId: 'a' } });
    const more = start(async () => ok('<p>', { 'content-type': 'text/html', 'x-total-count': '3' }));
    expect((await more.call('listTasks')).headers).toEqual({ 'content-type': 'text/html', 'x-total-count': '3' });
  });

  test('of a failure has the status of its code', async () => {
    const { call } = start(async () => fail('task-funding'));
    expect(await call('listTasks')).toMatchObject({ status: 409, body: { code: 'task-funding' } });
  });

  test.each([
    ['store', new StoreUnavailableError('disk full on /data/secret-path')],
    ['event log', new BusUnavailableError('broker-7.internal is unavailable')],
    ['time to do it', new OverloadedError('256 are waiting already')],
  ])('is 503 while the %s is unavailable', async (_what, error) => {
    const { call, logged } = start(async () => {
      throw error;
    });
    const response = await call('listTasks');
    expect(response).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, body: { code: 'unavailable' } });
    expect(JSON.stringify(response)).not.toContain(error.message);
    expect(logged.join()).toContain(error.message);
  });

  test.each([
    ['a thrown error', () => new Error('secret of account 77')],
    ['something else thrown', () => ({ sql: 'secret of account 77' })],
  ])('is 500 without details of a bug, which is logged with its correlation id: %s', async (_, thrown) => {
    const { call, logged } = start(async () => {
      throw thrown();
    });
    const response = await call('listTasks');
    expect(response).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(JSON.stringify(response)).not.toContain('secret');
    expect(logged.join()).toContain('secret of account 77');
    expect(logged.join()).toContain(response.body.correlationId ?? 'no id');
  });

  test('is 500 for a failure of another service', async () => {
    const { call, logged } = start(async () => fail('own-task'));
    expect(await call('listTasks')).toMatchObject({ status: 500, body: { code: 'internal' } });
    expect(logged.join()).toContain('own-task');
  });

  test('is 500 for an undeclared event, and nothing is stored', async () => {
    const { call } = start((_input, { transact }) =>
      transact(async (unit) => {
        unit.emit('task.deleted', 'undeclared', {} as never);
        return ok('done');
      }),
    );
    expect((await call('listSubmissions', worker)).status).toBe(500);
    expect(await store.collection(outboxRows).countDocuments({ key: 'undeclared' })).toBe(0);
  });
});
