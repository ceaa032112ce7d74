import { formatDay, type Submission as SubmissionView } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { collection, containing, type Document, type Filter } from '@piecework/store';
import type { Submission } from './submission';

export interface SubmissionDocument extends Document, Submission {
  search: string;
}

export const submissions = collection<SubmissionDocument>('submissions', [
  { key: { taskId: 1, workerId: 1 }, unique: true, partialFilterExpression: { live: true } },
  { key: { workerId: 1, createdAt: -1 } },
  { key: { buyerId: 1, createdAt: -1 } },
  { key: { buyerId: 1, status: 1 } },
  { key: { taskId: 1, status: 1 } },
  { key: { createdAt: -1 } },
]);

export const toDocument = (_id: string, submission: Submission): SubmissionDocument => {
  const { taskTitle, workerName, workerEmail, buyerName, buyerEmail } = submission;
  return {
    ...submission,
    _id,
    search: [taskTitle, workerName, workerEmail, buyerName, buyerEmail].join('\n').toLowerCase(),
  };
};

export const visibleTo = ({ role, userId }: Actor): Filter<SubmissionDocument> => {
  if (role === 'admin') return {};
  return role === 'buyer' ? { buyerId: userId } : { workerId: userId };
};

interface SubmissionSearch {
  q?: string | undefined;
  status?: Submission['status'] | undefined;
  taskId?: string | undefined;
}

export const searchFilter = ({ q, status, taskId }: SubmissionSearch): Filter<SubmissionDocument> => ({
  ...(status !== undefined && { status }),
  ...(taskId !== undefined && { taskId }),
  ...(q && { search: containing(q.toLowerCase()) }),
});

export const toView = (submission: SubmissionDocument): SubmissionView => ({
  _id: submission._id,
  taskId: submission.taskId,
  taskTitle: submission.taskTitle,
  payableAmount: submission.payable,
  workerEmail: submission.workerEmail,
  workerName: submission.workerName,
  buyerName: submission.buyerName,
  buyerEmail: submission.buyerEmail,
  submissionDetails: submission.details,
  submissionDate: formatDay(submission.createdAt),
  status: submission.status,
});
