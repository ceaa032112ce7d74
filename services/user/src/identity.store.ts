import { collection, type Document, type IdentityClaims } from '@piecework/service-kit';

/** An embedded account: proof of an email. Whether its person is a user, and which role they have, is the user record's business. */
export interface Account extends Document {
  /** Lower case. */
  email: string;
  displayName: string;
  photoURL: string;
  /** `google`: made through the stand-in for Google's popup, without a password. */
  provider: IdentityClaims['provider'];
  passwordHash: string | null;
  /**
   * Counts the sessions begun. Beginning one writes it, so that it conflicts with a change of password at the same moment: no session that
   * the old password began survives the change.
   */
  sessionsBegun: number;
}

export const accounts = collection<Account>('accounts', [
  { key: { email: 1 }, unique: true },
  { key: { provider: 1, email: 1 } },
]);

/** One signed-in browser: the family of refresh tokens that replace one another. Only the latest is good. */
export interface Session extends Document {
  accountId: string;
  /** SHA-256 of the latest token's secret. */
  secretHash: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export const sessions = collection<Session>('sessions', [
  { key: { accountId: 1 } },
  { key: { expiresAt: 1 } },
]);

/** Failed sign-ins of one email, known or not. */
export interface SignInFailures extends Document {
  /** The latest, oldest first, in milliseconds since 1970. */
  times: number[];
  /** When none of them counts any more. */
  expiresAt: number;
}

export const signInFailures = collection<SignInFailures>('sign-in-failures', [{ key: { expiresAt: 1 } }]);
