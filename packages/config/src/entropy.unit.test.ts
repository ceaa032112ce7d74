import { randomBytes } from 'node:crypto';
import { entropyOf } from './entropy';

describe('the entropy of a secret', () => {
  test.each(['hex', 'base64', 'base64url'] as const)('is high enough for 32 random bytes in %s', (encoding) => {
    const bits = Array.from({ length: 200 }, () => entropyOf(randomBytes(32).toString(encoding)));
    expect(Math.min(...bits)).toBeGreaterThan(150);
  });

  test.each([
    'x'.repeat(100),
    'ab'.repeat(32),
    'deadbeef'.repeat(8),
    'abcdefghijklmnopqrstuvwxyz0123456789',
    '12345678901234567890123456789012',
    'zyxwvutsrqponmlkjihgfedcba9876543210',
    '00000000000000000000000000000000000000000000000000000000deadbeef',
    '',
  ])('is too low for %s', (secret) => {
    expect(entropyOf(secret)).toBeLessThan(128);
  });
});
