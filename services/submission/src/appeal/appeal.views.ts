import { isoTime } from '@piecework/base';
import type { Appeal as AppealView } from '@piecework/contracts';
import type { ServiceDeps } from '@piecework/service-runtime';
import type { AppealPayer } from '../submission/submission';
import type { SubmissionDocument } from '../submission/submission.store';
import { answersOf, appealFields, picturesOf } from '../submission/submission.views';

export const appealView = (
  submission: SubmissionDocument,
  /** Who pays if it is upheld now. */
  payer: AppealPayer,
  settings: ServiceDeps['settings'],
): AppealView => {
  const { _id, taskId, taskTitle, payable, workerName, workerEmail, buyerName, buyerEmail } = submission;
  const { details, page, reason, appeal } = submission;
  if (!appeal) throw new Error(`Submission ${_id} has no appeal`);
  return {
    _id,
    taskId,
    taskTitle,
    payableAmount: payable,
    workerName,
    workerEmail,
    buyerName,
    buyerEmail,
    submissionDetails: details,
    ...picturesOf(submission, settings),
    ...answersOf(submission, settings),
    ...(page !== undefined && { page }),
    ...(reason && { reason: { code: reason.code, text: reason.text } }),
    rejectedAt: isoTime(appeal.rejectedAt),
    ...appealFields(appeal),
    ...(appeal.state === 'open' && { paidBy: payer }),
  };
};
