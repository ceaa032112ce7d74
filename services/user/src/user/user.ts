import { isoTime } from '@piecework/base';
import {
  type EmittedData,
  PROFILE_PICTURE,
  type PublicUser,
  type Role,
  type SignUpRole,
  schemas,
  searchKey,
  type User,
  type WaitingGrant as WaitingGrantView,
} from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { IdentityClaims } from '@piecework/identity';
import type { ApiKeyRecord } from '../api-key/api-key';
import type { Closing } from '../closing/closing';
import { mailboxOf, startingCoins, type WaitingGrant } from '../grant/grant';
import { type ActiveSuspension, ownView, type Suspension, suspendedView } from '../suspension/suspension';

export interface UserRecord {
  _id: string;
  /** Lower case. Reserved after the account is closed. */
  email: string;
  name: string;
  photoURL: string;
  role: Role;
  /** Incremented by role changes and by closing. */
  roleVersion: number;
  /** The `roleVersion` of the change in progress. */
  changing?: number;
  closed: boolean;
  /** Copy of the wallet's balance; version -1 before the first event. */
  coins: number;
  coinVersion: number;
  /** Incremented by each action as an admin, which conflicts with a role change of that admin: two admins cannot demote each other. */
  conflictCounter: number;
  /** Changes of role and the closing since the admin trail exists (I19); absent: none. */
  adminChanges?: number;
  /** Notes by admins, also deleted ones (I19); absent: none. */
  notes?: number;
  /** {@link mailboxOf} the email; absent in older records. */
  mailbox?: string;
  /** Incremented by each change of name or picture; absent: none. */
  profileVersion?: number;
  /** `user.email-confirmed` was emitted; absent: it was not. */
  emailConfirmed?: true;
  /** Absent: none, as of a client that does not ask. */
  acceptedTerms?: { version: string; at: number };
  /** Until `user.grant-released`; absent: the wallet has granted the starting coins at the registration. */
  waitingGrant?: WaitingGrant;
  /** The admin. Absent: none had to. */
  grantReleasedBy?: string;
  /** The person closes the account; absent: it stays. */
  closing?: Closing;
  /** The next check whether anything is due, in milliseconds since 1970; only with `closing`. */
  closingCheckAt?: number;
  /** Checks of this and of earlier closings; absent: none. */
  closingChecks?: number;
  /** The active one (`suspension.store.ts` has its texts); absent: none. */
  suspension?: ActiveSuspension;
  /** Incremented by each suspension and by each end of one; absent: none. */
  suspensionVersion?: number;
  /** Oldest first; absent: none. */
  apiKeys?: readonly ApiKeyRecord[];
  /** Identity that registered or last proved the email. Absent in older records. */
  identityUid?: string;
  search: string;
}

export const emailOf = (identity: Pick<IdentityClaims, 'email'>): string => identity.email.trim().toLowerCase();

export const nameOf = ({ name }: IdentityClaims): string | undefined => schemas.userName.safeParse(name).data;
export const photoOf = ({ picture }: IdentityClaims): string =>
  schemas.imageUrl(PROFILE_PICTURE).safeParse(picture).data ?? '';

const searchText = (name: string, email: string): string => searchKey(`${name}\n${email}`);

/** A verified email, or the identity that registered: Firebase creates accounts for unverified emails (docs/adr/0027). */
export const isOwner = (
  { identityUid }: Pick<UserRecord, 'identityUid'>,
  { uid, emailVerified }: Pick<IdentityClaims, 'uid' | 'emailVerified'>,
): boolean => emailVerified !== false || identityUid === uid;

export const takesOver = (
  { identityUid }: Pick<UserRecord, 'identityUid'>,
  { uid, emailVerified }: Pick<IdentityClaims, 'uid' | 'emailVerified'>,
): boolean => emailVerified === true && identityUid !== uid;

interface Registration {
  userId: string;
  email: string;
  userName: string;
  userPhotoURL: string;
  role: SignUpRole;
}

export const newUser = (
  { userId, email, userName, userPhotoURL, role }: Registration,
  { uid }: Pick<IdentityClaims, 'uid'>,
): UserRecord => ({
  _id: userId,
  identityUid: uid,
  email,
  name: userName,
  photoURL: userPhotoURL,
  role,
  roleVersion: 0,
  closed: false,
  coins: 0,
  coinVersion: -1,
  conflictCounter: 0,
  mailbox: mailboxOf(email),
  search: searchText(userName, email),
});

/** P-1.2, P-1.3. */
export const signUpRole = (provider: IdentityClaims['provider'], wanted: SignUpRole | undefined): SignUpRole =>
  provider === 'google' ? 'worker' : (wanted ?? 'worker');

export const decideRegistration = (
  existing: UserRecord | null,
  registration: Registration,
  identity: Pick<IdentityClaims, 'uid' | 'emailVerified'>,
): UserRecord | 'exists' | Failure<'account-closed' | 'email-not-verified'> => {
  if (!existing) return newUser(registration, identity);
  if (existing.closed) return fail('account-closed');
  return isOwner(existing, identity) ? 'exists' : fail('email-not-verified');
};

type ProfileChanges = Pick<UserRecord, 'name' | 'photoURL' | 'search'> & { profileVersion: number };

/** null when nothing changes. */
export const changeProfile = (
  user: UserRecord | null,
  { userName = user?.name, userPhotoURL = user?.photoURL }: { userName?: string; userPhotoURL?: string },
): ProfileChanges | null | Failure<'unauthenticated'> => {
  if (!user || user.closed) return fail('unauthenticated');
  const { name, photoURL, email, profileVersion = 0 } = user;
  const after = { name: userName ?? name, photoURL: userPhotoURL ?? photoURL };
  if (after.name === name && after.photoURL === photoURL) return null;
  return { ...after, search: searchText(after.name, email), profileVersion: profileVersion + 1 };
};

/** null: no user record. `operator`: a command of the installation. */
export type Authority = UserRecord | null | 'operator';

export interface Begun {
  before: UserRecord;
  after: UserRecord;
  /** The person has closed the account. */
  isOwn?: true;
}
export type Refusal = Failure<
  'unauthenticated' | 'account-suspended' | 'forbidden' | 'not-found' | 'own-role' | 'own-account'
>;
export type ChangeDecision = Refusal | 'absorbed' | 'underway' | Begun;

export const refuseAuthority = (
  authority: Authority,
): Failure<'unauthenticated' | 'account-suspended' | 'forbidden'> | null => {
  if (authority === 'operator') return null;
  if (!authority || authority.closed) return fail('unauthenticated');
  if (authority.suspension) return fail('account-suspended');
  return authority.role === 'admin' ? null : fail('forbidden');
};

const isOneself = (authority: Authority, target: UserRecord): boolean =>
  authority !== 'operator' && authority?._id === target._id;

export const begin = (before: UserRecord, change: Partial<UserRecord>): Begun => {
  const roleVersion = before.roleVersion + 1;
  return { before, after: { ...before, ...change, roleVersion, changing: roleVersion } };
};

/** Accepts the current role from any caller: the reference client sends it together with coins (P-7.1, P-8.8). */
export const decideRoleChange = (authority: Authority, target: UserRecord | null, to: Role): ChangeDecision => {
  if (!target || target.closed) return fail('not-found');
  if (target.role === to) return 'absorbed';
  const refused = refuseAuthority(authority);
  if (refused) return refused;
  // The acting admin stays one, so at least one admin remains.
  if (isOneself(authority, target)) return fail('own-role');
  return target.changing === undefined ? begin(target, { role: to }) : 'underway';
};

export const decideClosing = (authority: Authority, target: UserRecord | null): ChangeDecision => {
  const refused = refuseAuthority(authority);
  if (refused) return refused;
  if (!target || target.closed) return 'absorbed';
  if (isOneself(authority, target)) return fail('own-account');
  return target.changing === undefined ? begin(target, { closed: true }) : 'underway';
};

export const roleChanged = ({ before, after }: Begun): EmittedData<'user.role-changed'> => ({
  userId: after._id,
  from: before.role,
  to: after.role,
  roleVersion: after.roleVersion,
});

export const accountClosed = ({ after, isOwn }: Begun): EmittedData<'user.closed'> => ({
  userId: after._id,
  email: after.email,
  role: after.role,
  roleVersion: after.roleVersion,
  ...(isOwn && { isOwn }),
});

export const fullUser = (user: UserRecord): User => ({
  _id: user._id,
  userName: user.name,
  userEmail: user.email,
  userPhotoURL: user.photoURL,
  userRole: user.role,
  userAvailableCoin: user.coins,
  ...(user.suspension && { suspension: suspendedView(user.suspension) }),
});

/** @param suspension the active one */
export const ownRecord = (user: UserRecord, suspension: Suspension | null): User => ({
  ...fullUser(user),
  ...(suspension && { suspension: ownView(suspension) }),
  ...(user.emailConfirmed && { emailConfirmed: true }),
  ...(user.acceptedTerms && { termsVersion: user.acceptedTerms.version }),
  ...(user.waitingGrant && { grantWaits: user.waitingGrant.for }),
  ...(user.closing && { closesAt: isoTime(user.closing.closesAt) }),
});

/** Grants that wait for an admin. */
export const waitingGrantsOf = (found: readonly UserRecord[]): WaitingGrantView[] =>
  found.flatMap(({ waitingGrant, ...user }) =>
    waitingGrant?.for === 'admin'
      ? {
          userId: user._id,
          userName: user.name,
          userEmail: user.email,
          userRole: user.role,
          emailConfirmed: user.emailConfirmed ?? false,
          coins: startingCoins(user),
          reason: waitingGrant.check,
          network: waitingGrant.network,
          since: isoTime(waitingGrant.at),
        }
      : [],
  );

export const publicUser = (user: UserRecord): PublicUser => ({
  userName: user.name,
  userPhotoURL: user.photoURL,
  userRole: user.role,
});

const earner = (user: UserRecord): PublicUser => ({
  _id: user._id,
  ...publicUser(user),
  userAvailableCoin: user.coins,
});

/** Without emails. The caller comes last unless among the top: the reference client finds itself by email and sorts the workers by coins. */
export const earnersAndOneself = (top: readonly UserRecord[], oneself: UserRecord | null): (User | PublicUser)[] => {
  const rows = top.map((user) => (user._id === oneself?._id ? fullUser(user) : earner(user)));
  const isListed = top.some((user) => user._id === oneself?._id);
  return oneself && !oneself.closed && !isListed ? [...rows, fullUser(oneself)] : rows;
};

/** The reference client finds a submission's worker by email; balances stay private. */
export const withSubmitters = (
  rows: readonly (User | PublicUser)[],
  submitters: readonly UserRecord[],
): (User | PublicUser)[] => {
  const emails = new Map(submitters.map(({ _id, email }) => [_id, email]));
  const listed = new Set(rows.map(({ _id }) => _id));
  return [
    ...rows.map((row) => ({ ...row, userEmail: row.userEmail ?? emails.get(row._id ?? '') })),
    ...submitters
      .filter(({ _id }) => !listed.has(_id))
      .map((user) => ({ _id: user._id, userEmail: user.email, ...publicUser(user) })),
  ];
};
