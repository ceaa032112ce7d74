import { createSecretKey } from 'node:crypto';
import type { Clock } from '@piecework/base';
import jwt from 'jsonwebtoken';

export type Verified<T> = { ok: true; claims: T } | { ok: false; reason: 'bad' | 'expired' };

/** HS256 tokens. The first key signs, every key verifies; `audience` sets and requires `aud`. */
export const createSigner = (options: {
  clock: Clock;
  keys: readonly Buffer[];
  lifetime: number;
  audience?: string;
}) => {
  const { clock, lifetime, audience } = options;
  // For each call with a buffer, jsonwebtoken first fails to parse it as a key pair.
  const keys = options.keys.map((key) => createSecretKey(key));
  const seconds = () => Math.floor(clock.now() / 1000);
  return {
    sign: (claims: object): string => {
      const [key] = keys;
      if (!key) throw new Error('This program has no key to sign with');
      return jwt.sign({ ...claims, iat: seconds(), exp: seconds() + lifetime }, key, {
        algorithm: 'HS256',
        ...(audience !== undefined && { audience }),
      });
    },
    verify: <T>(token: string): Verified<T> => {
      let reason: 'bad' | 'expired' = 'bad';
      for (const key of keys) {
        try {
          const claims = jwt.verify(token, key, {
            algorithms: ['HS256'],
            clockTimestamp: seconds(),
            ...(audience !== undefined && { audience }),
          });
          return { ok: true, claims: claims as T };
        } catch (error) {
          if (error instanceof jwt.TokenExpiredError) reason = 'expired';
        }
      }
      return { ok: false, reason };
    },
  };
};
