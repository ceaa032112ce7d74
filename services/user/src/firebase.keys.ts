import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import type { Clock, Log } from '@piecework/base';
import { z } from 'zod';

/** A JWK set (https://firebase.google.com/docs/auth/admin/verify-id-tokens). */
export const GOOGLE_KEYS_URL =
  'https://www.googleapis.com/robot/v1/metadata/jwk/securetoken@system.gserviceaccount.com';

/** Milliseconds; below the gateway's timeout. */
const TIMEOUT = 5000;
/** Milliseconds between requests: tokens with made-up key ids must not flood Google. */
export const COOLDOWN = 30_000;
/** Seconds: default without `max-age`, and upper bound. */
const LIFE = { unnamed: 600, most: 86_400 };

const keySetSchema = z.object({
  keys: z.array(z.looseObject({ kid: z.string().min(1), kty: z.literal('RSA') })).min(1),
});

/** undefined: not published by Google. Rejects with {@link KeysUnavailableError}. */
export type FindKey = (kid: string) => Promise<KeyObject | undefined>;

interface Kept {
  byId: ReadonlyMap<string, KeyObject>;
  renewAt: number;
  until: number;
}

export class KeysUnavailableError extends Error {
  override readonly name = 'KeysUnavailableError';
}

/** Seconds: `max-age` less `age`. */
export const lifeOf = (headers: Headers): number => {
  const maxAge = /(?:^|[\s,])max-age=(\d+)/i.exec(headers.get('cache-control') ?? '')?.[1];
  if (maxAge === undefined) return LIFE.unnamed;
  const age = Number(headers.get('age') ?? 0) || 0;
  return Math.min(LIFE.most, Math.max(0, Number(maxAge) - age));
};

/** Refreshes in the second half of the keys' lifetime, which bridges an outage, and at once for an unknown key id, because keys rotate. */
export const createGoogleKeys = (deps: { url: string; clock: Clock; log: Pick<Log, 'warn'> }) => {
  const { url, clock, log } = deps;
  let kept: Kept | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<void> | undefined;
  let isAway = false;

  const ask = async (): Promise<void> => {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT), redirect: 'error' });
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    const { keys } = keySetSchema.parse(await response.json());
    const byId = new Map(
      keys.map((key) => [key.kid, createPublicKey({ key: key as JsonWebKey, format: 'jwk' })]),
    );
    const life = lifeOf(response.headers) * 1000;
    const now = clock.now();
    isAway = false;
    kept = { byId, renewAt: now + life / 2, until: now + life };
  };

  /** Single-flight and rate-limited. Never rejects. */
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

  const find: FindKey = async (kid) => {
    const known = (await current()).byId.get(kid);
    if (known) return known;
    await refresh();
    // The key may be new: "bad token" would sign its owner out.
    if (isAway) throw new KeysUnavailableError("Google's keys cannot be had");
    return (await current()).byId.get(kid);
  };
  return find;
};
