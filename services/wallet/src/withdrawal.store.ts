import {
  coinsToDollars,
  formatDay,
  searchKey,
  TRACED_WITHDRAWALS,
  type Withdrawal as WithdrawalView,
} from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import type { Unit } from '@piecework/service-runtime';
import { collection, containing, type Document, type Filter, type Transaction } from '@piecework/store';
import { userAccountsOf } from './account.store';
import { userAccountId } from './ledger';
import { timelineOf, withEntry } from './payout';
import { CANCEL_REASONS, unearnedOf, type Withdrawal } from './withdrawal';
import { traceWithdrawals } from './withdrawal-trace.store';

export interface WithdrawalDocument extends Document, Withdrawal {
  search: string;
}

export const withdrawals = collection<WithdrawalDocument>(
  'withdrawals',
  [
    { key: { workerId: 1, requestedAt: -1 } },
    { key: { workerId: 1, status: 1, requestedAt: -1 } },
    { key: { status: 1, requestedAt: -1 } },
    { key: { requestedAt: -1 } },
    { key: { coins: -1 } },
    { key: { payout: 1, requestedAt: -1 } },
    { key: { eraseAt: 1 } },
    { key: { holdUntil: 1 } },
    { key: { fingerprint: 1, requestedAt: 1 } },
    { key: { 'account.key': 1, requestedAt: 1 } },
  ],
  { searchField: 'search' },
);

const searchText = ({ workerName, workerEmail }: Pick<Withdrawal, 'workerName' | 'workerEmail'>): string =>
  searchKey([workerName, workerEmail].join('\n'));

export const toDocument = (_id: string, withdrawal: Withdrawal): WithdrawalDocument => ({
  ...withdrawal,
  _id,
  search: searchText(withdrawal),
});

/** Decided withdrawals keep the name. */
export const renamePending = async (tx: Transaction, workerId: string, workerName: string): Promise<void> => {
  for (const { _id, workerEmail } of await tx.collection(withdrawals).find({ workerId, status: 'pending' })) {
    const search = searchText({ workerName, workerEmail });
    await tx.collection(withdrawals).updateOne({ _id }, { $set: { workerName, search } });
  }
};

export const cancelForLeaving = async (
  unit: Unit<'withdrawal.canceled'>,
  workerId: string,
  roleVersion: number,
  at: number,
) => {
  const ended = { workerId, status: 'pending', roleVersion: { $lt: roleVersion } } as const;
  for (const withdrawal of await unit.collection(withdrawals).find(ended)) {
    const { _id: withdrawalId, coins } = withdrawal;
    await unit
      .collection(withdrawals)
      .updateOne({ _id: withdrawalId }, cancellation(withdrawal, at, CANCEL_REASONS['left-role']));
    unit.emit('withdrawal.canceled', withdrawalId, { withdrawalId, workerId, coins, reason: 'left-role' });
  }
};

/** Erases the account number (P-5.10) and ends a hold. */
export const cancellation = (withdrawal: WithdrawalDocument, at: number, reason: string | undefined) => {
  const note = reason === undefined ? {} : { note: reason };
  return {
    $set: {
      status: 'canceled' as const,
      timeline: withEntry(withdrawal, { state: 'canceled', at, ...note }),
      ...(reason !== undefined && { cancelReason: reason }),
    },
    $unset: { account: true, hold: true, holdUntil: true } as const,
  };
};

interface WithdrawalSearch {
  q?: string | undefined;
  status?: Withdrawal['status'] | undefined;
  payout?: Withdrawal['payout'] | undefined;
}

export const ORDERS = {
  newest: { requestedAt: -1 },
  // A queue: new requests do not move existing ones.
  oldest: { requestedAt: 1 },
  coins: { coins: -1 },
} as const;

export const visibleTo = ({ role, userId }: Actor): Filter<WithdrawalDocument> =>
  role === 'admin' ? {} : { workerId: userId };

export const searchFilter = ({ q, status, payout }: WithdrawalSearch): Filter<WithdrawalDocument> => ({
  ...(status !== undefined && { status }),
  ...(payout !== undefined && { payout }),
  ...(q && { search: containing(searchKey(q)) }),
});

/** The dates of a decided document of an older release are unknown. */
const shownTimeline = (withdrawal: WithdrawalDocument): Pick<WithdrawalView, 'timeline'> =>
  withdrawal.timeline || withdrawal.status === 'pending'
    ? {
        timeline: timelineOf(withdrawal).map(({ at, ...entry }) => ({
          ...entry,
          at: new Date(at).toISOString(),
        })),
      }
    : {};

/** Without its note, which is for admins. */
const shownHold = ({ hold, holdUntil }: WithdrawalDocument): Pick<WithdrawalView, 'hold'> =>
  hold && holdUntil !== undefined
    ? {
        hold: {
          reasonCode: hold.reasonCode,
          at: new Date(hold.at).toISOString(),
          until: new Date(holdUntil).toISOString(),
        },
      }
    : {};

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
  ...(withdrawal.account && { accountMask: withdrawal.account.mask }),
  ...(withdrawal.payout && { payout: withdrawal.payout }),
  ...(withdrawal.payoutReference && { payoutReference: withdrawal.payoutReference }),
  ...(withdrawal.cancelReason && { cancelReason: withdrawal.cancelReason }),
  ...shownTimeline(withdrawal),
  ...shownHold(withdrawal),
});

export const toAdminViews = async (
  tx: Transaction,
  found: readonly WithdrawalDocument[],
): Promise<WithdrawalView[]> => {
  const pending = found.filter(({ status }) => status === 'pending');
  const accounts = await userAccountsOf(tx, [...new Set(pending.map(({ workerId }) => workerId))]);
  const workers = new Map(accounts.map((account) => [account._id, account]));
  const fundings = await traceWithdrawals(tx, pending.slice(0, TRACED_WITHDRAWALS), workers);
  return found.map((withdrawal) => {
    const { _id, status, coins, workerId, unearned, hold } = withdrawal;
    const view = toView(withdrawal);
    const unearnedCoin =
      status === 'pending' ? unearnedOf(coins, workers.get(userAccountId(workerId))?.earned ?? 0) : unearned;
    const funding = fundings.get(_id);
    return {
      ...view,
      ...(view.hold && hold?.note !== undefined && { hold: { ...view.hold, note: hold.note } }),
      ...(unearnedCoin !== null && { unearnedCoin }),
      ...(funding && { funding }),
    };
  });
};

/** Among the first {@link TRACED_WITHDRAWALS} pending ones. */
export const flaggedWithdrawals = async (
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
