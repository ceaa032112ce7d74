import { createHmac } from 'node:crypto';
import { createManualClock } from '@piecework/base/testing';
import { deriveServiceKeys } from '@piecework/config';
import { SERVICES, type ServiceName } from '@piecework/contracts';
import jwt from 'jsonwebtoken';
import { actor } from '../testing';
import { ASSERTION_SECONDS, createAssertions } from './assertions';
import { createTokens } from './tokens';

const SECRET = 'the secret of today, long enough for all';
const clock = createManualClock();
const keys = deriveServiceKeys(SECRET);
const gateway = createAssertions({ clock, keys });

const assertion = { actor: actor('worker'), identity: null };
const BAD = { ok: false, reason: 'bad' };
const othersThan = (service: ServiceName) => SERVICES.filter((name) => name !== service);

describe.each(SERVICES)('assertions for %s', (service) => {
  const own = createAssertions({ clock, keys: { [service]: keys[service] } });
  const signed = { assertion: gateway.sign(service, assertion), internal: gateway.signInternal(service, 'gateway') };

  test('are verified with its key only', () => {
    expect(own.verify(service, signed.assertion)).toMatchObject({ ok: true, claims: assertion });
    expect(own.verifyInternal(service, signed.internal)).toMatchObject({
      ok: true,
      claims: { iss: 'gateway', aud: service },
    });
  });

  test('are refused by every other service, also with the same key', () => {
    for (const other of othersThan(service)) {
      const sharing = createAssertions({ clock, keys: { [other]: keys[service] } });
      for (const verifier of [gateway, sharing]) {
        expect([other, verifier.verify(other, signed.assertion)]).toEqual([other, BAD]);
        expect([other, verifier.verifyInternal(other, signed.internal)]).toEqual([other, BAD]);
      }
    }
  });

  test('are refused as another kind of token', () => {
    const admin = gateway.sign(service, { actor: actor('admin'), identity: null });
    expect(own.verifyInternal(service, admin)).toEqual(BAD);
    expect(own.verify(service, signed.internal)).toEqual(BAD);
    const tokens = createTokens({ clock, secret: SECRET });
    expect([tokens.verifyAccess(admin), tokens.verifyIdentity(admin)]).toEqual([BAD, BAD]);
  });

  test('cannot be signed with the keys of other services', () => {
    const { [service]: _, ...rest } = keys;
    const others = createAssertions({ clock, keys: rest });
    expect(() => others.sign(service, assertion)).toThrow('has no key');
    expect(() => others.signInternal(service, 'tools')).toThrow('has no key');
    for (const other of othersThan(service)) expect(own.verify(service, others.sign(other, assertion))).toEqual(BAD);
  });

  test('are no tokens of browsers', () => {
    const [key = ''] = keys[service];
    const tokens = createTokens({ clock, secret: SECRET });
    const forged = createTokens({ clock, secret: key }).signAccess({ uid: 'u', email: 'e@example.com' });
    expect(tokens.verifyAccess(forged)).toEqual(BAD);
  });
});

describe('an assertion', () => {
  const KEY = createHmac('sha256', keys.wallet[0] as string)
    .update('piecework assertion')
    .digest();

  test('expires with its last second', async () => {
    const later = createManualClock(clock.now());
    const wallet = createAssertions({ clock: later, keys });
    const signed = gateway.sign('wallet', assertion);
    await later.advance(ASSERTION_SECONDS * 1000 - 1);
    expect(wallet.verify('wallet', signed).ok).toBe(true);
    await later.advance(1);
    expect(wallet.verify('wallet', signed)).toEqual({ ok: false, reason: 'expired' });
  });

  test('is verified with every key of its service and signed with the first', () => {
    const [old = '', next = ''] = [keys.wallet[0], 'f'.repeat(64)];
    const rotated = createAssertions({ clock, keys: { wallet: [next, old] } });
    const done = createAssertions({ clock, keys: { wallet: [next] } });
    const signed = rotated.sign('wallet', assertion);
    expect(rotated.verify('wallet', gateway.sign('wallet', assertion)).ok).toBe(true);
    expect(done.verify('wallet', signed).ok).toBe(true);
    expect(done.verify('wallet', gateway.sign('wallet', assertion))).toEqual(BAD);
  });

  test('cannot be forged', () => {
    const exp = Math.floor(clock.now() / 1000) + 60;
    const claims = { ...assertion, actor: actor('admin'), aud: 'wallet', exp };
    const [head, body, signature] = gateway.sign('wallet', assertion).split('.') as [string, string, string];
    const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
    const { aud: _, ...without } = claims;
    const forged = {
      'no signature': jwt.sign(claims, '', { algorithm: 'none' }),
      'signature left out': `${head}.${body}.`,
      'other claims under it': `${head}.${changed}.${signature}`,
      'the key itself': jwt.sign(claims, keys.wallet[0] as string, { algorithm: 'HS256' }),
      'another algorithm under the right key': jwt.sign(claims, KEY, { algorithm: 'HS512' }),
      'no audience under the right key': jwt.sign(without, KEY, { algorithm: 'HS256' }),
      'no token': 'a.b.c',
      nothing: '',
    };
    expect(gateway.verify('wallet', jwt.sign(claims, KEY, { algorithm: 'HS256' })).ok).toBe(true);
    for (const [how, token] of Object.entries(forged))
      expect([how, gateway.verify('wallet', token)]).toEqual([how, BAD]);
  });
});
