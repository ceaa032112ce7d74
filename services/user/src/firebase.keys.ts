import type { Clock, Log } from '@piecework/base';
import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

/** Google's published keys for Firebase ID tokens (https://firebase.google.com/docs/auth/admin/verify-id-tokens), as a JWK set. */
export const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com';

/** Milliseconds that one question may take: less than the gateway waits for an answer. */
const TIMEOUT = 5000;
/** Milliseconds between two questions, whatever tokens come: junk with made-up key ids must not become a flood of our own. */
export const COOLDOWN = 30_000;
/** Seconds that keys are kept when the answer names no `max-age`, and at most. */
const LIFE = { unnamed: 600, most: 86_400 };

const keySetSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string().min(1), kty: z.literal('RSA') })).min(1),
});

interface Kept {
  find: JWTVerifyGetKey;
  /** From then on they are asked for again beside the work. */
  renewAt: number;
  /** From then on they count for nothing. */
  until: number;
}

/** Google cannot be asked, and what it said last is too old. */
export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

/** How long an answer holds, in seconds: its `max-age` less the time that it lay in caches on the way. */
export const lifeOf = (headers: Headers): number => {
  const maxAge = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '')?.[1];
  if (maxAge === undefined) return LIFE.unnamed;
  const age = Number(headers.get('age') ?? 0) || 0;
  return Math.min(LIFE.most, Math.max(0, Number(maxAge) - age));
};

/**
 * Keeps Google's keys for as long as they say, and asks anew in the second half of that time, so that an hour without Google is noticed by
 * nobody; at once when a token names a key that is not there, because they rotate.
 */
export const createGoogleKeys = (deps: { url: string; clock: Clock; log: Pick<Log, 'warn'> }) => {
  const { url, clock, log } = deps;
  let kept: Kept | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  /** Whether the last question was in vain. */
  let isAway = false;

  const ask = async (): Promise<void> => {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const find = createLocalJWKSet(keySetSchema.parse(await response.json()));
    const life = lifeOf(response.headers) * 1000;
    const now = clock.now();
    isAway = false;
    kept = { find, renewAt: now + life / 2, until: now + life };
  };

  /** One question at a time, and not too often. Never rejects. */
  const refresh = (): Promise<void> => {
    if (!asking && clock.now() - askedAt >= COOLDOWN) {
      askedAt = clock.now();
      asking = ask()
        .catch((error: unknown) => {
          isAway = true;
          log.warn({ err: error }, "Google's keys cannot be had");
        })
        .finally(() => {
          asking = undefined;
        });
    }
    return asking ?? Promise.resolve();
  };

  const current = async (): Promise<Kept> => {
    const now = clock.now();
    if (kept && now < kept.until) {
      if (now >= kept.renewAt) void refresh();
      return kept;
    }
    await refresh();
    if (!kept || clock.now() >= kept.until) throw new KeysUnavailableError("Google's keys cannot be had");
    return kept;
  };

  const find: JWTVerifyGetKey = async (header, token) => {
    const known = await current();
    try {
      return await known.find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await refresh();
      // A new key that we could not hear of is no lie, and being called one would sign its people out.
      if (isAway) throw new KeysUnavailableError("Google's keys cannot be had");
      return (await current()).find(header, token);
    }
  };
  return find;
};
