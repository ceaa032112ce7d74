import type { IdentityClaims } from '@piecework/identity';
import type { InternalCall, OperationHandler } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';

export const IDENTITY_OPERATIONS = [
  ...(['signUp', 'signIn', 'refreshIdentity', 'signOut', 'changePassword', 'identityMe'] as const),
  ...(['requestPasswordReset', 'resetPassword', 'requestEmailConfirmation', 'confirmEmail'] as const),
  ...(['googlePage', 'googleDecide', 'listSessions', 'endOtherSessions', 'endSession'] as const),
];

/** Answer of the internal call `verifyIdentity`. `exp` in seconds since 1970. */
export type VerifiedIdentity =
  | { ok: true; claims: IdentityClaims & { exp: number } }
  | { ok: false; reason: 'bad' | 'expired' | 'unavailable' };

export interface IdentityProvider {
  operations: Record<(typeof IDENTITY_OPERATIONS)[number], OperationHandler>;
  /** False once the token's session has ended. */
  isSignedIn(identity: IdentityClaims): Promise<boolean>;
  /** Whether the owner of the identity has proved that its email is theirs. */
  hasConfirmedEmail(tx: Transaction, identity: IdentityClaims): Promise<boolean>;
  internal: Readonly<Record<'confirmEmail' | 'setPassword' | 'verifyIdentity', InternalCall>>;
}
