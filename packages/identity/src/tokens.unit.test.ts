import { createHmac } from 'node:crypto';
import { createManualClock } from '@piecework/base/testing';
import jwt from 'jsonwebtoken';
import { ACCESS_TOKEN_SECONDS, createTokens, IDENTITY_TOKEN_SECONDS } from './tokens';

const SECRET = 'the secret of today, long enough for all';
const OLD_SECRET = 'the secret of yesterday, as long as that';

const clock = createManualClock();
const tokens = createTokens({ clock, secret: SECRET });

const access = { uid: 'uid-1', email: 'sam@example.com' };
const identity = { ...access, name: 'Sam', picture: '', provider: 'password' } as const;

const KINDS = [
  ['access', tokens.signAccess(access), tokens.verifyAccess, access, ACCESS_TOKEN_SECONDS],
  ['identity', tokens.signIdentity(identity), tokens.verifyIdentity, identity, IDENTITY_TOKEN_SECONDS],
] as const;

const KEY = createHmac('sha256', SECRET).update('piecework access').digest();

const BAD = { ok: false, reason: 'bad' };
const EXPIRED = { ok: false, reason: 'expired' };

describe('tokens', () => {
  test.each(KINDS)('of %s have the signed claims and an expiry', (_kind, token, verify, claims, lifetime) => {
    const exp = Math.floor(clock.now() / 1000) + lifetime;
    expect(verify(token)).toEqual({ ok: true, claims: expect.objectContaining({ ...claims, exp }) });
  });

  test.each(KINDS)('of %s are refused as another kind', (kind, token) => {
    const others = KINDS.filter(([other]) => other !== kind);
    expect(others.map(([, , verify]) => verify(token))).toEqual([BAD]);
  });

  test.each(KINDS)('of %s expire by the given clock', async (...kind) => {
    const [, , , , lifetime] = kind;
    const later = createManualClock(clock.now());
    const { verifyAccess, verifyIdentity } = createTokens({ clock: later, secret: SECRET });
    const verify = { access: verifyAccess, identity: verifyIdentity }[kind[0]];
    await later.advance(lifetime * 1000 - 1);
    expect(verify(kind[1]).ok).toBe(true);
    await later.advance(1);
    expect(verify(kind[1])).toEqual(EXPIRED);
  });

  test('of the previous secret are accepted, also to tell that they have expired', async () => {
    const later = createManualClock(clock.now());
    const old = createTokens({ clock, secret: OLD_SECRET }).signAccess(access);
    const rotated = createTokens({ clock: later, secret: SECRET, previousSecret: OLD_SECRET });
    expect(tokens.verifyAccess(old)).toEqual(BAD);
    expect(rotated.verifyAccess(old).ok).toBe(true);
    expect(rotated.verifyIdentity(old)).toEqual(BAD);
    await later.advance(ACCESS_TOKEN_SECONDS * 1000);
    expect(rotated.verifyAccess(old)).toEqual(EXPIRED);
  });

  test('are signed with the new secret', () => {
    const rotated = createTokens({ clock, secret: SECRET, previousSecret: OLD_SECRET });
    expect(tokens.verifyAccess(rotated.signAccess(access)).ok).toBe(true);
  });

  test('of an unknown secret are bad, not expired, after their expiry', async () => {
    const past = createManualClock(clock.now() - 2 * ACCESS_TOKEN_SECONDS * 1000);
    expect(tokens.verifyAccess(createTokens({ clock: past, secret: OLD_SECRET }).signAccess(access))).toEqual(BAD);
  });

  test('cannot be forged', () => {
    const exp = Math.floor(clock.now() / 1000) + 60;
    const claims = { ...access, uid: 'uid-2', exp };
    const [head, body, signature] = tokens.signAccess(access).split('.') as [string, string, string];
    const other = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const forged = {
      'no signature': jwt.sign(claims, '', { algorithm: 'none' }),
      'signature left out': `${head}.${body}.`,
      'other claims under it': `${head}.${other}.${signature}`,
      'the secret itself as the key': jwt.sign(claims, SECRET, { algorithm: 'HS256' }),
      'another algorithm under the right key': jwt.sign(claims, KEY, { algorithm: 'HS512' }),
      'no token': 'a.b.c',
      nothing: '',
    };
    expect(tokens.verifyAccess(jwt.sign(claims, KEY, { algorithm: 'HS256' })).ok).toBe(true);
    for (const [how, token] of Object.entries(forged)) expect([how, tokens.verifyAccess(token)]).toEqual([how, BAD]);
  });

  test('without the secret can be neither signed nor verified', () => {
    const none = createTokens({ clock, secret: undefined, previousSecret: SECRET });
    expect(() => none.signAccess(access)).toThrow('has no key');
    expect(none.verifyAccess(tokens.signAccess(access))).toEqual(BAD);
    // A token signed with the empty key fails too.
    expect(none.verifyAccess(jwt.sign(access, createHmac('sha256', '').update('piecework access').digest()))).toEqual(
      BAD,
    );
  });

  test('for access contain no role', () => {
    const { claims } = tokens.verifyAccess(tokens.signAccess(access)) as { claims: object };
    expect(Object.keys(claims).sort()).toEqual(['email', 'exp', 'iat', 'uid']);
  });
});
