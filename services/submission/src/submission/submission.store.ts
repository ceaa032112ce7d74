import { DAY_MS } from '@piecework/base';
import { type OperationInput, searchKey } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { collection, containing, type Document, type Filter, type Transaction } from '@piecework/store';
import type { Submission } from './submission';

export interface SubmissionDocument extends Document, Submission {
  search: string;
  /** Time of the latest change that P-4.20 lists, milliseconds since 1970. */
  changedAt: number;
}

/** Of batches. */
const ofPage = { partialFilterExpression: { page: { $gt: 0 } } } as const;
const appealed = { partialFilterExpression: { 'appeal.filedAt': { $gt: 0 } } } as const;

export const submissions = collection<SubmissionDocument>(
  'submissions',
  [
    { key: { taskId: 1, workerId: 1, page: 1 }, unique: true, partialFilterExpression: { live: true } },
    { key: { workerId: 1, createdAt: -1 } },
    { key: { workerId: 1, status: 1, createdAt: -1 } },
    { key: { workerId: 1, payable: -1 } },
    { key: { workerId: 1, decidedAt: 1 } },
    { key: { buyerId: 1, createdAt: -1 } },
    { key: { buyerId: 1, status: 1, createdAt: -1 } },
    { key: { buyerId: 1, payable: -1 } },
    { key: { buyerId: 1, changedAt: 1 } },
    { key: { taskId: 1, status: 1, createdAt: -1 } },
    { key: { taskId: 1, workerId: 1, page: 1, createdAt: -1 } },
    { key: { taskId: 1, page: 1, createdAt: 1 }, ...ofPage },
    { key: { taskId: 1, workerId: 1, status: 1, changedAt: -1 } },
    { key: { taskId: 1, createdAt: -1 } },
    { key: { batchWorker: 1 } },
    { key: { workerId: 1, status: 1, decidedBy: 1 } },
    { key: { status: 1, autoApproveAt: 1 } },
    { key: { status: 1, revisionDueAt: 1 } },
    { key: { appealableUntil: 1 } },
    { key: { createdAt: -1 } },
    { key: { payable: -1 } },
    { key: { status: 1, createdAt: -1 } },
    { key: { 'appeal.state': 1, 'appeal.filedAt': -1 } },
    { key: { 'appeal.filedAt': -1 }, ...appealed },
    { key: { workerId: 1, 'appeal.filedAt': -1 }, ...appealed },
    { key: { buyerId: 1, 'appeal.filedAt': -1 }, ...appealed },
  ],
  {
    searchField: 'search',
    retiredIndexes: [{ key: { taskId: 1, workerId: 1 }, unique: true, partialFilterExpression: { live: true } }],
  },
);

const searchText = ({ taskTitle, workerName, workerEmail, buyerName, buyerEmail }: Submission): string =>
  searchKey([taskTitle, workerName, workerEmail, buyerName, buyerEmail].join('\n'));

export const toDocument = (_id: string, submission: Submission): SubmissionDocument => ({
  ...submission,
  _id,
  search: searchText(submission),
  changedAt: submission.createdAt,
});

/** Decided work keeps the names. */
export const renamePending = async (
  tx: Transaction,
  { userId, userName }: { userId: string; userName: string },
): Promise<void> => {
  const submissionRows = tx.collection(submissions);
  const rename = async (
    filter: { buyerId: string } | { workerId: string },
    names: { buyerName: string } | { workerName: string },
  ) => {
    for (const submission of await submissionRows.find({ ...filter, status: 'pending' })) {
      const search = searchText({ ...submission, ...names });
      await submissionRows.updateOne({ _id: submission._id }, { $set: { ...names, search } });
    }
  };
  await rename({ buyerId: userId }, { buyerName: userName });
  await rename({ workerId: userId }, { workerName: userName });
};

/** For admins: whose submissions they want; other roles have their own. */
export interface Wanted {
  worker?: string | undefined;
  buyer?: string | undefined;
}

export const visibleTo = (
  { role, userId }: Actor,
  { worker: workerId, buyer: buyerId }: Wanted = {},
): Filter<SubmissionDocument> => {
  if (role === 'admin')
    return { ...(workerId !== undefined && { workerId }), ...(buyerId !== undefined && { buyerId }) };
  return role === 'buyer' ? { buyerId: userId } : { workerId: userId };
};

/** `page`: of a batch. */
export interface WorkPlace {
  taskId: string;
  workerId: string;
  page?: number | undefined;
}

export const atPlace = ({ taskId, workerId, page }: WorkPlace) => ({ taskId, workerId, page: page ?? null });

export const liveSubmission = (tx: Transaction, place: WorkPlace) =>
  tx.collection(submissions).findOne({ ...atPlace(place), live: true });

/** A worker without an approved submission. */
export const isNewcomer = async (tx: Transaction, workerId: string): Promise<boolean> =>
  (await tx.collection(submissions).findOne({ workerId, status: 'approved' })) === null;

/** After a rejection a worker may submit again: without a limit, any number of long texts for one task. */
export const hasSubmittedOften = async (
  tx: Transaction,
  place: WorkPlace,
  { now, limit }: { now: number; limit: number },
): Promise<boolean> => {
  const lastDay = { ...atPlace(place), createdAt: { $gt: now - DAY_MS } };
  return (await tx.collection(submissions).countDocuments(lastDay, { limit })) >= limit;
};

export const searchFilter = ({
  q,
  status,
  taskId,
}: Pick<OperationInput<'listSubmissions'>['query'], 'q' | 'status' | 'taskId'>): Filter<SubmissionDocument> => ({
  ...(status !== undefined && { status }),
  ...(taskId !== undefined && { taskId }),
  ...(q && { search: containing(searchKey(q)) }),
});
