import { createHash } from 'node:crypto';
import { DAY_MS } from '@piecework/base';
import { LINK_LIFETIME_MS, opens, parseLinkToken, withToken } from './identity.mail-link';

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');

describe('the token of a mailed link', () => {
  it('names the request and carries a secret, of which only the hash is compared', () => {
    const { requestId, hash } = parseLinkToken('request.secret');
    expect([requestId, hash.toString('base64url')]).toEqual(['request', hashOf('secret')]);
    for (const token of ['', '.', 'secret', '.secret']) expect(parseLinkToken(token).requestId).toBe('');
  });

  it('opens a link of its purpose until it expires', () => {
    const link = {
      purpose: 'password-reset' as const,
      tokenHashes: [hashOf('first'), hashOf('second')],
      expiresAt: 1000,
    };
    const { hash } = parseLinkToken('request.second');
    expect(opens(link, 'password-reset', hash, 999)).toBe(true);
    expect(opens(link, 'password-reset', hash, 1000)).toBe(false);
    expect(opens(link, 'email-confirmation', hash, 999)).toBe(false);
    expect(opens(link, 'password-reset', parseLinkToken('request.third').hash, 999)).toBe(false);
    const damaged = { ...link, tokenHashes: ['', 'x', hashOf('second').slice(1)] };
    expect(opens(damaged, 'password-reset', hash, 999)).toBe(false);
    expect(opens({ ...link, tokenHashes: [] }, 'password-reset', hash, 999)).toBe(false);
  });

  it('is one of the newest five', () => {
    expect(withToken([], 'a')).toEqual(['a']);
    expect(withToken(['a', 'b', 'c', 'd', 'e'], 'f')).toEqual(['b', 'c', 'd', 'e', 'f']);
  });

  it('is valid for 30 minutes, or 24 hours', () => {
    expect(LINK_LIFETIME_MS).toEqual({ 'password-reset': 1_800_000, 'email-confirmation': DAY_MS });
  });
});
