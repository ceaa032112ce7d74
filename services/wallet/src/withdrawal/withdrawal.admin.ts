import type { Withdrawal as WithdrawalView } from '@piecework/contracts';
import { fail } from '@piecework/http';
import { actorOf, type Call, type Unit } from '@piecework/service-runtime';
import type { Filter, Transaction } from '@piecework/store';
import { refuseActing, userAccountsOf } from '../account/account.store';
import { userIdOf } from '../ledger/ledger';
import { sharedAmong } from './shared-accounts.store';
import { type ORDERS, pendingInBatches, tracesOf, type WithdrawalDocument, withdrawals } from './withdrawal.store';
import { toAdminView } from './withdrawal.views';
import type { GrantedLimits } from './withdrawal-trace';

export const withdrawalForAdmin = async (unit: Unit<never>, call: Pick<Call, 'actor'>, _id: string) =>
  (await refuseActing(unit, actorOf(call), 'admin')) ??
  (await unit.collection(withdrawals).findOne({ _id })) ??
  fail('not-found');

export const noteOf = ({ _id: id, workerEmail: title, coins, paymentSystem }: WithdrawalDocument) => ({
  subject: { type: 'withdrawal', id, title } as const,
  detail: `${coins} coins by ${paymentSystem}`,
});

const suspendedAmong = async (tx: Transaction, found: readonly WithdrawalDocument[]): Promise<Set<string>> => {
  const workerIds = [...new Set(found.map(({ workerId }) => workerId))];
  const accounts = await userAccountsOf(tx, workerIds);
  return new Set(accounts.flatMap(({ _id, isSuspended }) => (isSuspended ? [userIdOf(_id)] : [])));
};

interface Now {
  /** Milliseconds since 1970. */
  now: number;
  limits: GrantedLimits;
}

export const toAdminViews = async (
  tx: Transaction,
  found: readonly WithdrawalDocument[],
  { now, limits }: Now,
): Promise<WithdrawalView[]> => {
  const [traces, shared, suspended] = await Promise.all([
    tracesOf(tx, found, limits),
    sharedAmong(tx, found, now),
    suspendedAmong(tx, found),
  ]);
  return found.map((withdrawal) => ({
    ...toAdminView(withdrawal, traces.get(withdrawal._id)),
    ...(suspended.has(withdrawal.workerId) && { suspended: true as const }),
    ...(shared.has(withdrawal._id) && { sharedAccount: true as const }),
  }));
};

export async function* flaggedWithdrawals(
  tx: Transaction,
  filter: Filter<WithdrawalDocument>,
  order: keyof typeof ORDERS,
  now: Now,
): AsyncGenerator<WithdrawalView> {
  for await (const batch of pendingInBatches(tx, filter, order))
    for (const view of await toAdminViews(tx, batch, now))
      if (view.funding && view.funding.reasons.length > 0) yield view;
}
