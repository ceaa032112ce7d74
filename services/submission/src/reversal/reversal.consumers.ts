import { type Consumer, on, type ServiceDeps } from '@piecework/service-runtime';
import type { Transaction } from '@piecework/store';
import { type SubmissionDocument, submissions } from '../submission/submission.store';
import { completeReversal, reversalSignal } from './reversal.decisions';

/** Null: its outcome is known. */
const underway = async (
  tx: Transaction,
  { submissionId: _id, requestId }: { submissionId: string; requestId: string },
): Promise<SubmissionDocument | null> => {
  const submission = await tx.collection(submissions).findOne({ _id });
  const { state, requestId: asked } = submission?.reversal ?? {};
  return state === 'underway' && asked === requestId ? submission : null;
};

export const createReversalConsumers = ({ clock, signals }: Pick<ServiceDeps, 'clock' | 'signals'>): Consumer[] => [
  on('submission.reversal-paid', ['submission.rejection-reversed', 'appeal.place-returned'], async ({ data }, unit) => {
    const submission = await underway(unit, data);
    if (!submission) return;
    const { requestId } = data;
    await completeReversal(unit, submission, { at: clock.now(), paidBy: 'balance', requestId }, submission.payable);
    unit.afterCommit(() => signals.notify(reversalSignal(submission._id)));
  }),
  on('submission.reversal-declined', [], async ({ data }, unit) => {
    const submission = await underway(unit, data);
    if (!submission) return;
    const { requestId, reason } = data;
    const reversal = { state: 'declined', at: clock.now(), paidBy: 'balance', requestId, reason } as const;
    const live = submission.appeal?.state === 'open';
    await unit.collection(submissions).updateOne({ _id: submission._id }, { $set: { reversal, live } });
    unit.afterCommit(() => signals.notify(reversalSignal(submission._id)));
  }),
];
