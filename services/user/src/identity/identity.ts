import { createHash } from 'node:crypto';
import { DAY_MS } from '@piecework/base';
import type { Identity } from '@piecework/contracts';
import { IDENTITY_TOKEN_SECONDS, type IdentityClaims } from '@piecework/identity';

/** Proves an email; user and role are in the user record. */
export interface Account {
  _id: string;
  email: string;
  displayName: string;
  photoURL: string;
  provider: IdentityClaims['provider'];
  passwordHash: string | null;
  /** By a mailed link. Absent: not confirmed. */
  emailConfirmed?: true;
  /** Incremented per sign-in, which thereby conflicts with a concurrent password change: no session of the old password survives. */
  sessionsBegun: number;
}

/** From where an account has signed in. */
export interface SignInPlace {
  /** `{accountId} {keyed hash of browser and network}` */
  _id: string;
  expiresAt: number;
}

/** A family of refresh tokens; only the latest is valid. */
export interface Session {
  /** `sid` in tokens and events. Not a secret: it can end the session, not continue it. */
  _id: string;
  accountId: string;
  /** From 1, by account. */
  number: number;
  secretHash: string;
  expiresAt: number;
  /** Unknown to older records, as `seenAt`. */
  browser?: string;
  system?: string;
  /** Of the sign-in or the last renewal. */
  seenAt?: number;
  /** When it last gave a second factor, in milliseconds since 1970; absent: never. */
  factorAt?: number;
}

export interface SignInFailures {
  /** Counter key: email and network, email, or account. */
  _id: string;
  /** Whose new password forgets the count. */
  email: string;
  /** Oldest first, in milliseconds since 1970. */
  times: number[];
  expiresAt: number;
}

export interface GuessLimit {
  limit: number;
  windowMs: number;
}

/** Seconds; 0 below the limit. */
export const secondsUntilGuess = (
  failures: Pick<SignInFailures, 'times'> | null,
  { limit, windowMs }: GuessLimit,
  now: number,
): number => {
  const recent = (failures?.times ?? []).filter((time) => time > now - windowMs);
  const oldest = recent.at(-limit);
  return oldest === undefined ? 0 : Math.ceil((oldest + windowMs - now) / 1000);
};

export const withFailure = (
  failures: Pick<SignInFailures, 'times'> | null,
  { limit, windowMs }: GuessLimit,
  now: number,
): Pick<SignInFailures, 'times' | 'expiresAt'> => ({
  times: [...(failures?.times ?? []), now].slice(-limit),
  expiresAt: now + windowMs,
});

/** P-1.14: from sign-in or the last renewal. */
const SESSION_MS = 30 * DAY_MS;
/** After the last sign-in from there (P-1.29). */
export const PLACE_MS = 30 * DAY_MS;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export const refreshTokenOf = (sessionId: string, secret: string): string => `${sessionId}.${secret}`;

export const parseRefreshToken = (token: string): { sessionId: string; secretHash: string } => {
  const [sessionId = '', secret = ''] = token.split('.');
  return { sessionId, secretHash: hashOf(secret) };
};

export const sessionFields = (accountId: string, secret: string, now: number): Omit<Session, '_id' | 'number'> => ({
  accountId,
  seenAt: now,
  secretHash: hashOf(secret),
  expiresAt: now + SESSION_MS,
});

/** Use of an outdated token means that it was copied: it ends the session. */
export const isCurrent = (session: Session, secretHash: string, now: number): boolean =>
  session.secretHash === secretHash && session.expiresAt > now;

export const claimsOf = (account: Account, { _id, number }: Pick<Session, '_id' | 'number'>): IdentityClaims => ({
  uid: account._id,
  email: account.email,
  name: account.displayName,
  picture: account.photoURL,
  provider: account.provider,
  session: { sid: _id, number },
});

/** The stand-in for Google verifies emails. */
export const isConfirmed = ({ provider, emailConfirmed }: Pick<Account, 'provider' | 'emailConfirmed'>) =>
  provider === 'google' || emailConfirmed === true;

export const profileOf = (account: Account): Omit<Identity, 'idToken' | 'refreshToken' | 'expiresIn'> => ({
  uid: account._id,
  email: account.email,
  displayName: account.displayName,
  photoURL: account.photoURL,
  emailVerified: isConfirmed(account),
});

export const identityOf = (account: Account, idToken: string, refreshToken: string): Identity => ({
  ...profileOf(account),
  idToken,
  refreshToken,
  expiresIn: IDENTITY_TOKEN_SECONDS,
});
