import type { IdentityClaims } from '@piecework/identity';
import type { InternalCall, OperationHandlers } from '@piecework/service-runtime';

export type IdentityOperations = Pick<
  OperationHandlers<'user'>,
  | 'signUp'
  | 'signIn'
  | 'refreshIdentity'
  | 'signOut'
  | 'changePassword'
  | 'identityMe'
  | 'googlePage'
  | 'googleDecide'
>;

/** The answer of the internal call `verifyIdentity`. Times are in seconds since 1970. */
export type VerifiedIdentity =
  | { ok: true; claims: IdentityClaims & { exp: number } }
  | { ok: false; reason: 'bad' | 'expired' | 'unavailable' };

/** The port of an identity provider; `index.ts` chooses the adapter by `IDENTITY`. */
export interface IdentityProvider {
  operations: IdentityOperations;
  /** False once the session in which the token was issued has ended. */
  isSignedIn(identity: IdentityClaims): Promise<boolean>;
  internal: Readonly<Record<'setPassword' | 'verifyIdentity', InternalCall>>;
}
