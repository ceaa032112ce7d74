import { ROLE_COINS, type Role, type SignUpRole } from '@piecework/contracts';
import { type EscrowAccountId, type Holding, type Transfer, transferOf, type UserAccountId } from '../ledger/ledger';

/** Denormalized sum of the account's entries, so that a floor can be enforced. */
export interface Account extends Holding {
  _id: UserAccountId | EscrowAccountId;
  kind: 'user' | 'escrow';
  /** Of a user, after the last suspension or its end. Absent: not suspended. */
  isSuspended?: boolean;
}

/** `to: null` closes the account. */
export interface RoleChange {
  roleVersion: number;
  from: Role;
  to: Role | null;
}

/** What was traced of approved withdrawals, at their approval. */
export interface PaidOut {
  coins: number;
  granted: number;
  paidCents: number;
}

export const NOTHING_PAID_OUT: PaidOut = { coins: 0, granted: 0, paidCents: 0 };

/** Events may overtake the registration: an account can hold coins before it is opened. */
export interface UserAccount extends Account {
  _id: UserAccountId;
  kind: 'user';
  opened: boolean;
  /** Milliseconds since 1970: when the person registered. Absent before that, and in older accounts. */
  openedAt?: number;
  closed: boolean;
  role: Role | null;
  roleVersion: number;
  settledRoleVersion: number;
  /** Latest version without open tasks, as reported by the task service. */
  clearedRoleVersion: number;
  change: RoleChange | null;
  /** Name after the last change of the profile, with its version. Absent: the name that the gateway asserts. */
  name?: string;
  profileVersion?: number;
  /** Version of `isSuspended`. */
  suspensionVersion?: number;
  /** Set by `user.email-confirmed`; absent before it. */
  emailConfirmed?: true;
  /** Incremented by transactions that rely on unchanged coins, to conflict with a concurrent change. Absent in older accounts. */
  conflictCounter?: number;
  /** Sums of the withdrawals that were approved since they are traced (ADR 34). */
  paidOut?: PaidOut;
  /** Sum of its adjustments by admins. Absent: 0. */
  adjusted?: number;
}

/** Trusts the gateway when its `roleVersion` is newer than ours. */
export const hasLeft = (account: UserAccount, roleVersion: number, role: Role): boolean =>
  account.closed || (account.role !== null && account.role !== role && account.roleVersion >= roleVersion);

type AccountUpdate = Partial<Pick<UserAccount, 'opened' | 'openedAt' | 'closed' | 'role' | 'roleVersion' | 'change'>>;

export const applyRegistration = (account: UserAccount, role: SignUpRole, openedAt: number): AccountUpdate | null =>
  account.opened ? null : { opened: true, openedAt, role: account.role ?? role };

/** @throws when the previous change is unsettled: the user service serializes changes */
export const applyRoleChange = (account: UserAccount, change: RoleChange): AccountUpdate | null => {
  if (account.closed || change.roleVersion <= account.roleVersion) return null;
  if (account.change)
    throw new Error(
      `${account._id} changes to version ${change.roleVersion} before ${account.change.roleVersion} is settled`,
    );
  return { role: change.to ?? change.from, roleVersion: change.roleVersion, closed: change.to === null, change };
};

/** null until the account is open and a former buyer's tasks are cleared. */
export const settlementOf = (account: UserAccount, userId: string): Transfer | null => {
  const { change, opened, balance, clearedRoleVersion } = account;
  if (!change || !opened) return null;
  if (change.from === 'buyer' && clearedRoleVersion < change.roleVersion) return null;
  return change.to === null
    ? transferOf.close(userId, balance)
    : transferOf.role(userId, change.roleVersion, balance, ROLE_COINS[change.to]);
};
