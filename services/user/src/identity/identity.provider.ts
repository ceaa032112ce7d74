import type { IdentityClaims } from '@piecework/identity';
import type { InternalCall, OperationHandlers } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';

export type IdentityOperations = Pick<
  OperationHandlers<'user'>,
  | 'signUp'
  | 'signIn'
  | 'refreshIdentity'
  | 'signOut'
  | 'changePassword'
  | 'requestPasswordReset'
  | 'resetPassword'
  | 'requestEmailConfirmation'
  | 'confirmEmail'
  | 'identityMe'
  | 'googlePage'
  | 'googleDecide'
>;

/** Answer of the internal call `verifyIdentity`. `exp` in seconds since 1970. */
export type VerifiedIdentity =
  | { ok: true; claims: IdentityClaims & { exp: number } }
  | { ok: false; reason: 'bad' | 'expired' | 'unavailable' };

export interface IdentityProvider {
  operations: IdentityOperations;
  /** False once the token's session has ended. */
  isSignedIn(identity: IdentityClaims): Promise<boolean>;
  /** Whether the owner of the identity has proved that its email is theirs. */
  hasConfirmedEmail(tx: Transaction, identity: IdentityClaims): Promise<boolean>;
  internal: Readonly<Record<'confirmEmail' | 'setPassword' | 'verifyIdentity', InternalCall>>;
}
