import { DAY_MS } from '@piecework/base';
import { cleanAccountNumber, LIST_LIMIT } from '@piecework/contracts';
import { created, fail, failField, isFailure, ok } from '@piecework/http';
import {
  actorOf,
  answer,
  answerInTransaction,
  listRows,
  noteAdminAct,
  type ServiceDeps,
  type Unit,
} from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { NOTHING_PAID_OUT, type PaidOut, type UserAccount } from '../account/account';
import { touchAccount, updateAccount, userAccountOf } from '../account/account.store';
import { transferOf } from '../ledger/ledger';
import { type Cause, causeOfCall, post } from '../ledger/ledger.store';
import { withEntry } from '../payout/payout';
import { payoutRateOf } from '../payout/payout-rate.store';
import type { AccountNumbers } from './account-number';
import { CANCEL_REASONS, decideWithdrawal, requestWithdrawal } from './withdrawal';
import { flaggedWithdrawals, noteOf, toAdminViews, withdrawalForAdmin } from './withdrawal.admin';
import {
  cancellation,
  cancelUndecided,
  countTakenBack,
  ORDERS,
  ownerOf,
  pageOf,
  searchFilter,
  toDocument,
  type WithdrawalDocument,
  withdrawals,
} from './withdrawal.store';
import { withdrawalTally } from './withdrawal.tally';
import { toView } from './withdrawal.views';
import { type GrantedLimits, together } from './withdrawal-trace';
import { type Trace, traceWithdrawals } from './withdrawal-trace.store';

type Deps = ServiceDeps & { accountNumbers: AccountNumbers };

export const createWithdrawalOperations = (deps: Deps) => ({
  ...listWithdrawals(deps),
  ...createWithdrawal(deps),
  ...settleWithdrawal(deps),
  ...cancelWithdrawal(deps),
});

const listWithdrawals = ({ store, clock, settings, counters }: ServiceDeps) =>
  answer('listWithdrawals', [], async ({ query }, call) => {
    const actor = actorOf(call);
    const { sort = 'newest', limit, offset = 0, look = false, worker, ...search } = query;
    const workerId = ownerOf(actor, worker);
    const filter = { $and: [workerId === undefined ? {} : { workerId }, searchFilter(search)] };
    const { q, status, payout } = search;
    const countAll = async () => {
      const owner = workerId === undefined ? undefined : { by: 'worker', id: workerId };
      const all = await counters.read(withdrawalTally, owner);
      const field = status ?? payout;
      return field ? all[field] : all.pending + all.approved + all.canceled;
    };
    const total = q || (status !== undefined && payout !== undefined) ? undefined : countAll;
    const now = { now: clock.now(), limits: settings.rateLimits };
    if (look && actor.role === 'admin') {
      const flagged = flaggedWithdrawals(store, filter, sort, now);
      return pageOf(flagged, offset, limit ?? LIST_LIMIT);
    }
    const range = { sort: ORDERS[sort], settings, offset, limit, q, total };
    return listRows(store.collection(withdrawals), filter, range, async (found) =>
      actor.role === 'admin' ? toAdminViews(store, found, now) : found.map(toView),
    );
  });

const createWithdrawal = ({ ids, clock, settings, accountNumbers }: Deps) =>
  answer('createWithdrawal', ['withdrawal.requested'], async ({ body }, call) => {
    const worker = actorOf(call);
    const { withdrawalCoin: coins, paymentSystem, accountFrom } = body;
    if (body.accountNumber !== undefined && accountFrom !== undefined)
      return failField('accountFrom', 'Send an account number or a withdrawal that has one, but not both');
    const withdrawalId = ids.next();
    const result = await call.transact(async (unit) => {
      const mine = { workerId: worker.userId, status: 'pending' } as const;
      const limit = settings.rateLimits.pendingWithdrawals;
      const pending = await unit.collection(withdrawals).find(mine, { limit });
      const account = await userAccountOf(unit, worker.userId);
      const time = clock.now();
      const takenBack = await countTakenBack(unit, worker.userId, { since: time - DAY_MS, limit });
      const now = { pending, takenBack, limit, time };
      const given =
        accountFrom === undefined
          ? body.accountNumber
          : await copiedNumber(unit, accountNumbers, { _id: accountFrom, workerId: worker.userId, paymentSystem });
      if (isFailure(given)) return given;
      const accountNumber = given === undefined ? undefined : cleanAccountNumber(paymentSystem, given);
      const request = { coins, paymentSystem, accountNumber };
      const withdrawal = requestWithdrawal(worker, account, request, now);
      if (isFailure(withdrawal)) return withdrawal;
      if (settings.verifyEmail && !account.emailConfirmed) return fail('email-unconfirmed');
      const sealed = accountNumber !== undefined && {
        account: accountNumbers.seal(withdrawalId, accountNumber),
        ...accountNumbers.fingerprintsOf(paymentSystem, accountNumber),
      };
      await unit.collection(withdrawals).insertOne({ ...toDocument(withdrawalId, withdrawal), ...sealed });
      unit.emit('withdrawal.requested', withdrawalId, { withdrawalId, workerId: worker.userId, coins, paymentSystem });
      // Conflicts with a concurrent role change, and with another request.
      await touchAccount(unit, account);
      return { withdrawalId };
    });
    return isFailure(result) ? result : created(result.withdrawalId);
  });

const copiedNumber = async (
  tx: Transaction,
  accountNumbers: AccountNumbers,
  source: Pick<WithdrawalDocument, '_id' | 'workerId' | 'paymentSystem'>,
) => {
  const withdrawal = await tx.collection(withdrawals).findOne({ ...source });
  const accountNumber = withdrawal?.account && accountNumbers.open(withdrawal._id, withdrawal.account);
  return (
    accountNumber ??
    failField('accountFrom', 'We have no saved account number for this payment system. Please enter it.')
  );
};

const settleWithdrawal = ({ store, clock, settings: { rateLimits, payoutCurrencies } }: ServiceDeps) =>
  answer(
    'decideWithdrawal',
    ['wallet.balance-changed', 'withdrawal.approved', 'withdrawal.canceled'],
    async ({ params, body }, call) => {
      const settle = (traced: Trace | undefined, isLast: boolean) =>
        call.transact(async (unit) => {
          const withdrawal = await withdrawalForAdmin(unit, call, params.id);
          if (isFailure(withdrawal)) return withdrawal;
          const traceOf = async (account: UserAccount): Promise<PaidOut | undefined> => {
            if (traced?.version === account.version) return traced.traced;
            if (!isLast) throw new StaleTraceError(`the coins of ${account._id} have changed`);
            return (await tracedNow(unit, params.id, rateLimits))?.traced;
          };
          const payoutRate = await payoutRateOf(unit, withdrawal.paymentSystem, payoutCurrencies);
          const by = { ...causeOfCall(call, clock), actor: actorOf(call).userId, traceOf, payoutRate };
          return decide(unit, withdrawal, body, by);
        });
      for (let left = MAX_TRACES; ; left--) {
        const traced = body.status === 'approved' ? await tracedNow(store, params.id, rateLimits) : undefined;
        try {
          const result = await settle(traced, left === 1);
          return isFailure(result) ? result : ok(result);
        } catch (error) {
          if (!(error instanceof StaleTraceError)) throw error;
        }
      }
    },
  );

const cancelWithdrawal = ({ clock }: ServiceDeps) =>
  answerInTransaction('cancelWithdrawal', ['withdrawal.canceled'], async (unit, { params: { id } }, call) => {
    const { userId: workerId } = actorOf(call);
    const withdrawal = await unit.collection(withdrawals).findOne({ _id: id, workerId });
    if (!withdrawal) return fail('not-found');
    if (withdrawal.status === 'approved') return fail('already-decided');
    if (withdrawal.status === 'canceled') return ok({ modifiedCount: 0 });
    await cancelUndecided(unit, withdrawal, 'worker', clock.now());
    return ok({ modifiedCount: 1 });
  });

/** Outside the transaction of the decision, because a trace may read thousands of entries; after the last one inside it. */
const MAX_TRACES = 3;

/** Thrown, because it must roll back the transaction and is no answer to keep. */
class StaleTraceError extends Error {}

const tracedNow = async (tx: Transaction, _id: string, limits: GrantedLimits): Promise<Trace | undefined> => {
  const withdrawal = await tx.collection(withdrawals).findOne({ _id });
  if (withdrawal?.status !== 'pending') return undefined;
  return (await traceWithdrawals(tx, [withdrawal], limits)).get(_id);
};

interface Decider extends Cause, Pick<WithdrawalDocument, 'payoutRate'> {
  actor: string;
  traceOf(account: UserAccount): Promise<PaidOut | undefined>;
}

const decide = async (
  unit: Unit<'wallet.balance-changed' | 'withdrawal.approved' | 'withdrawal.canceled'>,
  withdrawal: WithdrawalDocument,
  { status: wanted, reason: note }: { status: 'approved' | 'canceled'; reason?: string | undefined },
  { traceOf, payoutRate, ...cause }: Decider,
) => {
  const { _id: withdrawalId, workerId, coins } = withdrawal;
  const account = await userAccountOf(unit, workerId);
  const decision = decideWithdrawal(withdrawal, account, wanted);
  if (isFailure(decision)) return decision;
  if (decision === 'repeat') return { modifiedCount: 0, status: wanted };
  // Before any write: the trace is of the withdrawal as it is pending.
  const traced = decision.status === 'approved' ? await traceOf(account) : undefined;
  const { status } = decision;
  const rows = unit.collection(withdrawals);
  const tooFew = decision.status === 'canceled' && decision.reason === 'insufficient-coins';
  const { subject, detail } = noteOf(withdrawal);
  await noteAdminAct(unit, {
    action: `withdrawal-${status}`,
    subject,
    detail: tooFew ? `${detail}, too few coins in the account` : detail,
  });
  if (decision.status === 'approved') {
    const timeline = withEntry(withdrawal, { state: 'approved', at: cause.at });
    const { unearned } = decision;
    await rows.updateOne(
      { _id: withdrawalId },
      {
        $set: { status, unearned, payout: 'due', timeline, decidedBy: cause.actor, ...(payoutRate && { payoutRate }) },
      },
    );
    unit.emit('withdrawal.approved', withdrawalId, { withdrawalId, workerId, coins });
    if (traced)
      await updateAccount(unit, account, { paidOut: together([account.paidOut ?? NOTHING_PAID_OUT, traced]) });
    await post(unit, transferOf.payout(withdrawalId, workerId, coins), cause);
    return { modifiedCount: 1, status };
  }
  const { reason } = decision;
  const shown = reason === 'admin' ? note : CANCEL_REASONS[reason];
  const { $set, $unset } = cancellation(withdrawal, cause.at, shown);
  await rows.updateOne({ _id: withdrawalId }, { $set: { ...$set, decidedBy: cause.actor }, $unset });
  unit.emit('withdrawal.canceled', withdrawalId, { withdrawalId, workerId, coins, reason });
  return reason === 'admin'
    ? { modifiedCount: 1, status }
    : // P-5.3: the reference client shows success on a `modifiedCount` of 1.
      { modifiedCount: 0, status, message: 'User has insufficient coins' };
};
