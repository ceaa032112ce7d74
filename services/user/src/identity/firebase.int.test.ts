import { createHmac } from 'node:crypto';
import { createManualClock, pause } from '@piecework/base/testing';
import { FIREBASE_ENV } from '@piecework/config/testing';
import { type Harness, startHarness } from '@piecework/service-runtime/testing';
import {
  firebaseClaims,
  type Key,
  type KeyServer,
  makeKey,
  PROJECT,
  signed,
  startKeyServer,
  unsigned,
} from '../../testing/firebase.fixtures';
import {
  actorFor,
  closeAccount,
  PASSWORD,
  recordOf,
  register,
  registerAdmin,
  startWallet,
} from '../../testing/user.fixtures';
import { createUserService } from '..';
import { users } from '../user/user.store';
import { COOLDOWN } from './firebase.keys';
import { CLOCK_SKEW } from './firebase.token';
import { accounts } from './identity.store';

const standing = createManualClock();
let passed = 0;
/** Time passes without running the timers that fall due. */
const clock = { ...standing, now: () => standing.now() + passed };
const pass = (seconds: number) => {
  passed += seconds * 1000;
};

let key: Key;
let other: Key;
beforeAll(async () => {
  [key, other] = await Promise.all([makeKey('one'), makeKey('two')]);
});

let keys: KeyServer;
let h: Harness;
const start = async (env: Record<string, string> = {}) => {
  keys = await startKeyServer();
  keys.published = [key];
  h = await startHarness(createUserService({ googleKeysUrl: keys.url }), { clock, env: { ...FIREBASE_ENV, ...env } });
};
const stop = () => Promise.all([h.stop(), keys.stop()]);

const claims = (changes: Record<string, unknown> = {}) => firebaseClaims(clock.now(), changes);
const token = (changes: Record<string, unknown> = {}, by = key) => signed(by, claims(changes));
const verify = async (made: string | Promise<string>) => h.internal('verifyIdentity', { token: await made });
const outcome = async (made: string | Promise<string>) => {
  const verified = await verify(made);
  return verified.ok ? 'good' : verified.reason;
};
const seconds = () => Math.floor(clock.now() / 1000);

describe('verifyIdentity of a Firebase ID token', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('returns the claims', async () => {
    expect(await verify(token({ picture: 'https://example.com/ann.png' }))).toEqual({
      ok: true,
      claims: {
        uid: 'firebase-ann',
        email: 'ann@example.com',
        name: 'Ann',
        picture: 'https://example.com/ann.png',
        provider: 'password',
        emailVerified: false,
        exp: seconds() + 3600,
      },
    });
  });

  it('accepts a token without a name', async () => {
    expect(await verify(token({ name: undefined }))).toMatchObject({ ok: true, claims: { name: '' } });
  });

  it('returns the Google provider with a verified email', async () => {
    const google = { email_verified: true, firebase: { sign_in_provider: 'google.com' } };
    expect(await verify(token(google))).toMatchObject({ claims: { provider: 'google', emailVerified: true } });
  });

  it.each([
    ['another project', { aud: 'another-project' }],
    ['an issuer elsewhere', { iss: `https://securetoken.example/${PROJECT}` }],
    ['the issuer of another project', { iss: 'https://securetoken.google.com/another-project' }],
    ['an empty subject', { sub: '' }],
    ['a missing subject', { sub: undefined }],
    ['a subject that is too long', { sub: 'x'.repeat(129) }],
    ['a missing email', { email: undefined }],
    ['an empty email', { email: '' }],
    ['an email that is none', { email: 'ann' }],
    ['an anonymous visitor', { firebase: { sign_in_provider: 'anonymous' } }],
    ["another provider's sign-in", { firebase: { sign_in_provider: 'facebook.com' } }],
    ['no sign-in', { firebase: undefined }],
    ['a sign-in without a time', { auth_time: undefined }],
    ['no time of its end', { exp: undefined }],
    ['no time of its making', { iat: undefined }],
  ])('refuses a token for %s', async (_, changes) => {
    expect(await outcome(token())).toBe('good');
    expect(await outcome(token(changes))).toBe('bad');
  });

  it('refuses a token signed with an unpublished key', async () => {
    expect(await outcome(token({}, { ...other, kid: key.kid }))).toBe('bad');
    expect(await outcome(token({}, other))).toBe('bad');
  });

  it('refuses a token without a key id, even with one published key', async () => {
    const nameless = signed(key, claims(), { header: { alg: 'RS256' } });
    expect(await outcome(nameless)).toBe('bad');
  });

  it('refuses a token with a critical extension', async () => {
    const header = { alg: 'RS256', kid: key.kid, crit: ['b64'], b64: true };
    expect(await outcome(signed(key, claims(), { header }))).toBe('bad');
  });

  it('refuses a token signed with the public key as an HMAC secret', async () => {
    const secret = key.publicKey.export({ type: 'spki', format: 'pem' });
    // jsonwebtoken refuses to sign HS256 with a PEM.
    const head = [{ alg: 'HS256', kid: key.kid }, claims()]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    const forged = `${head}.${createHmac('sha256', secret).update(head).digest('base64url')}`;
    expect(await outcome(forged)).toBe('bad');
  });

  it('refuses another algorithm with the right key', async () => {
    const { alg: _, ...jwk } = key.jwk;
    keys.published = [{ ...key, jwk } as Key];
    expect(await outcome(token())).toBe('good');
    const another = signed(key, claims(), { algorithm: 'RS512', header: { alg: 'RS512', kid: key.kid } });
    expect(await outcome(another)).toBe('bad');
  });

  it('refuses an unsigned token', async () => {
    expect(await outcome(unsigned(claims()))).toBe('bad');
    expect(await outcome(unsigned(claims()).replace(/\.$/, '.c2ln'))).toBe('bad');
  });

  it.each(['', 'x', 'a.b.c', 'e30.e30.', '...'])('refuses a malformed token: %p', async (text) => {
    expect(await outcome(text)).toBe('bad');
  });

  it('refuses a modified token', async () => {
    const [head, , signature] = (await token()).split('.');
    const body = Buffer.from(JSON.stringify(claims({ email: 'admin@example.com' }))).toString('base64url');
    expect(await outcome(`${head}.${body}.${signature}`)).toBe('bad');
  });

  it('expires after an hour plus the clock skew', async () => {
    const made = await token();
    pass(3600 + CLOCK_SKEW - 1);
    expect(await outcome(made)).toBe('good');
    pass(1);
    expect(await outcome(made)).toBe('expired');
  });

  it.each(['iat', 'auth_time'])('accepts a future %s only within the clock skew', async (name) => {
    expect(await outcome(token({ [name]: seconds() + CLOCK_SKEW }))).toBe('good');
    expect(await outcome(token({ [name]: seconds() + CLOCK_SKEW + 1 }))).toBe('bad');
  });

  it('refuses a token before its nbf', async () => {
    expect(await outcome(token({ nbf: seconds() + CLOCK_SKEW }))).toBe('good');
    expect(await outcome(token({ nbf: seconds() + CLOCK_SKEW + 1 }))).toBe('bad');
  });
});

describe('createGoogleKeys', () => {
  beforeEach(() => start());
  afterEach(stop);

  it('fetches once per lifetime of the keys', async () => {
    for (let n = 0; n < 5; n++) expect(await outcome(token())).toBe('good');
    expect(keys.asked).toBe(1);
    pass(20_000);
    expect(await outcome(token())).toBe('good');
    expect(keys.asked).toBe(2);
  });

  it('fetches once for concurrent tokens', async () => {
    expect(await Promise.all(Array.from({ length: 8 }, () => outcome(token())))).not.toContain('bad');
    expect(keys.asked).toBe(1);
  });

  it('fetches again for an unknown key id, after a rotation', async () => {
    expect(await outcome(token())).toBe('good');
    keys.published = [key, other];
    pass(COOLDOWN / 1000);
    expect(await outcome(token({}, other))).toBe('good');
    expect(keys.asked).toBe(2);
  });

  it('drops keys that are no longer published', async () => {
    const made = await token();
    expect(await outcome(made)).toBe('good');
    keys.published = [other];
    pass(COOLDOWN / 1000);
    expect(await outcome(token({}, other))).toBe('good');
    expect(await outcome(made)).toBe('bad');
  });

  it('limits fetches for made-up key ids', async () => {
    for (let n = 0; n < 20; n++) expect(await outcome(token({}, { ...other, kid: `made-up-${n}` }))).toBe('bad');
    expect(keys.asked).toBe(1);
    pass(COOLDOWN / 1000);
    for (let n = 0; n < 20; n++) await outcome(token({}, { ...other, kid: `made-up-${n}` }));
    expect(keys.asked).toBe(2);
    expect(await outcome(token())).toBe('good');
  });

  it('uses known keys while Google is unreachable, until they expire', async () => {
    const soon = await token({ exp: seconds() + 40_000 });
    expect(await outcome(soon)).toBe('good');
    keys.answer = (response) => response.destroy();
    pass(19_999);
    expect(await outcome(soon)).toBe('good');
    pass(COOLDOWN / 1000);
    expect(await outcome(soon)).toBe('unavailable');
    keys.recover();
    pass(COOLDOWN / 1000);
    expect(await outcome(soon)).toBe('good');
  });

  it('answers unavailable, not bad, for a rotated key while Google is unreachable', async () => {
    expect(await outcome(token())).toBe('good');
    keys.published = [key, other];
    keys.answer = (response) => response.destroy();
    pass(COOLDOWN / 1000);
    expect(await outcome(token({}, other))).toBe('unavailable');
    expect(await outcome(token())).toBe('good');
    keys.recover();
    pass(COOLDOWN / 1000);
    expect(await outcome(token({}, other))).toBe('good');
  });

  it('refreshes before the keys expire, which bridges a short outage', async () => {
    const soon = await token({ exp: seconds() + 40_000 });
    await outcome(soon);
    pass(10_000);
    expect(await outcome(soon)).toBe('good');
    while (keys.asked < 2) await new Promise((resolve) => setImmediate(resolve));
    // The response is on its way.
    await pause(50);
    keys.answer = (response) => response.destroy();
    pass(15_000);
    expect(await outcome(soon)).toBe('good');
  });

  it.each([
    ['fails', (response) => response.writeHead(500).end()],
    ['answers a page', (response) => response.end('<html>')],
    ['answers no keys', (response) => response.end('{"keys":[]}')],
    ['leads elsewhere', (response) => response.writeHead(302, { location: keys.url }).end()],
  ] as [string, KeyServer['answer']][])('answers unavailable while Google %s', async (_, answer) => {
    keys.answer = answer;
    expect(await outcome(token())).toBe('unavailable');
    keys.recover();
    // Within the cooldown.
    expect(await outcome(token())).toBe('unavailable');
    pass(COOLDOWN / 1000);
    expect(await outcome(token())).toBe('good');
  });

  it.each([
    ['no-cache', 600],
    ['public, max-age=60', 60],
    ['max-age=999999999', 86_400],
  ])('caches keys with cache-control %s for %d seconds', async (cacheControl, life) => {
    keys.cacheControl = cacheControl;
    const soon = await token({ exp: seconds() + 200_000 });
    await outcome(soon);
    keys.answer = (response) => response.destroy();
    pass(life - 1);
    expect(await outcome(soon)).toBe('good');
    pass(1 + COOLDOWN / 1000);
    expect(await outcome(soon)).toBe('unavailable');
  });
});

describe('unsigned tokens of the Auth emulator', () => {
  const EMULATOR = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
  const PRODUCTION = {
    NODE_ENV: 'production',
    ALLOW_INSECURE: 'weak-secret',
    STORE: 'sqlite',
    EVENTS: 'sqlite',
    PAYMENTS: 'simulated',
    IMAGES: 'files',
    COIN_CREDIT: 'manual',
    PUBLIC_ORIGIN: 'https://piecework.example',
  };
  afterEach(() => keys.stop());

  it('are accepted with an emulator host, by the same rules', async () => {
    await start(EMULATOR);
    expect(await outcome(unsigned(claims()))).toBe('good');
    expect(await outcome(unsigned(claims({ aud: 'another-project' })))).toBe('bad');
    expect(await outcome(unsigned(claims({ exp: seconds() - CLOCK_SKEW })))).toBe('expired');
    expect(await outcome(unsigned(claims({ email: undefined })))).toBe('bad');
    expect(await outcome(token())).toBe('bad');
    expect(keys.asked).toBe(0);
    await h.stop();
  });

  it('are refused in production, which does not start with an emulator host', async () => {
    await expect(start({ ...PRODUCTION, ...EMULATOR })).rejects.toThrow(
      'FIREBASE_AUTH_EMULATOR_HOST: is for tests, and refused in production',
    );
    await keys.stop();
    await start(PRODUCTION);
    expect(await outcome(unsigned(claims()))).toBe('bad');
    expect(await outcome(token())).toBe('good');
    await h.stop();
  });
});

describe('users with a Firebase identity', () => {
  beforeEach(async () => {
    await start();
    await startWallet(h);
  });
  afterEach(stop);

  const identityOf = async (changes: Record<string, unknown> = {}) => (await verify(token(changes))).claims;
  const registering = async (changes: Record<string, unknown> = {}, userRole = 'buyer') =>
    h.call('createUser', { identity: await identityOf(changes), body: { userName: 'Ann', userRole } });
  const enter = async (changes: Record<string, unknown> = {}) =>
    h.call('jwt', { identity: await identityOf(changes), body: { email: String(changes.email ?? 'ann@example.com') } });
  const GOOGLE = { email_verified: true, firebase: { sign_in_provider: 'google.com' } };
  const OTHER_IDENTITY = { sub: 'firebase-mallory' };

  it('register and sign in', async () => {
    const { status, body } = await registering();
    expect(status).toBe(201);
    expect(await recordOf(h, body.insertedId)).toMatchObject({
      email: 'ann@example.com',
      role: 'buyer',
      identityUid: 'firebase-ann',
    });
    const entered = await enter();
    expect(entered.status).toBe(200);
    expect(h.tokens.verifyAccess(entered.body.token)).toMatchObject({
      ok: true,
      claims: { uid: 'firebase-ann', email: 'ann@example.com' },
    });
  });

  it('become workers with Google, whatever role they request', async () => {
    const { body } = await registering({ ...GOOGLE, picture: 'https://example.com/a.png' });
    expect(await recordOf(h, body.insertedId)).toMatchObject({ role: 'worker', photoURL: 'https://example.com/a.png' });
  });

  it('are refused when the account is closed, also with a verified email', async () => {
    const admin = await registerAdmin(h);
    const { body } = await registering();
    await closeAccount(h, admin, body.insertedId);
    for (const changes of [{}, { email_verified: true }, OTHER_IDENTITY]) {
      expect(await enter(changes)).toMatchObject({ status: 403, body: { code: 'account-closed' } });
      expect(await registering(changes)).toMatchObject({ status: 403, body: { code: 'account-closed' } });
    }
  });

  it('have no user record under a changed email; the record keeps the old one', async () => {
    await registering();
    const changed = { email: 'ann@elsewhere.example' };
    expect(await enter(changed)).toMatchObject({ status: 200 });
    const identity = await identityOf(changed);
    expect(await h.call('getUser', { identity })).toMatchObject({ status: 404 });
    const mismatch = await h.call('jwt', { identity, body: { email: 'ann@example.com' } });
    expect(mismatch).toMatchObject({ status: 400, body: { code: 'invalid-credential' } });
  });

  it('cannot take a record over with an unverified email', async () => {
    const { body } = await registering();
    expect(await enter(OTHER_IDENTITY)).toMatchObject({ status: 403, body: { code: 'email-not-verified' } });
    expect(await registering(OTHER_IDENTITY)).toMatchObject({ status: 403, body: { code: 'email-not-verified' } });
    const identity = await identityOf(OTHER_IDENTITY);
    expect(await h.call('getUser', { identity })).toMatchObject({ status: 404 });
    const asked = { email: 'ann@example.com', uid: 'firebase-mallory', emailVerified: false };
    expect(await h.internal('isOwner', asked)).toEqual({ isOwner: false });
    expect(await h.internal('isOwner', { ...asked, uid: 'firebase-ann' })).toEqual({ isOwner: true });
    expect(await h.internal('isOwner', { ...asked, email: 'none@example.com' })).toEqual({ isOwner: false });
    expect(await recordOf(h, body.insertedId)).toMatchObject({ identityUid: 'firebase-ann' });
  });

  it("cannot take over a record of the embedded provider, an admin's in particular", async () => {
    const { userId } = await register(h, 'ann');
    expect(await enter()).toMatchObject({ status: 403, body: { code: 'email-not-verified' } });
    expect(await enter({ email_verified: true })).toMatchObject({ status: 200 });
    // A verified email claims the record permanently.
    expect(await recordOf(h, userId)).toMatchObject({ identityUid: 'firebase-ann' });
    expect(await enter()).toMatchObject({ status: 200 });
  });

  it('take over a record of their email with a verified one, and end its API keys', async () => {
    const { body: made } = await registering(OTHER_IDENTITY);
    const as = await actorFor(h, made.insertedId);
    await h.call('createApiKey', { as, body: { name: 'Nightly' } });
    expect(await enter({ ...GOOGLE })).toMatchObject({ status: 200 });
    expect((await h.call('listApiKeys', { as })).body).toEqual([]);
    expect(await h.events('user.api-key-revoked')).toHaveLength(1);
    expect(await enter(OTHER_IDENTITY)).toMatchObject({ status: 403, body: { code: 'email-not-verified' } });
  });

  it('confirm their address by a token that says verified, at the registration or later', async () => {
    const { body } = await registering();
    await enter();
    expect(await recordOf(h, body.insertedId)).not.toHaveProperty('emailConfirmed');
    await enter({ email_verified: true });
    expect(await recordOf(h, body.insertedId)).toMatchObject({ emailConfirmed: true });
    const google = { ...GOOGLE, sub: 'firebase-gus', email: 'gus@example.com' };
    const { body: made } = await registering(google);
    expect(await recordOf(h, made.insertedId)).toMatchObject({ emailConfirmed: true });
  });

  it('have no embedded account: its operations answer 404', async () => {
    const credentials = { email: 'ann@example.com', password: PASSWORD, displayName: 'Ann' };
    const identity = await identityOf();
    for (const [operation, call] of [
      ['signUp', { body: credentials }],
      ['signUp', { body: {} }],
      ['signIn', { body: credentials }],
      ['refreshIdentity', { body: { refreshToken: 'a.b' } }],
      ['signOut', { body: { refreshToken: 'a.b' } }],
      ['changePassword', { identity, body: { old: PASSWORD, new: PASSWORD } }],
      ['requestPasswordReset', { body: { email: 'ann@example.com' } }],
      ['resetPassword', { body: { token: 'a.b', password: PASSWORD } }],
      ['requestEmailConfirmation', { identity }],
      ['confirmEmail', { body: { token: 'a.b' } }],
      ['identityMe', { identity }],
      ['googlePage', { query: { origin: 'http://localhost:3000' } }],
      ['googleDecide', {}],
    ] as const)
      expect([operation, (await h.call(operation, call)).status]).toEqual([operation, 404]);
    expect(await h.store.collection(accounts).countDocuments({})).toBe(0);
    expect(await h.store.collection(users).countDocuments({})).toBe(0);
  });

  it('cannot get a password by the command, which names the console', async () => {
    const { done, message } = await h.internal('setPassword', { email: 'ann@example.com', password: PASSWORD });
    expect([done, message]).toEqual([false, expect.stringContaining('Firebase stores the passwords')]);
  });
});
