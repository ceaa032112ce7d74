import {
  type EventData,
  type PublicUser,
  type Role,
  type SignUpRole,
  schemas,
  type User,
} from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { IdentityClaims } from '@piecework/identity';

export interface UserRecord {
  _id: string;
  /** Lower case. Stays taken when the account is closed. */
  email: string;
  name: string;
  photoURL: string;
  role: Role;
  /** Counts the changes of role and the closing. */
  roleVersion: number;
  /** The `roleVersion` of a change that other services have not finished yet; absent otherwise. */
  changing?: number;
  closed: boolean;
  /** The balance as the wallet told it last, and the version of what it told; -1 before it told anything. */
  coins: number;
  coinVersion: number;
  /**
   * Incremented by every action of this user as an admin, so that it conflicts with a concurrent change of the user's role: two admins cannot
   * demote each other.
   */
  conflictCounter: number;
  /** Of the identity that registered, or proved the email last; absent in records that are older than this. */
  identityUid?: string;
  /** Lower-cased name and email, for searching and for sorting by name. */
  search: string;
}

/** Emails are compared in lower case, wherever they come from. */
export const emailOf = (identity: Pick<IdentityClaims, 'email'>): string =>
  identity.email.trim().toLowerCase();

/** What an identity says of its person, where it may stand in a user record. */
export const nameOf = ({ name }: IdentityClaims): string | undefined =>
  schemas.title('Name').safeParse(name).data;
export const photoOf = ({ picture }: IdentityClaims): string =>
  schemas.imageUrl('Profile URL').safeParse(picture).data ?? '';

const searchText = (name: string, email: string): string => `${name}\n${email}`.toLowerCase();

/**
 * Whether an identity with the record's email is the one that it belongs to: its provider has checked the email, or it is the very one that
 * registered. Firebase lets anybody have an account of an email that is not theirs (docs/adr/0027).
 */
export const isOwner = (
  { identityUid }: Pick<UserRecord, 'identityUid'>,
  { uid, emailVerified }: Pick<IdentityClaims, 'uid' | 'emailVerified'>,
): boolean => emailVerified !== false || identityUid === uid;

/** An identity that has proved the email takes the record over from whoever registered with it unproved. */
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

/** A new user; the coins are the wallet's to tell, so nothing has been heard of them yet. */
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
  search: searchText(userName, email),
});

/** P-1.2, P-1.3. */
export const signUpRole = (
  provider: IdentityClaims['provider'],
  wanted: SignUpRole | undefined,
): SignUpRole => (provider === 'google' ? 'worker' : (wanted ?? 'worker'));

export const decideRegistration = (
  existing: UserRecord | null,
  registration: Registration,
  identity: Pick<IdentityClaims, 'uid' | 'emailVerified'>,
): UserRecord | 'exists' | Failure<'account-closed' | 'email-not-verified'> => {
  if (!existing) return newUser(registration, identity);
  if (existing.closed) return fail('account-closed');
  return isOwner(existing, identity) ? 'exists' : fail('email-not-verified');
};

/** Who wants a change: an admin by the service's own record (null: unknown), or whoever operates the installation. */
export type Authority = UserRecord | null | 'operator';

export interface Begun {
  before: UserRecord;
  after: UserRecord;
}
export type Refusal = Failure<'unauthenticated' | 'forbidden' | 'not-found' | 'own-role' | 'own-account'>;
export type ChangeDecision = Refusal | 'absorbed' | 'underway' | Begun;

const refuseAuthority = (authority: Authority): Failure<'unauthenticated' | 'forbidden'> | null => {
  if (authority === 'operator') return null;
  if (!authority || authority.closed) return fail('unauthenticated');
  return authority.role === 'admin' ? null : fail('forbidden');
};

const isOneself = (authority: Authority, target: UserRecord): boolean =>
  authority !== 'operator' && authority?._id === target._id;

const begin = (before: UserRecord, change: Partial<UserRecord>): Begun => {
  const roleVersion = before.roleVersion + 1;
  return { before, after: { ...before, ...change, roleVersion, changing: roleVersion } };
};

/** The present role is absorbed from any caller: the reference client patches it along with coins (P-7.1, P-8.8). */
export const decideRoleChange = (
  authority: Authority,
  target: UserRecord | null,
  to: Role,
): ChangeDecision => {
  if (!target || target.closed) return fail('not-found');
  if (target.role === to) return 'absorbed';
  const refused = refuseAuthority(authority);
  if (refused) return refused;
  // With this every change is made by an admin who stays one, so there always is one.
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

export const roleChanged = ({ before, after }: Begun): EventData<'user.role-changed'> => ({
  userId: after._id,
  from: before.role,
  to: after.role,
  roleVersion: after.roleVersion,
});

export const accountClosed = ({ after }: Begun): EventData<'user.closed'> => ({
  userId: after._id,
  email: after.email,
  role: after.role,
  roleVersion: after.roleVersion,
});

/** As oneself and admins see a user. */
export const fullUser = (user: UserRecord): User => ({
  _id: user._id,
  userName: user.name,
  userEmail: user.email,
  userPhotoURL: user.photoURL,
  userRole: user.role,
  userAvailableCoin: user.coins,
});

/** As strangers see a user. */
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

/**
 * What everyone but an admin sees of the users: the top earners without emails, and oneself whole. The reference client finds itself in this
 * list by email and sorts the workers by coins, so oneself comes last unless among the top.
 */
export const earnersAndOneself = (
  top: readonly UserRecord[],
  oneself: UserRecord | null,
): (User | PublicUser)[] => {
  const rows = top.map((user) => (user._id === oneself?._id ? fullUser(user) : earner(user)));
  const isListed = top.some((user) => user._id === oneself?._id);
  return oneself && !oneself.closed && !isListed ? [...rows, fullUser(oneself)] : rows;
};

/**
 * `rows` with the emails of the workers who submitted to a buyer, and those workers after them. The reference client finds the worker
 * of a submission by email. Balances stay private, and crediting is absorbed.
 */
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
