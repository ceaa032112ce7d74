import { createHmac } from 'node:crypto';
import type { Clock } from '@piecework/base';
import type { Role } from '@piecework/contracts';
import { createSigner, type Verified } from './signer';

/** The session of an embedded account that a token was made in (docs/adr/0033). */
export interface SessionClaim {
  sid: string;
  /** Counts the sessions of the account from 1; 0 for a session from before they were counted. */
  number: number;
}

/** What an identity token proves: an email, and what its provider knows of the person. */
export interface IdentityClaims {
  uid: string;
  email: string;
  name: string;
  picture: string;
  provider: 'password' | 'google';
  /**
   * Only of providers that also let in people whose email nobody has checked (Firebase): `false` is their word alone. Absent, the provider
   * itself keeps an email to one account.
   */
  emailVerified?: boolean;
  /** Absent in tokens of an identity provider elsewhere, and in those that a release without session ids signed. */
  session?: SessionClaim;
}

/**
 * Access tokens carry no role: it can change while the token lives. Those of people who are not registered yet carry what registering needs
 * to know of their identity.
 */
export type AccessClaims = Pick<IdentityClaims, 'uid' | 'email'> & Partial<IdentityClaims>;

/** The caller, as asserted by the gateway. */
export interface Actor {
  userId: string;
  email: string;
  name: string;
  role: Role;
  /** Counts the changes of role; 0 since registration. */
  roleVersion: number;
}

/** Seconds that tokens live. */
export const ACCESS_TOKEN_SECONDS = 3600;
export const IDENTITY_TOKEN_SECONDS = 3600;

type Kind = 'access' | 'identity';

/**
 * Signs and verifies the tokens that browsers hold, each kind with a key of its own derived from `JWT_SECRET`, so that one never passes for
 * the other. Tokens signed under the previous secret are still accepted. Without a secret, signing throws and no token is good.
 */
export const createTokens = (options: {
  clock: Clock;
  secret: string | undefined;
  previousSecret?: string | undefined;
}) => {
  const { clock, secret, previousSecret } = options;
  const signerOf = (kind: Kind, lifetime: number) =>
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
