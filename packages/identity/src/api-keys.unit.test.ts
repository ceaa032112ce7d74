import { createIds } from '@piecework/base';
import { apiKeyIdOf, apiKeyMask, apiKeyOf, hashApiKey, isApiKey, looksLikeApiKey } from './api-keys';

const ids = createIds();
const keyId = ids.next();
const key = apiKeyOf(keyId, ids.secret());

test('a key names its id, and only its own hash is that of the key', () => {
  expect(looksLikeApiKey(key)).toBe(true);
  expect(apiKeyIdOf(key)).toBe(keyId);
  expect(isApiKey(key, hashApiKey(key))).toBe(true);
  expect(isApiKey(apiKeyOf(keyId, ids.secret()), hashApiKey(key))).toBe(false);
  expect(isApiKey(key, undefined)).toBe(false);
  expect(isApiKey(key, 'short')).toBe(false);
});

test('the mask has no character of the secret', () => {
  expect(apiKeyMask(keyId)).toBe(`pw_${keyId}_…`);
  expect(hashApiKey(key)).toMatch(/^[\w-]{43}$/);
});

test.each(['', 'pw_', 'pw__', `pw_${keyId}`, `${key}x`, key.slice(0, -1), key.toUpperCase(), ` ${key}`])(
  'no key: %j',
  (text) => {
    expect(apiKeyIdOf(text)).toBeNull();
  },
);
