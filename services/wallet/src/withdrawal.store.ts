import { coinsToDollars, formatDay, type Withdrawal as WithdrawalView } from '@piecework/contracts';
import {
  type Actor,
  collection,
  containing,
  type Document,
  type Filter,
  type Transaction,
  type Unit,
} from '@piecework/service-kit';
import { userAccountsOf } from './account.store';
import { userAccountId } from './ledger';
import { unearnedOf, type Withdrawal } from './withdrawal';

export interface WithdrawalDocument extends Document, Withdrawal {
  /** Lower case: what people search in. */
  search: string;
}

export const withdrawals = collection<WithdrawalDocument>('withdrawals', [
  { key: { workerId: 1, requestedAt: -1 } },
  { key: { workerId: 1, status: 1 } },
  { key: { status: 1, requestedAt: -1 } },
  { key: { requestedAt: -1 } },
  { key: { coins: -1 } },
]);

export const toDocument = (_id: string, withdrawal: Withdrawal): WithdrawalDocument => ({
  ...withdrawal,
  _id,
  search: [withdrawal.workerName, withdrawal.workerEmail].join('\n').toLowerCase(),
});

/** Cancels what someone asked for as a worker before the change of role `roleVersion`. */
export const cancelForLeaving = async (
  unit: Unit<'withdrawal.canceled'>,
  workerId: string,
  roleVersion: number,
) => {
  const ended = { workerId, status: 'pending', roleVersion: { $lt: roleVersion } } as const;
  for (const { _id: withdrawalId, coins } of await unit.collection(withdrawals).find(ended))
    unit.emit('withdrawal.canceled', withdrawalId, { withdrawalId, workerId, coins, reason: 'left-role' });
  await unit.collection(withdrawals).updateMany(ended, { $set: { status: 'canceled' } });
};

interface WithdrawalSearch {
  q?: string | undefined;
  status?: Withdrawal['status'] | undefined;
}

/** Own, or all for an admin. */
export const visibleTo = ({ role, userId }: Actor): Filter<WithdrawalDocument> =>
  role === 'admin' ? {} : { workerId: userId };

export const searchFilter = ({ q, status }: WithdrawalSearch): Filter<WithdrawalDocument> => ({
  ...(status !== undefined && { status }),
  ...(q && { search: containing(q.toLowerCase()) }),
});

export const toView = (withdrawal: WithdrawalDocument): WithdrawalView => ({
  _id: withdrawal._id,
  workerId: withdrawal.workerId,
  workerEmail: withdrawal.workerEmail,
  workerName: withdrawal.workerName,
  withdrawalCoin: withdrawal.coins,
  withdrawalAmount: coinsToDollars(withdrawal.coins),
  withdrawalDate: formatDay(withdrawal.requestedAt),
  paymentSystem: withdrawal.paymentSystem,
  status: withdrawal.status,
});

/** With the flag for admins: what a paid one took, or a pending one would take if it were paid now, that was not earned by work. */
export const toAdminViews = async (
  tx: Transaction,
  found: readonly WithdrawalDocument[],
): Promise<WithdrawalView[]> => {
  const pending = found.filter(({ status }) => status === 'pending');
  const accounts = await userAccountsOf(tx, [...new Set(pending.map(({ workerId }) => workerId))]);
  const earned = new Map(accounts.map((account) => [account._id, account.earned]));
  return found.map((withdrawal) => {
    const { status, coins, workerId, unearned } = withdrawal;
    const unearnedCoin =
      status === 'pending' ? unearnedOf(coins, earned.get(userAccountId(workerId)) ?? 0) : unearned;
    return { ...toView(withdrawal), ...(unearnedCoin !== null && { unearnedCoin }) };
  });
};
