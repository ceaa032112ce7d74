import { createHmac } from 'node:crypto';
import type { Clock } from '@piecework/base';
import { createSigner, type Verified } from './signer';

export interface SessionClaim {
  sid: string;
  /** Position among the account's sessions, from 1. */
  number: number;
}

export interface IdentityClaims {
  uid: string;
  email: string;
  name: string;
  picture: string;
  provider: 'password' | 'google';
  /** `false` when the provider (Firebase) accepts unverified emails; absent when the provider verifies them itself. */
  emailVerified?: boolean;
  /** Absent in tokens of an external provider. */
  session?: SessionClaim;
}

/** No role: it can change within the token's lifetime. Unregistered users carry their full identity claims for registration. */
export type AccessClaims = Pick<IdentityClaims, 'uid' | 'email'> &
  Partial<IdentityClaims> & {
    /** When the session last gave a second factor, in milliseconds since 1970. Absent: never. */
    factorAt?: number;
  };

export const ACCESS_TOKEN_SECONDS = 3600;
export const IDENTITY_TOKEN_SECONDS = 3600;

/** Each kind has a key derived from `JWT_SECRET`. Without a secret signing throws and no token verifies. `previousSecret` only verifies. */
export const createTokens = (options: {
  clock: Clock;
  secret: string | undefined;
  previousSecret?: string | undefined;
}) => {
  const { clock, secret, previousSecret } = options;
  const signerOf = (kind: 'access' | 'identity', lifetime: number) =>
    createSigner({
      clock,
      keys: [secret, secret && previousSecret]
        .filter((one): one is string => Boolean(one))
        .map((one) => createHmac('sha256', one).update(`piecework ${kind}`).digest()),
      lifetime,
    });
  const access = signerOf('access', ACCESS_TOKEN_SECONDS);
  const identity = signerOf('identity', IDENTITY_TOKEN_SECONDS);

  return {
    signAccess: (claims: AccessClaims): string => access.sign(claims),
    verifyAccess: (token: string): Verified<AccessClaims & { exp: number }> => access.verify(token),
    signIdentity: (claims: IdentityClaims): string => identity.sign(claims),
    verifyIdentity: (token: string): Verified<IdentityClaims & { exp: number }> => identity.verify(token),
  };
};
export type Tokens = ReturnType<typeof createTokens>;
