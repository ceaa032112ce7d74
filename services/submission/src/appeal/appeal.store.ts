import type { AppealState, Appeal as AppealView } from '@piecework/contracts';
import { searchKey } from '@piecework/contracts';
import type { ServiceDeps } from '@piecework/service-runtime';
import { containing, type Filter } from '@piecework/store';
import type { Placed } from '../places/places';
import { appealFields, isoTime, picturesOf, type SubmissionDocument } from '../submission/submission.store';
import { payerOf } from './appeal';

interface AppealSearch {
  q?: string | undefined;
  state?: AppealState | undefined;
}

export const appealsOf = ({ q, state }: AppealSearch): Filter<SubmissionDocument> => ({
  // Not both: a count would read the documents.
  ...(state === undefined ? { 'appeal.filedAt': { $gt: 0 } } : { 'appeal.state': state }),
  ...(q && { search: containing(searchKey(q)) }),
});

export const appealView = (
  submission: SubmissionDocument,
  task: Placed | undefined,
  settings: ServiceDeps['settings'],
): AppealView => {
  const { _id, taskId, taskTitle, payable, workerName, workerEmail, buyerName, buyerEmail } = submission;
  const { details, reason, appeal } = submission;
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
    ...(reason && { reason: { code: reason.code, text: reason.text } }),
    rejectedAt: isoTime(appeal.rejectedAt),
    ...appealFields(appeal),
    ...(appeal.state === 'open' && { paidBy: task ? payerOf(task) : 'platform' }),
  };
};
