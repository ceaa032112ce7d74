import { systemClock } from '@piecework/base';
import {
  OPERATIONS,
  type OperationId,
  type OperationSpec,
  type Problem,
  ROLES,
  type ServiceName,
} from '@piecework/contracts';
import { createAssertions, createTokens } from '@piecework/identity';
import { z } from 'zod';
import { type Answer, type Ask, faultyFields, outcome } from './client';
import type { Person } from './people';
import { type ContractFixture, createContractFixture, SAMPLES, type Sample } from './samples';
import { useStack } from './stack';

/** The stack of a test file, with its people. */
export const useContractFixture = (env: Record<string, string> = {}): (() => ContractFixture) => {
  let fixture: ContractFixture | undefined;
  useStack(env, async (stack) => {
    fixture = await createContractFixture(stack);
  });
  return () => {
    if (!fixture) throw new Error('The fixture has not been settled yet');
    return fixture;
  };
};

/** Wrong values of one field of a body, each with what is said of it. `undefined` leaves the field out. */
export type Faults = readonly (readonly [value: unknown, message: string])[];

export interface Row {
  /** Each field of the body. */
  faults?: Readonly<Record<string, Faults>>;
  /** What an `Idempotency-Key` must not be used for again: another request. */
  another?: (sample: Sample, fixture: ContractFixture) => Partial<Ask> | Promise<Partial<Ask>>;
  /** What is true of this row alone. */
  tests?: () => void;
}

type OperationsOf<S> = {
  [I in OperationId]: (typeof OPERATIONS)[I]['service'] extends S ? I : never;
}[OperationId];

/**
 * The contract tests of one service: what the table says of each row is tested from the table, what only prose says by the row's own tests.
 * A row without an entry does not compile, and does not pass.
 */
export const contract = <S extends ServiceName | 'gateway'>(
  service: S,
  fixture: () => ContractFixture,
  rows: Readonly<Record<OperationsOf<S>, Row>>,
): void => {
  const operations = (Object.keys(OPERATIONS) as OperationId[]).filter(
    (operation) => OPERATIONS[operation].service === service,
  );
  test(`every row of ${service} is in this file`, () => {
    expect(Object.keys(rows).sort()).toEqual(operations.sort());
  });
  for (const [operation, row] of Object.entries(rows) as [OperationId, Row][]) {
    const spec: OperationSpec = OPERATIONS[operation];
    describe(`${spec.method} ${spec.path}`, () => {
      testSuccess(operation, fixture);
      testTokens(operation, fixture);
      testRoles(operation, fixture);
      testBody(operation, row, fixture);
      testIdempotency(operation, row, fixture);
      row.tests?.();
    });
  }
};

const sampleOf = (operation: OperationId, fixture: ContractFixture) => SAMPLES[operation](fixture);

const testSuccess = (operation: OperationId, fixture: () => ContractFixture) => {
  test('answers a good call as the contract says', async () => {
    const sample = await sampleOf(operation, fixture());
    const answer = await fixture().stack.ask(operation, sample);
    if (sample.status) expect(answer.status).toBe(sample.status);
    else expect(outcome(answer)).toMatch(/^20[014]$/);
    expect(answer.headers['x-correlation-id']).toMatch(/^[\w-]{8,64}$/);
  });
};

/** Tokens that prove nothing, and of whom they would be. */
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
    'one signed elsewhere': elsewhere.signAccess(claims),
    'an identity signed elsewhere': elsewhere.signIdentity(identity),
    'one that is not signed': `${unsigned}.`,
    'one whose words were changed': `${head}.${promoted.toString('base64url')}.${signature}`,
    'an assertion of ours': createAssertions({
      clock: systemClock,
      keys: stack.settings.serviceKeys,
    }).sign('user', {
      actor: { userId: worker.userId, email: worker.email, name: '', role: 'admin', roleVersion: 9 },
      identity: null,
    }),
  };
};

const expiredTokens = ({ stack, worker: { uid, email } }: ContractFixture) => {
  const longAgo = Date.now() - 3 * 3600 * 1000;
  const then = createTokens({
    clock: { now: () => longAgo, after: () => () => {} },
    secret: stack.settings.jwtSecret,
  });
  const identity = { uid, email, name: '', picture: '', provider: 'password' as const };
  return { access: then.signAccess({ uid, email }), identity: then.signIdentity(identity) };
};

/** The kind of token that a row does not take, where it takes only one. */
const wrongKind = ({ auth }: OperationSpec, { identityToken, token }: Person): string | undefined => {
  if (auth === 'identity') return token;
  return auth === 'access' || auth === 'access-or-new' ? identityToken : undefined;
};

const testTokens = (operation: OperationId, fixture: () => ContractFixture) => {
  const spec: OperationSpec = OPERATIONS[operation];
  const askWith = async (token: string | undefined) => {
    const { as: _, ...sample } = await sampleOf(operation, fixture());
    return fixture().stack.ask(operation, { ...sample, token });
  };

  if (spec.auth === 'none' || spec.auth === 'optional') {
    test('is public, and a bad or expired token is ignored', async () => {
      const expected = (await askWith(undefined)).status;
      expect(expected).not.toBe(401);
      const { access } = expiredTokens(fixture());
      for (const token of [...Object.values(badTokens(fixture())), access])
        expect((await askWith(token)).status).toBe(expected);
    });
    return;
  }

  test('answers 401 without a token, or with one that proves nothing', async () => {
    const sample = await sampleOf(operation, fixture());
    const { as: _, token: __, ...stranger } = sample;
    const { ask } = fixture().stack;
    expect(outcome(await ask(operation, stranger))).toBe('401 unauthenticated');
    for (const [what, token] of Object.entries(badTokens(fixture())))
      expect([what, outcome(await ask(operation, { ...stranger, token }))]).toEqual([
        what,
        '401 unauthenticated',
      ]);
    for (const scheme of ['Basic', 'Bearer', '']) {
      const headers = {
        ...stranger.headers,
        authorization: `${scheme} ${scheme === 'Bearer' ? '' : fixture().worker.token}`,
      };
      expect(outcome(await ask(operation, { ...stranger, headers }))).toBe('401 unauthenticated');
    }
    const other = wrongKind(spec, fixture().worker);
    if (other)
      expect(outcome(await ask(operation, { ...stranger, token: other }))).toBe('401 unauthenticated');
  });

  test('answers 401 token-expired when the token has ended', async () => {
    const { as: _, token: __, ...stranger } = await sampleOf(operation, fixture());
    const { access, identity } = expiredTokens(fixture());
    const token = spec.auth === 'identity' ? identity : access;
    expect(outcome(await fixture().stack.ask(operation, { ...stranger, token }))).toBe('401 token-expired');
  });

  if (spec.auth !== 'access') return;
  test('answers 403 not-registered to somebody who has not chosen a role yet', async () => {
    const { as: _, ...sample } = await sampleOf(operation, fixture());
    const { tokens, claimsOf, ask } = fixture().stack;
    const token = tokens.signAccess(claimsOf('Nobody yet'));
    expect(outcome(await ask(operation, { ...sample, token }))).toBe('403 not-registered');
  });
};

const testRoles = (operation: OperationId, fixture: () => ContractFixture) => {
  const { roles }: OperationSpec = OPERATIONS[operation];
  if (!roles) return;
  const refused = ROLES.filter((role) => !roles.includes(role));
  test(`answers 403 forbidden to ${refused.map((role) => `a ${role}`).join(' and ')}`, async () => {
    const sample = await sampleOf(operation, fixture());
    for (const role of refused) {
      const answer = await fixture().stack.ask(operation, { ...sample, as: fixture()[role] });
      expect([role, outcome(answer)]).toEqual([role, '403 forbidden']);
    }
  });
};

const isObject = (schema: z.ZodType | undefined): schema is z.ZodObject => schema instanceof z.ZodObject;

const testBody = (operation: OperationId, { faults = {} }: Row, fixture: () => ContractFixture) => {
  const { body }: OperationSpec = OPERATIONS[operation];
  if (!body) return;

  test('takes nothing but a JSON object of at most 100 KiB', async () => {
    const { body: good, ...sample } = await sampleOf(operation, fixture());
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
  test('has its faults told field by field', async () => {
    // Whoever adds a field says here what is wrong with it.
    expect(Object.keys(faults).sort()).toEqual(fields.sort());
    const { body: good, ...sample } = await sampleOf(operation, fixture());
    for (const [field, wrong] of Object.entries(faults)) {
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

  test('ignores what it does not know, and what the server knows better', async () => {
    const { body: good, ...sample } = await sampleOf(operation, fixture());
    const extra =
      '"_id":"mine","userAvailableCoin":1000000,"taskStatus":"completed","__proto__":{"role":"admin"},"constructor":{"prototype":{}}';
    const raw = JSON.stringify(good ?? {}).replace(
      /}$/,
      `${Object.keys(good ?? {}).length > 0 ? ',' : ''}${extra}}`,
    );
    const answer = await fixture().stack.ask(operation, {
      ...sample,
      raw,
      headers: { 'content-type': 'application/json' },
    });
    if (sample.status) expect(answer.status).toBe(sample.status);
    else expect(outcome(answer)).toMatch(/^20[014]$/);
  });
};

const essence = ({ status, body }: Answer) =>
  // The correlation id is of the call, not of its effect.
  status < 400 ? { status, body } : { status, code: (body as Problem).code };

const testIdempotency = (operation: OperationId, { another }: Row, fixture: () => ContractFixture) => {
  const { idempotent }: OperationSpec = OPERATIONS[operation];
  if (!idempotent) return;
  const fresh = () => `key-${Math.random()}`;

  test('answers the same to the same Idempotency-Key, after the first call and beside it', async () => {
    const { ask } = fixture().stack;
    const asked = { ...(await sampleOf(operation, fixture())), key: fresh() };
    const [first, ...twins] = (await Promise.all(Array.from({ length: 6 }, () => ask(operation, asked)))).map(
      essence,
    );
    expect(first?.status).toBeLessThan(300);
    expect(twins).toEqual(twins.map(() => first));
    expect(essence(await ask(operation, asked))).toEqual(first);
  });

  test('answers 409 when an Idempotency-Key comes again with another request', async () => {
    if (!another) throw new Error(`Say what another request of ${operation} is`);
    const { ask } = fixture().stack;
    const asked = { ...(await sampleOf(operation, fixture())), key: fresh() };
    await ask(operation, asked);
    const changed = { ...asked, ...(await another(asked, fixture())) };
    expect(outcome(await ask(operation, changed))).toBe('409 idempotency-mismatch');
  });

  test('takes only keys that fit a header and an index', async () => {
    const sample = await sampleOf(operation, fixture());
    for (const key of ['x'.repeat(201), 'two words', 'é']) {
      const answer = await fixture().stack.ask(operation, { ...sample, key });
      expect([outcome(answer), faultyFields(answer)]).toEqual(['400 validation', ['Idempotency-Key']]);
    }
  });
};
