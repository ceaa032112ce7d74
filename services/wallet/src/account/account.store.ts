import type { Role } from '@piecework/contracts';
import { type Failure, fail } from '@piecework/http';
import type { Actor } from '@piecework/identity';
import { collection, type Transaction } from '@piecework/store';
import { EMPTY_HOLDING, type Holding, userAccountId, userIdOf } from '../ledger/ledger';
import { type Account, hasLeft, type UserAccount } from './account';

export const accounts = collection<Account>('accounts', [
  { key: { kind: 1 } },
  { key: { isSuspended: 1 }, partialFilterExpression: { isSuspended: true } },
]);
export const userAccounts = collection<UserAccount>('accounts');

export const emptyAccount = (userId: string): UserAccount => ({
  _id: userAccountId(userId),
  kind: 'user',
  ...EMPTY_HOLDING,
  opened: false,
  closed: false,
  role: null,
  roleVersion: 0,
  settledRoleVersion: 0,
  clearedRoleVersion: 0,
  change: null,
  conflictCounter: 0,
});

export const userAccountOf = async (tx: Transaction, userId: string): Promise<UserAccount> =>
  (await tx.collection(userAccounts).findOne({ _id: userAccountId(userId) })) ?? emptyAccount(userId);

export const userAccountsOf = (tx: Transaction, userIds: readonly string[]): Promise<UserAccount[]> =>
  tx.collection(userAccounts).find({ _id: { $in: userIds.map(userAccountId) } });

/** Upsert with an optimistic lock on the version that was read. */
export const saveAccount = async <A extends Account>(tx: Transaction, { _id, version }: A, after: A) => {
  const { _id: _, ...fields } = after;
  await tx.collection(accounts).updateOne({ _id, version }, { $set: fields }, { upsert: true });
};

type Facts = Partial<Omit<UserAccount, '_id' | 'kind' | keyof Holding>>;

export const updateAccount = (tx: Transaction, account: UserAccount, facts: Facts): Promise<void> =>
  saveAccount(tx, account, { ...account, ...facts });

export const touchAccount = (tx: Transaction, account: UserAccount): Promise<void> =>
  updateAccount(tx, account, { conflictCounter: (account.conflictCounter ?? 0) + 1 });

/** The people whose withdrawals wait. Few accounts are suspended. */
export const suspendedUserIds = async (tx: Transaction): Promise<string[]> =>
  (await tx.collection(userAccounts).find({ isSuspended: true })).map(({ _id }) => userIdOf(_id));

export const isSuspended = async (tx: Transaction, userId: string): Promise<boolean> =>
  (await userAccountOf(tx, userId)).isSuspended ?? false;

/** Guards an act in `role`. */
export const refuseActing = async (
  tx: Transaction,
  { userId, roleVersion }: Actor,
  role: Role,
): Promise<Failure<'forbidden' | 'account-suspended'> | null> => {
  const account = await userAccountOf(tx, userId);
  if (hasLeft(account, roleVersion, role)) return fail('forbidden');
  return account.isSuspended ? fail('account-suspended') : null;
};
