import { createHash, timingSafeEqual } from 'node:crypto';

const PREFIX = 'pw_';
const FORM = /^pw_([0-9a-hjkmnp-tv-z]{26})_[\w-]{43}$/;
const HASH_BYTES = 32;
/** Compared when there is no key, so that the answer takes as long. */
const NO_HASH = Buffer.alloc(HASH_BYTES);

/** Whether a bearer token is meant as an API key: tokens of other kinds begin otherwise. */
export const looksLikeApiKey = (token: string): boolean => token.startsWith(PREFIX);

/** @param secret of `Ids.secret`: with 256 random bits a hash needs no salt and no cost (docs/adr/0064) */
export const apiKeyOf = (keyId: string, secret: string): string => `${PREFIX}${keyId}_${secret}`;

/** What a list shows of a key. */
export const apiKeyMask = (keyId: string): string => `${PREFIX}${keyId}_…`;

/** SHA-256 of the whole key, base64url. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** null: no key of ours. */
export const apiKeyIdOf = (key: string): string | null => FORM.exec(key)?.[1] ?? null;

/** In constant time, whether or not there is a key. */
export const isApiKey = (key: string, storedHash: string | undefined): boolean => {
  const stored = storedHash === undefined ? NO_HASH : Buffer.from(storedHash, 'base64url');
  if (stored.length !== HASH_BYTES) return false;
  const isSame = timingSafeEqual(stored, createHash('sha256').update(key).digest());
  return isSame && storedHash !== undefined;
};
