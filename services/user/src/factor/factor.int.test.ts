import { MINUTE_MS } from '@piecework/base';
import { createLeapingClock, createManualClock } from '@piecework/base/testing';
import type { Identity } from '@piecework/contracts';
import { createSealing } from '@piecework/domain';
import type { Actor } from '@piecework/identity';
import { adminActs } from '@piecework/service-runtime/rows';
import type { Harness } from '@piecework/service-runtime/testing';
import { Secret, TOTP } from 'otpauth';
import { createAuthenticator } from '../../testing/passkeys.fixtures';
import { actorFor, PASSWORD, startUserHarness } from '../../testing/user.fixtures';
import { factors } from './factor.store';
import { newTotpSecret } from './totp';

const standing = createManualClock();
let passed = 0;
/** Time passes without running the timers that fall due. */
const clock = { ...standing, now: () => standing.now() + passed };
const pass = (ms: number) => {
  passed += ms;
};
let h: Harness;
const EMAIL = 'ann@example.com';

const begin = async (options: Parameters<typeof startUserHarness>[0] = { clock }) => {
  h = await startUserHarness(options);
  const { body } = await h.call('signUp', { body: { email: EMAIL, password: PASSWORD, displayName: 'Ann' } });
  const registered = await h.call('createUser', { identity: claimsIn(body), body: { userRole: 'worker' } });
  ann = await actorFor(h, registered.body.insertedId);
  session = body;
};
let ann: Actor;
let session: Identity;
afterEach(() => h.stop());

const claimsIn = ({ idToken }: Identity) => {
  const verified = h.tokens.verifyIdentity(idToken);
  if (!verified.ok) throw new Error(verified.reason);
  return verified.claims;
};
const signIn = async (password = PASSWORD): Promise<Identity> =>
  (await h.call('signIn', { body: { email: EMAIL, password } })).body;
const enter = async (as: Identity, factorCode?: string) => {
  const { status, body } = await h.call('jwt', { identity: claimsIn(as), body: { email: EMAIL, factorCode } });
  return status === 200 ? 'in' : body.code;
};
const factorAtOf = async (as: Identity, factorCode?: string): Promise<number | undefined> => {
  const { body } = await h.call('jwt', { identity: claimsIn(as), body: { email: EMAIL, factorCode } });
  const verified = h.tokens.verifyAccess(body.token);
  return verified.ok ? verified.claims.factorAt : undefined;
};
const appOf = (secret: string) => () =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() });
const start = async () => appOf((await h.call('startTotp', { as: ann })).body.secret);
const confirm = (factorCode: string) =>
  h.call('confirmTotp', { as: ann, identity: claimsIn(session), body: { factorCode } });
/** Sets up an authenticator app. @returns what it shows, and the recovery codes */
const addTotp = async () => {
  const code = await start();
  const { body } = await confirm(code());
  pass(30_000);
  return { code, recoveryCodes: body.recoveryCodes as string[] };
};

describe('an authenticator app', () => {
  beforeEach(() => begin());

  it('counts once a code of it is confirmed, and is then given in this session', async () => {
    const code = await start();
    expect(await enter(session)).toBe('in');
    expect((await confirm('000000')).body.code).toBe('wrong-factor');
    expect((await confirm(code())).status).toBe(200);
    expect(await enter(session)).toBe('in');
    expect(await enter(await signIn())).toBe('factor-required');
  });

  it('has to be confirmed in time', async () => {
    const code = await start();
    pass(15 * MINUTE_MS);
    expect((await confirm(code())).body.code).toBe('set-up-expired');
  });

  it('opens a session by a code, for as long as the session lasts', async () => {
    const { code } = await addTotp();
    const other = await signIn();
    expect(await enter(other)).toBe('factor-required');
    expect(await enter(other, ` ${code().slice(0, 3)} ${code().slice(3)}`)).toBe('in');
    const { body: renewed } = await h.call('refreshIdentity', { body: { refreshToken: other.refreshToken } });
    expect(await enter(renewed)).toBe('in');
    expect(await enter(await signIn())).toBe('factor-required');
  });

  it('gives a code that works once, also in another session and to concurrent calls', async () => {
    const { code } = await addTotp();
    const two = [await signIn(), await signIn()] as const;
    const answers = await Promise.all(two.map((one) => enter(one, code())));
    expect(answers.sort()).toEqual(['in', 'wrong-factor']);
    pass(30_000);
    expect(await enter(await signIn(), code())).toBe('in');
  });

  it('tells tokens when it was last given', async () => {
    const { code } = await addTotp();
    const first = clock.now();
    const other = await signIn();
    expect(await factorAtOf(other, code())).toBe(first);
    pass(MINUTE_MS);
    expect(await factorAtOf(other)).toBe(first);
    expect(await factorAtOf(other, code())).toBe(first + MINUTE_MS);
  });

  it('replaces the earlier one, and keeps the recovery codes', async () => {
    const { code: old } = await addTotp();
    const next = await start();
    expect((await confirm(next())).body).not.toHaveProperty('recoveryCodes');
    pass(30_000);
    expect(await enter(await signIn(), old())).toBe('wrong-factor');
    expect(await enter(await signIn(), next())).toBe('in');
    expect((await h.call('readFactors', { as: ann })).body).toEqual({ totp: true, passkeys: [], recoveryCodes: 10 });
  });

  it('that was removed is not given to its successor', async () => {
    const { code } = await addTotp();
    const other = await signIn();
    expect(await enter(other, code())).toBe('in');
    expect((await h.call('deleteFactor', { as: ann, params: { id: 'totp' } })).body).toEqual({ deletedCount: 1 });
    expect(await enter(other)).toBe('in');
    pass(1);
    await addTotp();
    expect(await enter(other)).toBe('factor-required');
  });
});

describe('wrong codes', () => {
  beforeEach(() => begin());

  it('are limited per account, for a quarter of an hour, also after a new password', async () => {
    const { code, recoveryCodes } = await addTotp();
    for (let guess = 0; guess < 5; guess++) expect(await enter(await signIn(), '000000')).toBe('wrong-factor');
    expect(await enter(await signIn(), code())).toBe('too-many-requests');
    expect(await enter(await signIn(), recoveryCodes[0])).toBe('too-many-requests');
    await h.internal('setPassword', { email: EMAIL, password: 'Another-word-2?' });
    expect(await enter(await signIn('Another-word-2?'), code())).toBe('too-many-requests');
    pass(15 * MINUTE_MS);
    expect(await enter(await signIn('Another-word-2?'), code())).toBe('in');
  });

  it('are limited when they come together', async () => {
    const { code } = await addTotp();
    const one = await signIn();
    const guesses = await Promise.all(Array.from({ length: 9 }, () => enter(one, '000000')));
    expect(guesses.filter((answer) => answer === 'wrong-factor')).toHaveLength(5);
    expect(await enter(one, code())).toBe('too-many-requests');
  });
});

describe('recovery codes', () => {
  beforeEach(() => begin());

  it('work once each, however they are typed, until new ones replace them', async () => {
    const { recoveryCodes } = await addTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    const [first = '', second = ''] = recoveryCodes;
    expect(await enter(await signIn(), first.toUpperCase().replaceAll('-', ' '))).toBe('in');
    expect(await enter(await signIn(), first)).toBe('wrong-factor');
    const { body } = await h.call('makeRecoveryCodes', { as: ann });
    expect(await enter(await signIn(), second)).toBe('wrong-factor');
    expect(await enter(await signIn(), body.recoveryCodes[0])).toBe('in');
  });

  it('and the secret of the app are in no document in plain', async () => {
    const { recoveryCodes } = await addTotp();
    const secret: string = (await h.call('startTotp', { as: ann })).body.secret;
    const kept = JSON.stringify(await h.store.collection(factors).find({}));
    for (const plain of [secret, ...recoveryCodes]) expect(kept).not.toContain(plain);
  });
});

describe('a factor of an account', () => {
  beforeEach(() => begin());

  it('is needed to change the password', async () => {
    const { code } = await addTotp();
    const other = await signIn();
    const body = { old: PASSWORD, new: 'Another-word-2?' };
    const change = () => h.call('changePassword', { identity: claimsIn(other), body });
    expect((await change()).body.code).toBe('factor-required');
    expect(await enter(other, code())).toBe('in');
    expect((await change()).status).toBe(200);
  });

  it('is removed by the operator, with a row in the trail', async () => {
    await addTotp();
    const remove = (email: string) => h.internal('removeFactors', { email });
    expect(await remove('bob@example.com')).toMatchObject({ done: false });
    expect(await remove(EMAIL)).toMatchObject({ done: true });
    expect(await remove(EMAIL)).toMatchObject({ done: false, message: `${EMAIL} has no second factor.` });
    expect(await enter(await signIn())).toBe('in');
    expect(await h.store.collection(adminActs).find({ action: 'factors-removed' })).toMatchObject([
      { subject: { id: ann.userId, title: EMAIL } },
    ]);
  });
});

describe('a passkey', () => {
  beforeEach(() => begin());

  const authenticator = () => createAuthenticator(h.settings.allowedOrigins[0] ?? '');
  const options = async () => (await h.call('startPasskey', { as: ann })).body.options;
  const add = (passkey: object, name = 'My phone') =>
    h.call('addPasskey', { as: ann, identity: claimsIn(session), body: { name, passkey } });
  /** A device whose passkey is a factor. */
  const added = async () => {
    const device = authenticator();
    expect((await add(device.create(await options()))).status).toBe(201);
    return device;
  };
  const challenge = async (as: Identity) => (await h.call('challengeFactor', { identity: claimsIn(as) })).body.passkey;
  const enterBy = async (as: Identity, passkey: object) => {
    const { status, body } = await h.call('jwt', { identity: claimsIn(as), body: { email: EMAIL, passkey } });
    return status === 200 ? 'in' : body.code;
  };

  it('is a factor from its creation, with recovery codes, and opens a session', async () => {
    const device = authenticator();
    const { body } = await add(device.create(await options()));
    expect(body.recoveryCodes).toHaveLength(10);
    expect((await h.call('readFactors', { as: ann })).body.passkeys).toMatchObject([
      { _id: device.id, name: 'My phone' },
    ]);
    const other = await signIn();
    expect(await enter(other)).toBe('factor-required');
    expect(await enterBy(other, device.get(await challenge(other)))).toBe('in');
    expect(await enter(other)).toBe('in');
    expect(await enter(await signIn(), body.recoveryCodes[0])).toBe('in');
  });

  it('signs each challenge once, also in concurrent calls', async () => {
    const device = await added();
    const other = await signIn();
    const answer = device.get(await challenge(other));
    expect((await Promise.all([enterBy(other, answer), enterBy(other, answer)])).sort()).toEqual([
      'in',
      'wrong-passkey',
    ]);
    expect(await enterBy(other, answer)).toBe('wrong-passkey');
  });

  it('signs no challenge of another account, none of its own making and none that is old', async () => {
    const device = await added();
    const { body: bob } = await h.call('signUp', {
      body: { email: 'bob@example.com', password: PASSWORD, displayName: 'Bob' },
    });
    const { body } = await h.call('createUser', { identity: claimsIn(bob), body: { userRole: 'worker' } });
    const ofBob = { as: await actorFor(h, body.insertedId), identity: claimsIn(bob) };
    const bobs = authenticator();
    const start = await h.call('startPasskey', ofBob);
    await h.call('addPasskey', { ...ofBob, body: { name: 'Of Bob', passkey: bobs.create(start.body.options) } });
    const other = await signIn();
    expect(await enterBy(other, device.get(await challenge(bob)))).toBe('wrong-passkey');
    expect(await enterBy(other, bobs.get(await challenge(other)))).toBe('wrong-passkey');
    expect(await enterBy(other, device.get({ challenge: 'chosen' }))).toBe('wrong-passkey');
    const late = device.get(await challenge(other));
    pass(5 * MINUTE_MS);
    expect(await enterBy(other, late)).toBe('wrong-passkey');
  });

  it('is refused from another site, and as a copy that counts less', async () => {
    const device = await added();
    const other = await signIn();
    const elsewhere = createAuthenticator('https://piecework.evil.example');
    expect((await add(elsewhere.create(await options()))).body.code).toBe('wrong-passkey');
    const [first, second] = [device.get(await challenge(other)), device.get(await challenge(other))];
    expect(await enterBy(other, second)).toBe('in');
    expect(await enterBy(other, first)).toBe('wrong-passkey');
  });

  it('is removed alone, and the last factor takes the recovery codes along', async () => {
    const [one, two] = [await added(), await added()];
    const remove = async (id: string) => (await h.call('deleteFactor', { as: ann, params: { id } })).body;
    expect([await remove(one.id), await remove(one.id)]).toEqual([{ deletedCount: 1 }, { deletedCount: 0 }]);
    expect((await h.call('readFactors', { as: ann })).body).toMatchObject({
      passkeys: [{ _id: two.id }],
      recoveryCodes: 10,
    });
    expect(await remove(two.id)).toEqual({ deletedCount: 1 });
    expect(await enter(await signIn())).toBe('in');
  });

  it('is one of at most ten', async () => {
    for (let nth = 0; nth < 10; nth++) await added();
    expect((await h.call('startPasskey', { as: ann })).body.code).toBe('too-many-passkeys');
  });
});

it('an admin keeps a factor where admins need one', async () => {
  await begin({ clock, env: { ADMIN_SECOND_FACTOR: 'required' } });
  const asAdmin = { ...ann, role: 'admin' as const };
  await addTotp();
  const params = { id: 'totp' };
  expect((await h.call('deleteFactor', { as: asAdmin, params })).body.code).toBe('last-factor');
  expect((await h.call('deleteFactor', { as: ann, params })).body).toEqual({ deletedCount: 1 });
});

it('the secret of an app is sealed again after a change of JWT_SECRET', async () => {
  const [OLD, NEW] = ['the secret of yesterday, long enough for all', 'the secret of today, long enough for all'];
  const leaping = createLeapingClock();
  await begin({ clock: leaping, env: { JWT_SECRET: NEW, JWT_SECRET_PREVIOUS: OLD } });
  const secret = newTotpSecret();
  const totp = { secret: createSealing('factor', [OLD], h.ids).seal(ann.userId, secret), lastStep: 0 };
  await h.store.collection(factors).insertOne({ _id: ann.userId, since: leaping.now(), recoveryHashes: [], totp });
  leaping.leap(6_000);
  await h.settle();
  const sealed = (await h.store.collection(factors).findOne({ _id: ann.userId }))?.totp?.secret;
  expect(sealed && createSealing('factor', [NEW], h.ids).open(ann.userId, sealed)).toBe(secret);
  expect(await enter(await signIn(), new TOTP({ secret }).generate({ timestamp: leaping.now() }))).toBe('in');
});
