import type { Role } from '@piecework/contracts';
import {
  type Actor,
  collection,
  type Document,
  type Failure,
  fail,
  type Transaction,
} from '@piecework/service-kit';
import { hasLeft } from './account';
import {
  type EscrowAccountId,
  type Holding,
  NOTHING_HELD,
  type UserAccountId,
  userAccountId,
} from './ledger';

/** What coins an account holds: the sum of its entries, kept beside them so that a floor can be checked. */
export interface Account extends Document, Holding {
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
   * Counts what was begun on the word of this document without changing its coins (a withdrawal asked for, a funding that waits): written so
   * that it and a change of the document, in transactions side by side, notice each other.
   */
  acts: number;
}

export const accounts = collection<Account>('accounts', [{ key: { kind: 1 } }]);
/** The user accounts among the {@link accounts}, with all their fields. */
const userAccounts = collection<UserAccount>('accounts');

const unheardOf = (userId: string): UserAccount => ({
  _id: userAccountId(userId),
  kind: 'user',
  ...NOTHING_HELD,
  opened: false,
  closed: false,
  role: null,
  roleVersion: 0,
  settledRoleVersion: 0,
  clearedRoleVersion: 0,
  change: null,
  acts: 0,
});

/** The account of a user; one that nothing has been heard of is as good as empty. */
export const userAccountOf = async (tx: Transaction, userId: string): Promise<UserAccount> =>
  (await tx.collection(userAccounts).findOne({ _id: userAccountId(userId) })) ?? unheardOf(userId);

export const userAccountsOf = (tx: Transaction, userIds: readonly string[]): Promise<UserAccount[]> =>
  tx.collection(userAccounts).find({ _id: { $in: userIds.map(userAccountId) } });

/** Writes an account over what was read of it; one that was not there is made. */
export const saveAccount = async <A extends Account>(tx: Transaction, { _id, version }: A, after: A) => {
  const { _id: _, ...fields } = after;
  await tx.collection(accounts).updateOne({ _id, version }, { $set: fields }, { upsert: true });
};

type Facts = Partial<Omit<UserAccount, '_id' | 'kind' | keyof Holding>>;

/** Notes facts about a user, whose account is made when there is none yet. */
export const noteFacts = (tx: Transaction, account: UserAccount, facts: Facts): Promise<void> =>
  saveAccount(tx, account, { ...account, ...facts });

/** See {@link UserAccount.acts}. */
export const noteAct = (tx: Transaction, account: UserAccount): Promise<void> =>
  noteFacts(tx, account, { acts: account.acts + 1 });

/** Refuses whoever the wallet knows to have left the role in which the gateway let them through. */
export const refuseFormer = async (
  tx: Transaction,
  { userId, roleVersion }: Actor,
  role: Role,
): Promise<Failure<'forbidden'> | null> =>
  hasLeft(await userAccountOf(tx, userId), roleVersion, role) ? fail('forbidden') : null;
