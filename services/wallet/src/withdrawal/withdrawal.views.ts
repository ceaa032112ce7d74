import { isoTime } from '@piecework/base';
import { coinsToDollars, formatDay, localAmountOf, type Withdrawal as WithdrawalView } from '@piecework/contracts';
import type { WithdrawalDocument } from './withdrawal.store';
import type { Trace } from './withdrawal-trace.store';

/** Without its note, which is for admins. */
const shownHold = ({ hold, holdUntil }: WithdrawalDocument): Pick<WithdrawalView, 'hold'> =>
  hold && holdUntil !== undefined
    ? { hold: { reasonCode: hold.reasonCode, at: isoTime(hold.at), until: isoTime(holdUntil) } }
    : {};

const localAmount = ({ coins, payoutRate }: WithdrawalDocument): Pick<WithdrawalView, 'localAmount'> =>
  payoutRate ? { localAmount: { amount: localAmountOf(coins, payoutRate.perDollar), ...payoutRate } } : {};

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
  ...localAmount(withdrawal),
  ...(withdrawal.payout && { payout: withdrawal.payout }),
  ...(withdrawal.payoutReference && { payoutReference: withdrawal.payoutReference }),
  ...(withdrawal.payFrom && { payFrom: isoTime(withdrawal.payFrom) }),
  ...(withdrawal.cancelReason && { cancelReason: withdrawal.cancelReason }),
  timeline: withdrawal.timeline.map(({ at, ...entry }) => ({ ...entry, at: isoTime(at) })),
  ...shownHold(withdrawal),
});

export const toAdminView = (withdrawal: WithdrawalDocument, trace: Trace | undefined): WithdrawalView => {
  const view = toView(withdrawal);
  const { unearned, hold } = withdrawal;
  const unearnedCoin = trace ? trace.unearnedCoin : unearned;
  return {
    ...view,
    ...(view.hold && hold?.note !== undefined && { hold: { ...view.hold, note: hold.note } }),
    ...(unearnedCoin !== null && { unearnedCoin }),
    ...(trace && { funding: trace.funding }),
  };
};
