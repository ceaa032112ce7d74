import { ROLE_COINS, type Role, type SignUpRole } from '@piecework/contracts';
import { type EscrowAccountId, type Holding, type Transfer, transferOf, type UserAccountId } from './ledger';

/** What coins an account holds: the sum of its entries, kept beside them so that a floor can be checked. */
export interface Account extends Holding {
  _id: UserAccountId | EscrowAccountId;
  kind: 'user' | 'escrow';
}

/** A role that someone takes on (null: the account closes), from when it is heard of until the balance has been settled. */
export interface RoleChange {
  roleVersion: number;
  from: Role;
  to: Role | null;
}

/**
 * The account of a user, with what the wallet has heard of them. Events about someone may overtake their registration, so an account can
 * exist, and hold coins, before it is opened.
 */
export interface UserAccount extends Account {
  _id: UserAccountId;
  kind: 'user';
  opened: boolean;
  closed: boolean;
  /** null until the registration or a change has been heard of. */
  role: Role | null;
  roleVersion: number;
  /** The last version whose meaning for coins has been posted. */
  settledRoleVersion: number;
  /** The last version of which the task service said that none of the owner's tasks is open any more. */
  clearedRoleVersion: number;
  change: RoleChange | null;
  /**
   * Incremented by a transaction that relies on this account without changing its coins (a withdrawal request, a waiting funding request), so
   * that it conflicts with a concurrent change of the account. Absent in accounts written before the field had this name.
   */
  conflictCounter?: number;
}

/**
 * Whether the wallet knows that someone is not in `role` any more, who was at `roleVersion`. What it has not heard of yet is believed:
 * the gateway may be ahead.
 */
export const hasLeft = (account: UserAccount, roleVersion: number, role: Role): boolean =>
  account.closed || (account.role !== null && account.role !== role && account.roleVersion >= roleVersion);

type AccountUpdate = Partial<Pick<UserAccount, 'opened' | 'closed' | 'role' | 'roleVersion' | 'change'>>;

/** What a registration tells; null when it has been heard of. */
export const applyRegistration = (account: UserAccount, role: SignUpRole): AccountUpdate | null =>
  account.opened ? null : { opened: true, role: account.role ?? role };

/**
 * What a change of role or a closing tells; null when it has been heard of.
 *
 * @throws when the change before it has not been settled: the user service begins none before it has heard so
 */
export const applyRoleChange = (account: UserAccount, change: RoleChange): AccountUpdate | null => {
  if (account.closed || change.roleVersion <= account.roleVersion) return null;
  if (account.change)
    throw new Error(
      `${account._id} changes to version ${change.roleVersion} before ${account.change.roleVersion} is settled`,
    );
  return {
    role: change.to ?? change.from,
    roleVersion: change.roleVersion,
    closed: change.to === null,
    change,
  };
};

/**
 * The transfer that ends a change of role, as soon as nothing stands in its way: the account is open, and what a former buyer had in tasks
 * has come back.
 */
export const settlementOf = (account: UserAccount, userId: string): Transfer | null => {
  const { change, opened, balance, clearedRoleVersion } = account;
  if (!change || !opened) return null;
  if (change.from === 'buyer' && clearedRoleVersion < change.roleVersion) return null;
  return change.to === null
    ? transferOf.close(userId, balance)
    : transferOf.role(userId, change.roleVersion, balance, ROLE_COINS[change.to]);
};
