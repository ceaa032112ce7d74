import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { actor, createManualClock } from './testing';
import { ACCESS_TOKEN_SECONDS, ASSERTION_SECONDS, createTokens, IDENTITY_TOKEN_SECONDS } from './tokens';

const SECRET = 'the secret of today, long enough for all';
const OLD_SECRET = 'the secret of yesterday, as long as that';

const clock = createManualClock();
const tokens = createTokens({ clock, secret: SECRET });

const access = { uid: 'uid-1', email: 'somebody@example.com' };
const identity = { ...access, name: 'Somebody', picture: '', provider: 'password' } as const;
const assertion = { actor: actor('worker'), identity: null };

const KINDS = [
  ['access', tokens.signAccess(access), tokens.verifyAccess, access, ACCESS_TOKEN_SECONDS],
  ['identity', tokens.signIdentity(identity), tokens.verifyIdentity, identity, IDENTITY_TOKEN_SECONDS],
  ['assertion', tokens.signAssertion(assertion), tokens.verifyAssertion, assertion, ASSERTION_SECONDS],
] as const;

/** What only we can know: the key of assertions. */
const KEY = createHmac('sha256', SECRET).update('piecework assertion').digest();

const BAD = { ok: false, reason: 'bad' };
const EXPIRED = { ok: false, reason: 'expired' };

describe('tokens', () => {
  test.each(KINDS)(
    'a token of %s says what was signed, and until when',
    (_kind, token, verify, claims, lifetime) => {
      const exp = Math.floor(clock.now() / 1000) + lifetime;
      expect(verify(token)).toEqual({ ok: true, claims: expect.objectContaining({ ...claims, exp }) });
    },
  );

  test.each(KINDS)('a token of %s passes for no other kind', (kind, token) => {
    const others = KINDS.filter(([other]) => other !== kind);
    expect(others.map(([, , verify]) => verify(token))).toEqual([BAD, BAD]);
  });

  test.each(KINDS)(
    'a token of %s ends with its last second, by the clock that was passed in',
    async (...kind) => {
      const [, , , , lifetime] = kind;
      const later = createManualClock(clock.now());
      const { verifyAccess, verifyIdentity, verifyAssertion } = createTokens({
        clock: later,
        secret: SECRET,
      });
      const verify = { access: verifyAccess, identity: verifyIdentity, assertion: verifyAssertion }[kind[0]];
      await later.advance(lifetime * 1000 - 1);
      expect(verify(kind[1]).ok).toBe(true);
      await later.advance(1);
      expect(verify(kind[1])).toEqual(EXPIRED);
    },
  );

  test('tokens signed under the previous secret are accepted, and say so when they have expired', async () => {
    const later = createManualClock(clock.now());
    const old = createTokens({ clock, secret: OLD_SECRET }).signAccess(access);
    const rotated = createTokens({ clock: later, secret: SECRET, previousSecret: OLD_SECRET });
    expect(tokens.verifyAccess(old)).toEqual(BAD);
    expect(rotated.verifyAccess(old).ok).toBe(true);
    expect(rotated.verifyIdentity(old)).toEqual(BAD);
    await later.advance(ACCESS_TOKEN_SECONDS * 1000);
    expect(rotated.verifyAccess(old)).toEqual(EXPIRED);
  });

  test('new tokens are signed under the new secret', () => {
    const rotated = createTokens({ clock, secret: SECRET, previousSecret: OLD_SECRET });
    expect(tokens.verifyAccess(rotated.signAccess(access)).ok).toBe(true);
  });

  test('an expired token of another secret is bad, not expired', async () => {
    const past = createManualClock(clock.now() - 2 * ACCESS_TOKEN_SECONDS * 1000);
    expect(tokens.verifyAccess(createTokens({ clock: past, secret: OLD_SECRET }).signAccess(access))).toEqual(
      BAD,
    );
  });

  test('nothing forged passes', () => {
    const exp = Math.floor(clock.now() / 1000) + 60;
    const claims = { ...assertion, actor: actor('admin'), exp };
    const [head, body, signature] = tokens.signAssertion(assertion).split('.') as [string, string, string];
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
    expect(tokens.verifyAssertion(jwt.sign(claims, KEY, { algorithm: 'HS256' })).ok).toBe(true);
    for (const [how, token] of Object.entries(forged))
      expect([how, tokens.verifyAssertion(token)]).toEqual([how, BAD]);
  });

  test('an access token carries no role', () => {
    const { claims } = tokens.verifyAccess(tokens.signAccess(access)) as { claims: object };
    expect(Object.keys(claims).sort()).toEqual(['email', 'exp', 'iat', 'uid']);
  });
});
