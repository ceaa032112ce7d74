import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Clock, Log } from '@piecework/base';
import { GATEWAY_TIMEOUT_MS } from '@piecework/contracts';
import { z } from 'zod';

/** A JWK set (https://firebase.google.com/docs/auth/admin/verify-id-tokens). */
export const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com';

const TIMEOUT_MS = GATEWAY_TIMEOUT_MS / 2;
/** Milliseconds between requests: tokens with invalid key ids must not flood Google. */
export const COOLDOWN = 30_000;
/** Seconds: default without `max-age`, and upper bound. */
const LIFETIME = { default: 600, max: 86_400 };

const keySetSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string().min(1), kty: z.literal('RSA') })).min(1),
});

/** undefined: not published by Google. Rejects with {@link KeysUnavailableError}. */
export type FindKey = (kid: string) => Promise<KeyObject | undefined>;

interface CachedKeys {
  byId: ReadonlyMap<string, KeyObject>;
  renewAt: number;
  expiresAt: number;
}

export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

/** Seconds: `max-age` less `age`. */
const lifetimeOf = (headers: Headers): number => {
  const maxAge = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '')?.[1];
  if (maxAge === undefined) return LIFETIME.default;
  const age = Number(headers.get('age') ?? 0) || 0;
  return Math.min(LIFETIME.max, Math.max(0, Number(maxAge) - age));
};

/** Refreshes in the second half of the keys' lifetime, to bridge an outage, and immediately for an unknown key id, because keys rotate. */
export const createGoogleKeys = (deps: { url: string; clock: Clock; log: Pick<Log, 'warn'> }) => {
  const { url, clock, log } = deps;
  let cached: CachedKeys | undefined;
  let lastFetchAt = Number.NEGATIVE_INFINITY;
  let fetching: Promise<void> | undefined;
  let isUnreachable = false;

  const fetchKeys = async (): Promise<void> => {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'error' });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const { keys } = keySetSchema.parse(await response.json());
    const byId = new Map(keys.map((key) => [key.kid, createPublicKey({ key: key as JsonWebKey, format: 'jwk' })]));
    const lifetime = lifetimeOf(response.headers) * 1000;
    const now = clock.now();
    isUnreachable = false;
    cached = { byId, renewAt: now + lifetime / 2, expiresAt: now + lifetime };
  };

  /** Single-flight and rate-limited. Never rejects. */
  const refresh = (): Promise<void> => {
    if (!fetching && clock.now() - lastFetchAt >= COOLDOWN) {
      lastFetchAt = clock.now();
      fetching = fetchKeys()
        .catch((error: unknown) => {
          isUnreachable = true;
          log.warn({ err: error }, "Google's keys cannot be fetched");
        })
        .finally(() => {
          fetching = undefined;
        });
    }
    return fetching ?? Promise.resolve();
  };

  const current = async (): Promise<CachedKeys> => {
    const now = clock.now();
    if (cached && now < cached.expiresAt) {
      if (now >= cached.renewAt) void refresh();
      return cached;
    }
    await refresh();
    if (!cached || clock.now() >= cached.expiresAt) throw new KeysUnavailableError("Google's keys cannot be fetched");
    return cached;
  };

  const find: FindKey = async (kid) => {
    const cachedKey = (await current()).byId.get(kid);
    if (cachedKey) return cachedKey;
    await refresh();
    // The key may be new: "bad token" would sign its owner out.
    if (isUnreachable) throw new KeysUnavailableError("Google's keys cannot be fetched");
    return (await current()).byId.get(kid);
  };
  return find;
};
