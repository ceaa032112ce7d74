import { createIds, HOUR_MS, MINUTE_MS } from '@piecework/base';
import { createManualClock } from '@piecework/base/testing';
import { deriveServiceKeys } from '@piecework/config';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import { apiKeyOf, createAssertions, createTokens, hashApiKey } from '@piecework/identity';
import { identityOf, SECRET } from '../../testing';
import { type AccessDecision, createAccessControl } from './access-control';
import type { Account, ApiKey } from './account';

const account = (name: string, more: Partial<Account> = {}): Account => ({
  userId: `user-${name}`,
  email: `${name}@example.com`,
  name: `The ${name}`,
  role: 'worker',
  roleVersion: 0,
  profileVersion: 0,
  closed: false,
  isSuspended: false,
  suspensionVersion: 0,
  ...more,
});

const ids = createIds();

const setUp = (
  options: {
    isCaughtUp?: boolean;
    owner?: string;
    requiresAdminFactor?: boolean;
    /** Ids of users. */
    withFactor?: readonly string[];
    lookUp?: (email: string) => Promise<Account | null>;
  } = {},
) => {
  const clock = createManualClock();
  const real = createTokens({ clock, secret: SECRET });
  const assertions = createAssertions({ clock, keys: deriveServiceKeys(SECRET) });
  const counts = { verified: 0, signed: 0, asked: 0 };
  const endedSids = new Set<string>();
  const keys = new Map<string, ApiKey>();
  const accounts = new Map(
    [
      account('worker'),
      account('buyer', { role: 'buyer' }),
      account('admin', { role: 'admin' }),
      account('closed', { closed: true }),
    ].map((known) => [known.email, known]),
  );
  const admit = createAccessControl({
    clock,
    tokens: {
      verifyAccess: (token) => {
        counts.verified += 1;
        return real.verifyAccess(token);
      },
    },
    assertions: {
      sign: (service, assertion) => {
        counts.signed += 1;
        return assertions.sign(service, assertion);
      },
    },
    verifyIdentity: real.verifyIdentity,
    isOwner: async ({ uid }) => {
      counts.asked += 1;
      return uid === options.owner;
    },
    hasFactor: async (userId) => options.withFactor?.includes(userId) ?? false,
    requiresAdminFactor: options.requiresAdminFactor ?? false,
    accounts: {
      byEmail: (email) => accounts.get(email),
      byId: (userId) => [...accounts.values()].find((known) => known.userId === userId),
      keyById: (keyId) => keys.get(keyId),
      lookUp: options.lookUp ?? (async () => null),
      isCaughtUp: () => options.isCaughtUp ?? true,
    },
    sessions: { hasEnded: ({ session }) => session !== undefined && endedSids.has(session.sid) },
  });
  const addKey = (name: string): string => {
    const keyId = ids.next();
    const key = apiKeyOf(keyId, ids.secret());
    keys.set(keyId, { keyId, userId: `user-${name}`, hash: hashApiKey(key) });
    return key;
  };
  const access = (name: string) => real.signAccess(identityOf(name));
  const identity = (name: string) => real.signIdentity(identityOf(name));
  const call = (operation: OperationId, token?: string) =>
    admit(OPERATIONS[operation], token === undefined ? {} : { authorization: `Bearer ${token}` });
  const outcome = (admission: AccessDecision) => {
    if (!admission.ok) return admission.failure.failure;
    const assertion = admission.who.assertionFor('task');
    if (assertion === undefined) return 'anonymous';
    const vouched = assertions.verify('task', assertion);
    if (!vouched.ok) return 'bad assertion';
    const { actor, identity: person } = vouched.claims;
    return actor ? `actor ${actor.role} ${actor.userId}` : `identity ${person?.uid}`;
  };
  return { clock, real, assertions, counts, accounts, keys, addKey, endedSids, admit, access, identity, call, outcome };
};

/** One operation per kind of `auth`. */
const OF = {
  none: 'listTestimonials',
  optional: 'listTasks',
  identity: 'jwt',
  any: 'createUser',
  access: 'listSubmissions',
  'access-or-new': 'getUser',
} as const;
test('the examples have the kind of auth that they represent', () => {
  for (const [auth, operation] of Object.entries(OF)) expect(OPERATIONS[operation].auth).toBe(auth);
});

const TOKENS = [
  'absent',
  'garbage',
  'expired',
  'worker',
  'closed',
  'new',
  'identity',
  'identity expired',
  'assertion',
] as const;
const EXPECTED: Record<keyof typeof OF, Record<(typeof TOKENS)[number], string>> = {
  none: {
    absent: 'anonymous',
    garbage: 'anonymous',
    expired: 'anonymous',
    worker: 'anonymous',
    closed: 'anonymous',
    new: 'anonymous',
    identity: 'anonymous',
    'identity expired': 'anonymous',
    assertion: 'anonymous',
  },
  optional: {
    absent: 'anonymous',
    garbage: 'anonymous',
    expired: 'anonymous',
    worker: 'actor worker user-worker',
    closed: 'anonymous',
    new: 'anonymous',
    identity: 'anonymous',
    'identity expired': 'anonymous',
    assertion: 'anonymous',
  },
  identity: {
    absent: 'unauthenticated',
    garbage: 'unauthenticated',
    expired: 'unauthenticated',
    worker: 'unauthenticated',
    closed: 'unauthenticated',
    new: 'unauthenticated',
    identity: 'identity uid-worker',
    'identity expired': 'token-expired',
    assertion: 'unauthenticated',
  },
  any: {
    absent: 'unauthenticated',
    garbage: 'unauthenticated',
    expired: 'token-expired',
    worker: 'actor worker user-worker',
    closed: 'unauthenticated',
    new: 'identity uid-new',
    identity: 'identity uid-worker',
    'identity expired': 'token-expired',
    assertion: 'unauthenticated',
  },
  access: {
    absent: 'unauthenticated',
    garbage: 'unauthenticated',
    expired: 'token-expired',
    worker: 'actor worker user-worker',
    closed: 'unauthenticated',
    new: 'not-registered',
    identity: 'unauthenticated',
    'identity expired': 'unauthenticated',
    assertion: 'unauthenticated',
  },
  'access-or-new': {
    absent: 'unauthenticated',
    garbage: 'unauthenticated',
    expired: 'token-expired',
    worker: 'actor worker user-worker',
    closed: 'unauthenticated',
    new: 'identity uid-new',
    identity: 'unauthenticated',
    'identity expired': 'unauthenticated',
    assertion: 'unauthenticated',
  },
};

describe.each(Object.entries(OF))('an operation with auth %s', (auth, operation) => {
  test.each(TOKENS)('handles a token that is %s', async (kind) => {
    const { clock, access, identity, assertions, call, outcome } = setUp();
    const old = { expired: access('worker'), 'identity expired': identity('worker') };
    await clock.advance(3_700_000);
    const token = {
      absent: undefined,
      garbage: 'garbage',
      ...old,
      worker: access('worker'),
      closed: access('closed'),
      new: access('new'),
      identity: identity('worker'),
      assertion: assertions.sign('task', { actor: { ...account('worker') }, identity: null }),
    }[kind];
    expect(outcome(await call(operation, token))).toBe(EXPECTED[auth as keyof typeof OF][kind]);
  });
});

describe('access control', () => {
  test('refuses a role that the operation excludes', async () => {
    const { call, access, outcome } = setUp();
    expect(outcome(await call('createTask', access('worker')))).toBe('forbidden');
    expect(outcome(await call('createTask', access('buyer')))).toBe('actor buyer user-buyer');
    expect(outcome(await call('deleteTask', access('admin')))).toBe('actor admin user-admin');
  });

  test('accepts only a bearer token of limited length', async () => {
    const { admit, access, outcome } = setUp();
    const spec = OPERATIONS.listSubmissions;
    for (const authorization of [
      access('worker'),
      `Basic ${access('worker')}`,
      'Bearer ',
      'Bearer',
      `Bearer ${'x'.repeat(10_000)}`,
    ]) {
      expect(outcome(await admit(spec, { authorization }))).toBe('unauthenticated');
    }
    expect(outcome(await admit(spec, { authorization: `bearer ${access('worker')}` }))).toBe(
      'actor worker user-worker',
    );
  });

  test('verifies a token once, and signs one assertion per service', async () => {
    const { call, access, counts, assertions } = setUp();
    const token = access('worker');
    for (let i = 0; i < 100; i++) {
      const admission = await call('listSubmissions', token);
      for (const service of ['submission', 'wallet'] as const) {
        const assertion = (admission.ok && admission.who.assertionFor(service)) || '';
        expect(assertions.verify(service, assertion).ok).toBe(true);
        expect(assertions.verify('user', assertion).ok).toBe(false);
      }
    }
    expect(counts).toEqual({ verified: 1, signed: 2, asked: 0 });
  });

  test('expires a cached token, and renews an assertion before it expires', async () => {
    const { call, access, counts, clock, outcome } = setUp();
    const token = access('worker');
    for (const ms of [59_000, 2000, 59_000]) {
      expect(outcome(await call('listSubmissions', token))).toBe('actor worker user-worker');
      await clock.advance(ms);
    }
    expect(counts.signed).toBe(2);
    await clock.advance(HOUR_MS);
    expect(outcome(await call('listSubmissions', token))).toBe('token-expired');
  });

  test('applies a changed role at once to the same token', async () => {
    const { call, access, accounts, outcome } = setUp();
    const token = access('worker');
    expect(outcome(await call('createSubmission', token))).toBe('actor worker user-worker');
    accounts.set('worker@example.com', account('worker', { role: 'buyer', roleVersion: 1 }));
    expect(outcome(await call('createSubmission', token))).toBe('forbidden');
    expect(outcome(await call('createTask', token))).toBe('actor buyer user-worker');
  });

  test('admits no role before the account projection is complete', async () => {
    const { call, access, outcome, identity } = setUp({ isCaughtUp: false });
    expect(outcome(await call('listSubmissions', access('worker')))).toBe('unavailable');
    expect(outcome(await call('listTasks', access('worker')))).toBe('anonymous');
    expect(outcome(await call('jwt', identity('worker')))).toBe('identity uid-worker');
  });

  test('looks up an unknown account', async () => {
    const { call, access, outcome } = setUp({ lookUp: async (email) => account('late', { email }) });
    expect(outcome(await call('listSubmissions', access('late')))).toBe('actor worker user-late');
  });

  test('admits a public call while the user service is unavailable', async () => {
    const { call, access, outcome } = setUp({ lookUp: () => Promise.reject(new Error('down')) });
    expect(outcome(await call('listTasks', access('late')))).toBe('anonymous');
    await expect(call('listSubmissions', access('late'))).rejects.toThrow('down');
    expect(outcome(await call('listSubmissions', access('worker')))).toBe('actor worker user-worker');
  });

  test('compares emails case-insensitively', async () => {
    const { call, real, outcome } = setUp();
    const token = real.signAccess({ uid: 'uid-worker', email: 'Worker@Example.com' });
    expect(outcome(await call('listSubmissions', token))).toBe('actor worker user-worker');
  });
});

describe('an ended session', () => {
  const session = { sid: 'session-1', number: 1 };

  test('invalidates its tokens, verified ones included', async () => {
    const { call, real, endedSids, outcome } = setUp();
    const access = real.signAccess({ ...identityOf('worker'), session });
    const newcomer = real.signAccess({ ...identityOf('new'), session });
    const identity = real.signIdentity({ ...identityOf('new'), session });
    const ask = async () => [
      outcome(await call('listSubmissions', access)),
      outcome(await call('getUser', newcomer)),
      outcome(await call('uploadImage', identity)),
      outcome(await call('jwt', identity)),
      outcome(await call('listTasks', access)),
    ];
    expect(await ask()).toEqual([
      'actor worker user-worker',
      'identity uid-new',
      'identity uid-new',
      'identity uid-new',
      'actor worker user-worker',
    ]);
    endedSids.add(session.sid);
    // A public call ignores an invalid token.
    expect(await ask()).toEqual([...Array(4).fill('token-expired'), 'anonymous']);
  });

  test('keeps the tokens of other sessions valid', async () => {
    const { call, real, endedSids, outcome } = setUp();
    endedSids.add(session.sid);
    const other = real.signAccess({ ...identityOf('worker'), session: { sid: 'session-2', number: 2 } });
    expect(outcome(await call('listSubmissions', other))).toBe('actor worker user-worker');
  });

  test('is named in the assertion of an identity, so that services can check it', async () => {
    const { call, real, assertions } = setUp();
    for (const token of [real.signIdentity, real.signAccess].map((sign) => sign({ ...identityOf('new'), session }))) {
      const admission = await call('createUser', token);
      const vouched = assertions.verify('user', (admission.ok && admission.who.assertionFor('user')) || '');
      expect(vouched).toMatchObject({ claims: { identity: { uid: 'uid-new', session } } });
    }
  });
});

describe('an identity token on an operation of another service than user', () => {
  test('is refused for a closed account', async () => {
    const { call, identity, outcome } = setUp();
    expect(outcome(await call('uploadImage', identity('closed')))).toBe('account-closed');
    expect(outcome(await call('uploadImage', identity('worker')))).toBe('identity uid-worker');
  });

  test('waits for the projections of ended sessions and closed accounts', async () => {
    const { call, identity, outcome } = setUp({ isCaughtUp: false });
    expect(outcome(await call('uploadImage', identity('worker')))).toBe('unavailable');
  });
});

describe('a token with an unverified email', () => {
  const unchecked = (name: string) => ({ ...identityOf(name), emailVerified: false });

  test("gives no access to another identity's user record", async () => {
    const { call, outcome, real } = setUp({ owner: 'uid-another' });
    const token = real.signAccess(unchecked('worker'));
    expect(outcome(await call('listSubmissions', token))).toBe('unauthenticated');
    expect(outcome(await call('getUser', token))).toBe('unauthenticated');
    // A public call ignores an invalid token.
    expect(outcome(await call('listTasks', token))).toBe('anonymous');
  });

  test("gives access to the identity's own record and asks the user service once", async () => {
    const { call, outcome, real, counts } = setUp({ owner: 'uid-worker' });
    const token = real.signAccess(unchecked('worker'));
    for (let n = 0; n < 3; n++) expect(outcome(await call('listSubmissions', token))).toBe('actor worker user-worker');
    expect(counts.asked).toBe(1);
  });

  test('is marked as unverified in the assertion while there is no record', async () => {
    const { call, real, assertions } = setUp();
    const admission = await call('createUser', real.signIdentity(unchecked('nina')));
    const vouched = assertions.verify('user', (admission.ok && admission.who.assertionFor('user')) || '');
    expect(vouched).toMatchObject({ claims: { identity: { uid: 'uid-nina', emailVerified: false } } });
  });

  test('is the only kind that asks the user service', async () => {
    const { access, call, counts, outcome } = setUp();
    expect(outcome(await call('listSubmissions', access('worker')))).toBe('actor worker user-worker');
    expect(counts.asked).toBe(0);
  });
});

describe('an API key', () => {
  const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];
  const specOf = (operation: OperationId): OperationSpec => OPERATIONS[operation];

  test.each(OPERATION_IDS.filter((operation) => specOf(operation).keys))('opens %s', async (operation) => {
    const { call, addKey, outcome } = setUp();
    expect(outcome(await call(operation, addKey('buyer')))).toBe('actor buyer user-buyer');
  });

  test.each(OPERATION_IDS.filter((operation) => !specOf(operation).keys && specOf(operation).auth !== 'none'))(
    'does not open %s',
    async (operation) => {
      const { call, addKey, outcome } = setUp();
      expect(outcome(await call(operation, addKey('buyer')))).toBe('key-not-allowed');
    },
  );

  test('opens what a program needs to post a task and to review work, and nothing else', () => {
    expect(OPERATION_IDS.filter((operation) => specOf(operation).keys).sort()).toEqual(
      [
        ...['addPlaces', 'changeTask', 'createTask', 'deleteTask', 'endTask', 'getForm', 'getTask', 'listTasks'],
        ...['countSubmissions', 'decideSubmission', 'decideSubmissions', 'listSubmissions'],
        ...['releasePlaces', 'requestRevision', 'getUser', 'totals', 'uploadImage'],
        ...['createBatch', 'listBatches', 'getBatch', 'changeBatch', 'deleteBatch', 'uploadRows', 'previewBatch'],
        ...['publishBatch', 'getPage', 'listRows', 'exportRows', 'exportRowsJsonl'],
        ...['exportAnswers', 'exportAnswersJsonl', 'getProgress'],
        ...['startDecisions', 'decideByFile', 'listDecisions', 'getDecisions'],
        ...['raisePay', 'endPilot', 'correctTexts', 'listBatchWorkers', 'stageRows', 'addRows'],
        ...['giveBonus', 'listBonuses', 'previewReversal', 'reverseRejection'],
      ].sort(),
    );
  });

  test.each(['listTasks', 'createTask', 'statement', 'jwt'] as const)(
    'that is wrong, unknown, revoked or of a closed account gets the same 401 from %s',
    async (operation) => {
      const { call, addKey, keys } = setUp();
      const good = addKey('buyer');
      const [, keyId = ''] = good.split('_');
      const revoked = addKey('buyer');
      keys.delete(revoked.split('_')[1] ?? '');
      const answers = await Promise.all(
        [
          apiKeyOf(keyId, ids.secret()),
          apiKeyOf(ids.next(), good.split('_').slice(2).join('_')),
          revoked,
          addKey('closed'),
          addKey('unknown-owner'),
          'pw_',
          `${good}x`,
        ].map((key) => call(operation, key)),
      );
      const [first] = answers;
      expect(first).toMatchObject({ ok: false, failure: { failure: 'unauthenticated' } });
      for (const answer of answers) expect(answer).toEqual(first);
    },
  );

  test.each(['worker', 'admin'])('opens nothing while its owner is %s', async (name) => {
    const { call, addKey, outcome } = setUp();
    for (const operation of ['listTasks', 'listSubmissions', 'createTask', 'totals'] as const)
      expect(outcome(await call(operation, addKey(name)))).toBe('forbidden');
  });

  test('is ignored where no token is read, and waits for the accounts', async () => {
    expect(
      await (async () => {
        const { call, addKey, outcome } = setUp();
        return outcome(await call('listTestimonials', addKey('buyer')));
      })(),
    ).toBe('anonymous');
    const { call, addKey, outcome } = setUp({ isCaughtUp: false });
    expect(outcome(await call('listTasks', addKey('buyer')))).toBe('unavailable');
  });
});

describe('a second factor', () => {
  const ADMIN = { withFactor: ['user-admin'] };
  const tokenOf = ({ real, clock }: ReturnType<typeof setUp>, minutesAgo?: number) =>
    real.signAccess({
      ...identityOf('admin'),
      ...(minutesAgo !== undefined && { factorAt: clock.now() - minutesAgo * MINUTE_MS }),
    });

  test.each([
    ['given 9 minutes ago', 9, 'actor admin user-admin'],
    ['given 10 minutes ago', 10, 'factor-required'],
    ['not given in this session', undefined, 'factor-required'],
  ])('%s before an act that needs a fresh one', async (_, minutesAgo, expected) => {
    const rig = setUp(ADMIN);
    for (const operation of ['revealAccount', 'exportDuePayouts', 'decidePayout', 'changeUser', 'deleteUser'] as const)
      expect([operation, rig.outcome(await rig.call(operation, tokenOf(rig, minutesAgo)))]).toEqual([
        operation,
        expected,
      ]);
    expect(rig.outcome(await rig.call('listParked', tokenOf(rig, minutesAgo)))).toBe('actor admin user-admin');
  });

  test('is not needed for an account without one', async () => {
    const rig = setUp();
    expect(rig.outcome(await rig.call('revealAccount', tokenOf(rig)))).toBe('actor admin user-admin');
  });

  test('where admins need one, an admin without can only set one up', async () => {
    const rig = setUp({ requiresAdminFactor: true });
    const outcomeOf = async (operation: OperationId) => rig.outcome(await rig.call(operation, tokenOf(rig)));
    for (const operation of ['listParked', 'listSubmissions', 'listAdminTrail', 'makeRecoveryCodes'] as const)
      expect([operation, await outcomeOf(operation)]).toEqual([operation, 'factor-missing']);
    for (const operation of ['getUser', 'readFactors', 'startTotp', 'confirmTotp'] as const)
      expect([operation, await outcomeOf(operation)]).toEqual([operation, 'actor admin user-admin']);
    expect(await outcomeOf('listTasks')).toBe('anonymous');
    expect(rig.outcome(await rig.call('listSubmissions', rig.access('worker')))).toBe('actor worker user-worker');
  });

  test('where admins need one, a token from before the factor has to show it', async () => {
    const rig = setUp({ ...ADMIN, requiresAdminFactor: true });
    expect(rig.outcome(await rig.call('listParked', tokenOf(rig)))).toBe('factor-required');
    expect(rig.outcome(await rig.call('listParked', tokenOf(rig, 55)))).toBe('actor admin user-admin');
  });

  test('is noted for the session of the token, which the service learns', async () => {
    const rig = setUp();
    const session = { sid: 'sid-1', number: 1 };
    const token = rig.real.signAccess({ ...identityOf('worker'), session });
    const admission = await rig.call('confirmTotp', token);
    if (!admission.ok) throw new Error(admission.failure.failure);
    const vouched = rig.assertions.verify('user', admission.who.assertionFor('user') ?? '');
    expect(vouched).toMatchObject({
      ok: true,
      claims: { actor: { userId: 'user-worker' }, identity: { uid: 'uid-worker', session } },
    });
  });
});
