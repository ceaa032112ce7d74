import { DAY_MS, HOUR_MS } from '@piecework/base';
import { ACCOUNT_NUMBER_DAYS, cleanAccountNumber } from '@piecework/contracts';
import { fail, failField, isFailure, ok } from '@piecework/http';
import {
  actorOf,
  answer,
  answerInTransaction,
  inBatches,
  noteAdminAct,
  type ServiceDeps,
  type SheetFormat,
  sheetReply,
} from '@piecework/service-runtime';
import type { Filter } from '@piecework/store';
import { isSuspended, refuseActing, suspendedUserIds } from '../account/account.store';
import type { AccountNumbers } from '../withdrawal/account-number';
import { noteOf, withdrawalForAdmin } from '../withdrawal/withdrawal.admin';
import { type WithdrawalDocument, withdrawals } from '../withdrawal/withdrawal.store';
import { correctNumber, decidePayout, refuseReveal, waitForChange, withEntry } from './payout';
import { payoutSheet } from './payout.sheet';

type Deps = ServiceDeps & { accountNumbers: AccountNumbers };

export const createPayoutOperations = (deps: Deps) => ({
  ...exportDuePayouts(deps, 'exportDuePayouts', 'csv'),
  ...exportDuePayouts(deps, 'exportDuePayoutsXlsx', 'xlsx'),
  ...correctAccount(deps),
  ...revealAccount(deps),
  ...recordPayout(deps),
});

/** null without a number, or when it cannot be read: its key is gone (a restored back-up, a rotation that was not completed), or its bytes are damaged. */
const readNumber = ({ accountNumbers, log }: Deps, { _id, account }: WithdrawalDocument): string | null => {
  if (!account) return null;
  const accountNumber = accountNumbers.open(_id, account);
  if (accountNumber === null)
    log.error(
      { withdrawal: _id, key: account.key },
      'no PAYOUT_KEY opens this account number, or its bytes are damaged',
    );
  return accountNumber;
};

const DUE = { payout: 'due' } as const;

type Export = 'exportDuePayouts' | 'exportDuePayoutsXlsx';

const exportDuePayouts = (deps: Deps, operation: Export, format: SheetFormat) =>
  answer(operation, [], async (_input, call) => {
    const due = await call.transact(async (unit) => {
      const refused = await refuseActing(unit, actorOf(call), 'admin');
      if (refused) return refused;
      const payable = { ...DUE, workerId: { $nin: await suspendedUserIds(unit) } };
      const total = await unit.collection(withdrawals).countDocuments(payable);
      await noteAdminAct(unit, {
        action: 'payouts-exported',
        subject: { type: 'export', id: `withdrawals.${format}` },
        detail: `${total} due payouts`,
      });
      return { payable, total };
    });
    if (isFailure(due)) return due;
    return sheetReply(format, payoutSheet, withNumbers(deps, due.payable), { name: 'due-payouts', total: due.total });
  });

async function* withNumbers(deps: Deps, payable: Filter<WithdrawalDocument>) {
  for await (const batch of inBatches(deps.store.collection(withdrawals), payable, 'requestedAt', 1))
    yield batch.map((row) => ({ ...row, accountNumber: readNumber(deps, row) }));
}

const correctAccount = ({ clock, settings, accountNumbers }: Deps) =>
  answerInTransaction('correctAccount', ['withdrawal.number-changed'], async (unit, { params: { id }, body }, call) => {
    const { userId } = actorOf(call);
    const { numberChangesPerDay: limit, changedNumberHours } = settings.rateLimits;
    const withdrawal = await unit.collection(withdrawals).findOne({ _id: id, workerId: userId });
    if (!withdrawal) return fail('not-found');
    const accountNumber = cleanAccountNumber(withdrawal.paymentSystem, body.accountNumber);
    const state = correctNumber(withdrawal, accountNumber);
    if (isFailure(state)) return state;
    const fingerprints = accountNumbers.fingerprintsOf(withdrawal.paymentSystem, accountNumber);
    const isChange = withdrawal.fingerprint !== fingerprints.fingerprint;
    if (!isChange && withdrawal.account && withdrawal.payout !== 'failed') return ok({ modifiedCount: 0 });
    const now = clock.now();
    const wait = isChange ? waitForChange(withdrawal, { now, limit }) : undefined;
    if (wait !== undefined) return fail('too-many-changes', { retryAfter: Math.ceil(wait / 1000) });
    const sealed = accountNumbers.seal(id, accountNumber);
    const before = withdrawal.account?.mask;
    const account = { mask: sealed.mask, ...(before !== undefined && { before }) };
    const $set = {
      account: sealed,
      ...fingerprints,
      timeline: withEntry(withdrawal, { state: 'corrected', at: now, ...(isChange && account) }),
      ...(state === 'due' && { payout: state }),
      ...(isChange && { payFrom: now + changedNumberHours * HOUR_MS }),
    };
    await unit.collection(withdrawals).updateOne({ _id: id }, { $set, $unset: { eraseAt: true } });
    if (isChange) {
      const { workerId, coins } = withdrawal;
      const status = state === 'pending' ? state : 'approved';
      unit.emit('withdrawal.number-changed', id, { withdrawalId: id, workerId, coins, status, account });
    }
    return ok({ modifiedCount: 1 });
  });

const revealAccount = (deps: Deps) =>
  answerInTransaction('revealAccount', [], async (unit, { params: { id } }, call) => {
    const withdrawal = await withdrawalForAdmin(unit, call, id);
    if (isFailure(withdrawal)) return withdrawal;
    const closed = refuseReveal(withdrawal, await isSuspended(unit, withdrawal.workerId));
    if (closed) return closed;
    const accountNumber = readNumber(deps, withdrawal);
    if (accountNumber === null) return fail('no-account');
    await noteAdminAct(unit, { action: 'account-number-revealed', ...noteOf(withdrawal) });
    return ok({ accountNumber }, { 'cache-control': 'no-store' });
  });

const recordPayout = ({ clock }: Deps) =>
  answerInTransaction(
    'decidePayout',
    ['withdrawal.paid', 'withdrawal.payout-failed'],
    async (unit, { params, body }, call) => {
      const { id } = params;
      const { outcome, reference, reason, ...given } = body;
      const note = outcome === 'paid' ? reference : reason;
      if (note === undefined)
        return outcome === 'paid'
          ? failField('reference', 'Reference is required')
          : failField('reason', 'Reason is required');
      const withdrawal = await withdrawalForAdmin(unit, call, id);
      if (isFailure(withdrawal)) return withdrawal;
      const at = clock.now();
      const standing = { now: at, isSuspended: await isSuspended(unit, withdrawal.workerId) };
      const decision = decidePayout(withdrawal, { outcome, note, ...given }, standing);
      if (isFailure(decision)) return decision;
      if (decision === 'repeat') return ok({ modifiedCount: 0 });
      const { workerId, coins, account, payFrom = 0 } = withdrawal;
      const mask = account ? { mask: account.mask } : {};
      const $set = {
        payout: outcome,
        timeline: withEntry(withdrawal, { state: outcome, at, note, ...mask }),
        eraseAt: at + ACCOUNT_NUMBER_DAYS * DAY_MS,
        ...(outcome === 'paid' && { payoutReference: note }),
      };
      const $unset = outcome === 'paid' ? ({ payFrom: true } as const) : undefined;
      await unit.collection(withdrawals).updateOne({ _id: id }, { $set, ...($unset && { $unset }) });
      const early =
        outcome === 'paid' && at < payFrom ? `, soon after a change of the account number: ${given.earlyReason}` : '';
      const { subject, detail } = noteOf(withdrawal);
      await noteAdminAct(unit, { action: `payout-${outcome}`, subject, detail: `${detail}${early}` });
      const type = outcome === 'paid' ? 'withdrawal.paid' : 'withdrawal.payout-failed';
      unit.emit(type, id, { withdrawalId: id, workerId, coins });
      return ok({ modifiedCount: 1 });
    },
  );
