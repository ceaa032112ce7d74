import { createHash } from 'node:crypto';
import type { Identity } from '@piecework/contracts';
import { IDENTITY_TOKEN_SECONDS, type IdentityClaims } from '@piecework/identity';

/** An embedded account: proof of an email. Whether its person is a user, and which role they have, is the user record's business. */
export interface Account {
  _id: string;
  /** Lower case. */
  email: string;
  displayName: string;
  photoURL: string;
  /** `google`: made through the stand-in for Google's popup, without a password. */
  provider: IdentityClaims['provider'];
  passwordHash: string | null;
  /**
   * Counts the sessions begun, which numbers them. Beginning one writes it, so that it conflicts with a change of password at the same moment: no session that
   * the old password began survives the change.
   */
  sessionsBegun: number;
}

/** One signed-in browser: the family of refresh tokens that replace one another. Only the latest is good. */
export interface Session {
  /** `sid` in tokens and events. Whoever knows it can end the session, and nothing else: continuing it takes the secret. */
  _id: string;
  accountId: string;
  /** Counts the sessions of the account from 1; absent in sessions from before they were counted. */
  number?: number;
  /** SHA-256 of the latest token's secret. */
  secretHash: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** One count of wrong passwords (docs/adr/0032). */
export interface SignInFailures {
  /** Whose guesses: those of an email from one network, those of an email from anywhere, or those of a signed-in account. */
  _id: string;
  /** Whose password, of an account or not. */
  email: string;
  /** The latest, oldest first, in milliseconds since 1970. */
  times: number[];
  /** When none of them counts any more. */
  expiresAt: number;
}

// Wrong passwords

/** At most `limit` wrong guesses in any `windowMs`. */
export interface GuessLimit {
  limit: number;
  windowMs: number;
}

/** Seconds until another guess may be made: until the oldest of the last `limit` failures is older than the window. 0 for at once. */
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

// Refresh tokens

/** Refresh tokens are good for so long; each use begins anew. */
const SESSION_MS = 30 * 24 * 3600 * 1000;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** A refresh token names its session and proves it with a secret that the store knows only by its hash. */
export const refreshTokenOf = (sessionId: string, secret: string): string => `${sessionId}.${secret}`;

export const parseRefreshToken = (token: string): { sessionId: string; secretHash: string } => {
  const [sessionId = '', secret = ''] = token.split('.');
  return { sessionId, secretHash: hashOf(secret) };
};

export const sessionFields = (
  accountId: string,
  secret: string,
  now: number,
): Omit<Session, '_id' | 'number'> => ({
  accountId,
  secretHash: hashOf(secret),
  expiresAt: now + SESSION_MS,
});

/** An older token of the session means that somebody else has it too: whoever of the two calls, the session ends. */
export const isCurrent = (session: Session, secretHash: string, now: number): boolean =>
  session.secretHash === secretHash && session.expiresAt > now;

// What others see

export const claimsOf = (
  account: Account,
  { _id, number = 0 }: Pick<Session, '_id' | 'number'>,
): IdentityClaims => ({
  uid: account._id,
  email: account.email,
  name: account.displayName,
  picture: account.photoURL,
  provider: account.provider,
  session: { sid: _id, number },
});

export const profileOf = (account: Account): Omit<Identity, 'idToken' | 'refreshToken' | 'expiresIn'> => ({
  uid: account._id,
  email: account.email,
  displayName: account.displayName,
  photoURL: account.photoURL,
  // Nobody sends mail in the embedded default, so only the stand-in for Google vouches for an email.
  emailVerified: account.provider === 'google',
});

export const identityOf = (account: Account, idToken: string, refreshToken: string): Identity => ({
  ...profileOf(account),
  idToken,
  refreshToken,
  expiresIn: IDENTITY_TOKEN_SECONDS,
});
