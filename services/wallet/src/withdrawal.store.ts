import {
  coinsToDollars,
  formatDay,
  TRACED_WITHDRAWALS,
  type Withdrawal as WithdrawalView,
} from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import type { Unit } from '@piecework/service-runtime';
import { collection, containing, type Document, type Filter, type Transaction } from '@piecework/store';
import { userAccountsOf } from './account.store';
import { userAccountId } from './ledger';
import { unearnedOf, type Withdrawal } from './withdrawal';
import { traceWithdrawals } from './withdrawal-trace.store';

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

export const ORDERS = {
  newest: { requestedAt: -1 },
  // A queue: whoever has waited longest is first, and who joins it moves nobody.
  oldest: { requestedAt: 1 },
  coins: { coins: -1 },
} as const;

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

/** With what an admin should know: what a paid one took, or a pending one would take if it were paid now, and who has paid for that. */
export const toAdminViews = async (
  tx: Transaction,
  found: readonly WithdrawalDocument[],
): Promise<WithdrawalView[]> => {
  const pending = found.filter(({ status }) => status === 'pending');
  const accounts = await userAccountsOf(tx, [...new Set(pending.map(({ workerId }) => workerId))]);
  const workers = new Map(accounts.map((account) => [account._id, account]));
  const fundings = await traceWithdrawals(tx, pending.slice(0, TRACED_WITHDRAWALS), workers);
  return found.map((withdrawal) => {
    const { _id, status, coins, workerId, unearned } = withdrawal;
    const unearnedCoin =
      status === 'pending' ? unearnedOf(coins, workers.get(userAccountId(workerId))?.earned ?? 0) : unearned;
    const funding = fundings.get(_id);
    return {
      ...toView(withdrawal),
      ...(unearnedCoin !== null && { unearnedCoin }),
      ...(funding && { funding }),
    };
  });
};

/** Of the pending ones that match, the first {@link TRACED_WITHDRAWALS}: those that an admin should look at. */
export const needingLook = async (
  tx: Transaction,
  filter: Filter<WithdrawalDocument>,
  order: keyof typeof ORDERS,
): Promise<WithdrawalView[]> => {
  const pending = { $and: [filter, { status: 'pending' as const }] };
  const found = await tx
    .collection(withdrawals)
    .find(pending, { sort: ORDERS[order], limit: TRACED_WITHDRAWALS });
  return (await toAdminViews(tx, found)).filter(({ funding }) => funding && funding.reasons.length > 0);
};
