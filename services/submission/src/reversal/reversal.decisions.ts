import type { Unit } from '@piecework/service-runtime';
import type { AppealPayment } from '../appeal/appeal';
import { approveRejected } from '../appeal/appeal.decisions';
import type { Reversal } from '../submission/submission';
import { workOf } from '../submission/submission.decisions';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { payerOf } from './reversal';

export const reversalSignal = (submissionId: string) => `reversal:${submissionId}`;

/** Decided by its buyer; an open appeal ends as upheld. */
export const completeReversal = (
  unit: Unit<'submission.rejection-reversed' | 'appeal.place-returned'>,
  submission: SubmissionDocument,
  reversal: Omit<Reversal, 'state'>,
  payable: number,
): Promise<void> => {
  const { paidBy, at } = reversal;
  const isAppealed = submission.appeal?.state === 'open';
  return approveRejected(
    unit,
    submission,
    { paidBy, payable, by: 'buyer' },
    {
      ...{ decidedBy: 'buyer', decidedAt: at, changedAt: at, reversal: { ...reversal, state: 'made' } },
      ...(isAppealed && { 'appeal.state': 'upheld', 'appeal.decidedAt': at }),
    },
  );
};

/** By a place right away. Otherwise the wallet decides, and meanwhile the unique index refuses other work of the worker. */
export const beginReversal = async (
  unit: Unit<'submission.rejection-reversed' | 'appeal.place-returned' | 'submission.reversal-requested'>,
  submission: SubmissionDocument,
  payment: AppealPayment,
  by: { now: number; requestId: string; buyerRoleVersion: number },
): Promise<void> => {
  const { now: at, requestId, buyerRoleVersion } = by;
  const paidBy = payerOf(payment.paidBy);
  if (paidBy === 'escrow') return completeReversal(unit, submission, { at, paidBy }, payment.payable);
  const { _id } = submission;
  const reversal = { state: 'underway', at, paidBy, requestId } as const;
  await unit.collection(submissions).updateOne({ _id }, { $set: { reversal, live: true } });
  unit.emit('submission.reversal-requested', _id, { ...workOf(submission), requestId, buyerRoleVersion });
};
