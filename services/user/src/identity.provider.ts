import type { IdentityClaims } from '@piecework/identity';
import type { InternalCall, OperationHandlers } from '@piecework/service-runtime';

/** What the contract has for accounts that are kept here. */
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

/**
 * What the internal call `verifyIdentity` answers the gateway. `unavailable`: whoever could say so cannot be reached.
 * The times are in seconds since 1970.
 */
export type VerifiedIdentity =
  | { ok: true; claims: IdentityClaims & { exp: number } }
  | { ok: false; reason: 'bad' | 'expired' | 'unavailable' };

/** Who proves an email in this installation: one file each, and `index.ts` chooses by `IDENTITY`. */
export interface IdentityProvider {
  operations: IdentityOperations;
  /** Whether the session that an identity token was made in goes on, as far as this installation can know. */
  isSignedIn(identity: IdentityClaims): Promise<boolean>;
  internal: Readonly<Record<'setPassword' | 'verifyIdentity', InternalCall>>;
}
