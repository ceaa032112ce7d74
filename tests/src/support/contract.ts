import { HOUR_MS, systemClock } from '@piecework/base';
import {
  OPERATIONS,
  type OperationId,
  type OperationSpec,
  type Problem,
  ROLES,
  type ServiceName,
  XLSX_TYPE,
} from '@piecework/contracts';
import { createAssertions, createTokens } from '@piecework/identity';
import { z } from 'zod';
import { type Answer, type Ask, faultyFields, outcome } from './client';
import type { Person } from './people';
import { type ContractFixture, createContractFixture, SAMPLES, type Sample } from './samples';
import { useStack } from './stack';

/** Starts a stack with users for a test file. */
export const useContractFixture = (env: Record<string, string> = {}): (() => ContractFixture) => {
  let fixture: ContractFixture | undefined;
  useStack({ MAIL: 'outbox', ...env }, async (stack) => {
    fixture = await createContractFixture(stack);
  });
  return () => {
    if (!fixture) throw new Error('The fixture has not been created yet');
    return fixture;
  };
};

/** Invalid values of one body field, each with its error message. `undefined` omits the field. */
export type InvalidValues = readonly (readonly [value: unknown, message: string])[];

export interface OperationTests {
  /** Invalid values of every field of the body. */
  invalidValues?: Readonly<Record<string, InvalidValues>>;
  /** A different request, which must be refused with the same `Idempotency-Key`. */
  differentRequest?: (sample: Sample, fixture: ContractFixture) => Partial<Ask> | Promise<Partial<Ask>>;
  /** Name of the file that it answers; `{id}` is the parameter. */
  file?: string;
  /** Tests of this operation alone. */
  tests?: () => void;
}

type OperationsOf<S> = {
  [I in OperationId]: (typeof OPERATIONS)[I]['service'] extends S ? I : never;
}[OperationId];

/**
 * Contract tests of one service: generic tests derived from `OPERATIONS`, and specific tests of each entry.
 * A missing operation does not compile.
 */
export const contract = <S extends ServiceName | 'gateway'>(
  service: S,
  fixture: () => ContractFixture,
  entries: Readonly<Record<OperationsOf<S>, OperationTests>>,
): void => {
  const operations = (Object.keys(OPERATIONS) as OperationId[]).filter(
    (operation) => OPERATIONS[operation].service === service,
  );
  test(`this file covers every operation of ${service}`, () => {
    expect(Object.keys(entries).sort()).toEqual(operations.sort());
  });
  for (const [operation, tests] of Object.entries(entries) as [OperationId, OperationTests][]) {
    const spec: OperationSpec = OPERATIONS[operation];
    describe(`${spec.method} ${spec.path}`, () => {
      let sample: Promise<Sample> | undefined;
      /** One for all calls that are refused: they leave it as it is. */
      const refusedSample = () => (sample ??= sampleOf(operation, fixture()));
      testSuccess(operation, fixture);
      testTokens(operation, fixture, refusedSample);
      testRoles(operation, fixture, refusedSample);
      testBody(operation, tests, fixture, refusedSample);
      testIdempotency(operation, tests, fixture, refusedSample);
      if (tests.file) testFile(operation, tests.file, fixture);
      tests.tests?.();
    });
  }
};

const sampleOf = async (operation: OperationId, fixture: ContractFixture): Promise<Sample> =>
  SAMPLES[operation](fixture);

const testSuccess = (operation: OperationId, fixture: () => ContractFixture) => {
  test('answers a valid call according to the contract', async () => {
    const sample = await sampleOf(operation, fixture());
    const answer = await fixture().stack.ask(operation, sample);
    if (sample.status) expect(answer.status).toBe(sample.status);
    else expect(outcome(answer)).toMatch(/^20[014]$/);
    expect(answer.headers['x-correlation-id']).toMatch(/^[\w-]{8,64}$/);
  });
};

const testFile = (operation: OperationId, file: string, fixture: () => ContractFixture) => {
  const { contentType }: OperationSpec = OPERATIONS[operation];
  test('is a download, which no cache keeps', async () => {
    const sample = await sampleOf(operation, fixture());
    const { headers, text } = await fixture().stack.ask(operation, sample);
    expect(headers).toMatchObject({
      'content-type': expect.stringContaining(contentType ?? '?'),
      'content-disposition': `attachment; filename="${file.replace('{id}', sample.params?.id ?? '')}"`,
      'cache-control': 'no-store',
      'x-total-count': expect.stringMatching(/^\d+$/),
    });
    // Each spreadsheet is a ZIP archive.
    expect(text.startsWith('PK')).toBe(contentType === XLSX_TYPE);
  });
};

/** Invalid tokens, by description. */
const badTokens = ({ stack, worker, admin }: ContractFixture): Record<string, string> => {
  const claims = { uid: worker.uid, email: worker.email };
  const identity = { ...claims, name: worker.name, picture: '', provider: 'password' as const };
  const elsewhere = createTokens({
    clock: { now: () => Date.now(), after: () => () => {} },
    secret: 'the secret of some other installation',
  });
  const unsigned = [
    { alg: 'none', typ: 'JWT' },
    { ...claims, exp: 4_000_000_000 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const [head, , signature] = worker.token.split('.');
  const promoted = Buffer.from(JSON.stringify({ uid: admin.uid, email: admin.email, exp: 4_000_000_000 }));
  return {
    nonsense: 'x',
    'signed by another installation': elsewhere.signAccess(claims),
    'identity signed by another installation': elsewhere.signIdentity(identity),
    unsigned: `${unsigned}.`,
    'changed claims': `${head}.${promoted.toString('base64url')}.${signature}`,
    'internal assertion': createAssertions({ clock: systemClock, keys: stack.settings.serviceKeys }).sign('user', {
      actor: { userId: worker.userId, email: worker.email, name: '', role: 'admin', roleVersion: 9 },
      identity: null,
    }),
  };
};

const expiredTokens = ({ stack, worker: { uid, email } }: ContractFixture) => {
  const longAgo = Date.now() - 3 * HOUR_MS;
  const then = createTokens({ clock: { now: () => longAgo, after: () => () => {} }, secret: stack.settings.jwtSecret });
  const identity = { uid, email, name: '', picture: '', provider: 'password' as const };
  return { access: then.signAccess({ uid, email }), identity: then.signIdentity(identity) };
};

/** A token of the kind that the operation does not accept, if it accepts only one kind. */
const wrongKind = ({ auth }: OperationSpec, { identityToken, token }: Person): string | undefined => {
  if (auth === 'identity') return token;
  return auth === 'access' || auth === 'access-or-new' ? identityToken : undefined;
};

const testTokens = (operation: OperationId, fixture: () => ContractFixture, refusedSample: () => Promise<Sample>) => {
  const spec: OperationSpec = OPERATIONS[operation];
  const askWith = async (token: string | undefined) => {
    const { as: _, ...sample } = await sampleOf(operation, fixture());
    return fixture().stack.ask(operation, { ...sample, token });
  };

  if (spec.auth === 'none' || spec.auth === 'optional') {
    test('is public, and ignores an invalid or expired token', async () => {
      const expected = (await askWith(undefined)).status;
      expect(expected).not.toBe(401);
      const { access } = expiredTokens(fixture());
      for (const token of [...Object.values(badTokens(fixture())), access])
        expect((await askWith(token)).status).toBe(expected);
    });
    return;
  }

  test('answers 401 without a token or with an invalid one', async () => {
    const { as: _, token: __, ...anonymous } = await refusedSample();
    const { ask } = fixture().stack;
    expect(outcome(await ask(operation, anonymous))).toBe('401 unauthenticated');
    for (const [kind, token] of Object.entries(badTokens(fixture())))
      expect([kind, outcome(await ask(operation, { ...anonymous, token }))]).toEqual([kind, '401 unauthenticated']);
    for (const scheme of ['Basic', 'Bearer', '']) {
      const headers = {
        ...anonymous.headers,
        authorization: `${scheme} ${scheme === 'Bearer' ? '' : fixture().worker.token}`,
      };
      expect(outcome(await ask(operation, { ...anonymous, headers }))).toBe('401 unauthenticated');
    }
    const other = wrongKind(spec, fixture().worker);
    if (other) expect(outcome(await ask(operation, { ...anonymous, token: other }))).toBe('401 unauthenticated');
  });

  test('answers 401 token-expired to an expired token', async () => {
    const { as: _, token: __, ...anonymous } = await refusedSample();
    const { access, identity } = expiredTokens(fixture());
    const token = spec.auth === 'identity' ? identity : access;
    expect(outcome(await fixture().stack.ask(operation, { ...anonymous, token }))).toBe('401 token-expired');
  });

  if (spec.auth !== 'access') return;
  test('answers 403 not-registered to an unregistered user', async () => {
    const { as: _, ...sample } = await refusedSample();
    const { tokens, claimsOf, ask } = fixture().stack;
    const token = tokens.signAccess(claimsOf('Unregistered'));
    expect(outcome(await ask(operation, { ...sample, token }))).toBe('403 not-registered');
  });
};

const testRoles = (operation: OperationId, fixture: () => ContractFixture, refusedSample: () => Promise<Sample>) => {
  const { roles }: OperationSpec = OPERATIONS[operation];
  if (!roles) return;
  const refused = ROLES.filter((role) => !roles.includes(role));
  test(`answers 403 forbidden to ${refused.map((role) => `a ${role}`).join(' and ')}`, async () => {
    const sample = await refusedSample();
    for (const role of refused) {
      const answer = await fixture().stack.ask(operation, { ...sample, as: fixture()[role] });
      expect([role, outcome(answer)]).toEqual([role, '403 forbidden']);
    }
  });
};

const isObject = (schema: z.ZodType | undefined): schema is z.ZodObject => schema instanceof z.ZodObject;

const testBody = (
  operation: OperationId,
  { invalidValues = {} }: OperationTests,
  fixture: () => ContractFixture,
  refusedSample: () => Promise<Sample>,
) => {
  const { body }: OperationSpec = OPERATIONS[operation];
  if (!body) return;

  test('accepts only a JSON object of at most 100 KiB', async () => {
    const { body: good, ...sample } = await refusedSample();
    const { ask } = fixture().stack;
    const json = { 'content-type': 'application/json' };
    const raw = (text: string | Buffer, headers: Record<string, string> = json) =>
      ask(operation, { ...sample, raw: text, headers });
    expect(outcome(await raw('{"a":'))).toBe('400 not-json');
    expect(outcome(await raw(Buffer.from([0xff, 0xfe, 0x00])))).toBe('400 not-json');
    for (const text of ['[]', 'null', '"text"', '1']) {
      const answer = await raw(text);
      expect([text, outcome(answer), faultyFields(answer)]).toEqual([text, '400 validation', ['body']]);
    }
    const text = JSON.stringify(good);
    expect(outcome(await raw(text, { 'content-type': 'text/plain' }))).toBe('415 unsupported-media-type');
    const zipped = { ...json, 'content-encoding': 'gzip' };
    expect(outcome(await raw(text, zipped))).toBe('415 unsupported-media-type');
    const large = JSON.stringify({ ...(good as object), padding: 'x'.repeat(100 * 1024) });
    expect(outcome(await raw(large))).toBe('413 too-large');
  });

  if (!isObject(body)) return;
  const fields = Object.keys(body.shape);
  test('answers each invalid field with its message', async () => {
    // A new field needs an entry with invalid values.
    expect(Object.keys(invalidValues).sort()).toEqual(fields.sort());
    const { body: good, ...sample } = await refusedSample();
    for (const [field, wrong] of Object.entries(invalidValues)) {
      for (const [value, message] of wrong) {
        const answer = await fixture().stack.ask(operation, {
          ...sample,
          body: { ...(good as object), [field]: value },
        });
        expect([field, value, outcome(answer), answer.body]).toEqual([
          field,
          value,
          '400 validation',
          expect.objectContaining({ message, errors: [{ field, message }] }),
        ]);
      }
    }
  });

  test('ignores unknown and derived fields', async () => {
    const { body: good, ...sample } = await sampleOf(operation, fixture());
    const extra =
      '"_id":"mine","userAvailableCoin":1000000,"taskStatus":"completed","__proto__":{"role":"admin"},"constructor":{"prototype":{}}';
    const raw = JSON.stringify(good ?? {}).replace(/}$/, `${Object.keys(good ?? {}).length > 0 ? ',' : ''}${extra}}`);
    const answer = await fixture().stack.ask(operation, {
      ...sample,
      raw,
      headers: { 'content-type': 'application/json' },
    });
    if (sample.status) expect(answer.status).toBe(sample.status);
    else expect(outcome(answer)).toMatch(/^20[014]$/);
  });
};

const comparable = ({ status, body }: Answer) =>
  // Without the correlation id, which differs in each call.
  status < 400 ? { status, body } : { status, code: (body as Problem).code };

const testIdempotency = (
  operation: OperationId,
  { differentRequest }: OperationTests,
  fixture: () => ContractFixture,
  refusedSample: () => Promise<Sample>,
) => {
  const { idempotent }: OperationSpec = OPERATIONS[operation];
  if (!idempotent) return;
  const fresh = () => `key-${Math.random()}`;

  test('answers the same to the same Idempotency-Key, in concurrent and later calls', async () => {
    const { ask } = fixture().stack;
    const asked = { ...(await sampleOf(operation, fixture())), key: fresh() };
    const [first, ...twins] = (await Promise.all(Array.from({ length: 6 }, () => ask(operation, asked)))).map(
      comparable,
    );
    expect(first?.status).toBeLessThan(300);
    expect(twins).toEqual(twins.map(() => first));
    expect(comparable(await ask(operation, asked))).toEqual(first);
  });

  test('answers 409 to a reused Idempotency-Key with a different request', async () => {
    if (!differentRequest) throw new Error(`${operation} needs differentRequest`);
    const { ask } = fixture().stack;
    const asked = { ...(await sampleOf(operation, fixture())), key: fresh() };
    await ask(operation, asked);
    const changed = { ...asked, ...(await differentRequest(asked, fixture())) };
    expect(outcome(await ask(operation, changed))).toBe('409 idempotency-mismatch');
  });

  test('refuses Idempotency-Keys that are too long or have invalid characters', async () => {
    const sample = await refusedSample();
    for (const key of ['x'.repeat(201), 'two words', 'é']) {
      const answer = await fixture().stack.ask(operation, { ...sample, key });
      expect([outcome(answer), faultyFields(answer)]).toEqual(['400 validation', ['Idempotency-Key']]);
    }
  });
};
