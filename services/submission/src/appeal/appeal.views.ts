import { isoTime } from '@piecework/base';
import type { Appeal as AppealView } from '@piecework/contracts';
import type { ServiceDeps } from '@piecework/service-runtime';
import type { SubmissionDocument } from '../submission/submission.store';
import { answersOf, appealFields, picturesOf } from '../submission/submission.views';
import type { AppealPayment } from './appeal';

export const appealView = (
  submission: SubmissionDocument,
  /** If it is upheld now. */
  payment: AppealPayment,
  settings: ServiceDeps['settings'],
): AppealView => {
  const { _id, taskId, taskTitle, workerName, workerEmail, buyerName, buyerEmail } = submission;
  const { details, page, version = 1, reason, appeal } = submission;
  if (!appeal) throw new Error(`Submission ${_id} has no appeal`);
  return {
    _id,
    taskId,
    taskTitle,
    payableAmount: appeal.state === 'open' ? payment.payable : submission.payable,
    workerName,
    workerEmail,
    buyerName,
    buyerEmail,
    submissionDetails: details,
    ...picturesOf(submission, settings),
    ...answersOf(submission, settings),
    ...(page !== undefined && { page, version }),
    ...(reason && { reason: { code: reason.code, text: reason.text } }),
    rejectedAt: isoTime(appeal.rejectedAt),
    ...appealFields(appeal),
    ...(appeal.state === 'open' && { paidBy: payment.paidBy }),
  };
};
