import { createHmac } from 'node:crypto';
import type { Role } from '@piecework/contracts';
import jwt from 'jsonwebtoken';
import type { Clock } from './clock';

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
}

/**
 * Access tokens carry no role: it can change while the token lives. Those of people who are not registered yet carry what registering needs
 * to know of their identity.
 */
export type AccessClaims = Pick<IdentityClaims, 'uid' | 'email'> & Partial<IdentityClaims>;

/** Who calls, as the gateway vouches for it towards a service. */
export interface Actor {
  userId: string;
  email: string;
  name: string;
  role: Role;
  /** Counts the changes of role; 0 since registration. */
  roleVersion: number;
}

/** The gateway's word for one request: at most one of the two, none for a stranger. */
export interface Assertion {
  actor: Actor | null;
  identity: IdentityClaims | null;
}

export type Verified<T> = { ok: true; claims: T } | { ok: false; reason: 'bad' | 'expired' };

/** Seconds that tokens live. */
export const ACCESS_TOKEN_SECONDS = 3600;
export const IDENTITY_TOKEN_SECONDS = 3600;
export const ASSERTION_SECONDS = 120;

type Kind = 'access' | 'identity' | 'assertion';

/**
 * Signs and checks the three kinds of token (HS256), each with a key of its own derived from `JWT_SECRET`, so that one kind never passes
 * for another. Tokens signed under the previous secret are still accepted.
 */
export const createTokens = (options: {
  clock: Clock;
  secret: string;
  previousSecret?: string | undefined;
}) => {
  const secrets = [options.secret, ...(options.previousSecret ? [options.previousSecret] : [])];
  const keys = (kind: Kind) =>
    secrets.map((secret) => createHmac('sha256', secret).update(`piecework ${kind}`).digest());
  const keyring: Record<Kind, Buffer[]> = {
    access: keys('access'),
    identity: keys('identity'),
    assertion: keys('assertion'),
  };
  const seconds = () => Math.floor(options.clock.now() / 1000);

  const sign = (kind: Kind, claims: object, lifetime: number) =>
    jwt.sign({ ...claims, iat: seconds(), exp: seconds() + lifetime }, keyring[kind][0] as Buffer, {
      algorithm: 'HS256',
    });

  const verify = <T>(kind: Kind, token: string): Verified<T> => {
    let reason: 'bad' | 'expired' = 'bad';
    for (const key of keyring[kind]) {
      try {
        return {
          ok: true,
          claims: jwt.verify(token, key, {
            algorithms: ['HS256'],
            clockTimestamp: seconds(),
          }) as T,
        };
      } catch (error) {
        if (error instanceof jwt.TokenExpiredError) reason = 'expired';
      }
    }
    return { ok: false, reason };
  };

  return {
    signAccess: (claims: AccessClaims) => sign('access', { ...claims }, ACCESS_TOKEN_SECONDS),
    verifyAccess: (token: string) => verify<AccessClaims & { exp: number }>('access', token),
    signIdentity: (claims: IdentityClaims) => sign('identity', { ...claims }, IDENTITY_TOKEN_SECONDS),
    verifyIdentity: (token: string) => verify<IdentityClaims & { exp: number }>('identity', token),
    signAssertion: (assertion: Assertion) => sign('assertion', { ...assertion }, ASSERTION_SECONDS),
    verifyAssertion: (token: string) => verify<Assertion & { exp: number }>('assertion', token),
  };
};
export type Tokens = ReturnType<typeof createTokens>;
