import { SUBMISSION_STATUSES } from '@piecework/contracts';
import type { Actor } from '@piecework/identity';
import { type Amounts, type Owner, tally } from '@piecework/service-runtime';
import { isSentBack, type Submission } from './submission';
import { submissions, type Wanted } from './submission.store';

const appealAmounts = ({ appeal }: Submission) =>
  appeal ? { appeals: 1, openAppeals: Number(appeal.state === 'open') } : {};

/** What buyers see of a worker: excludes decisions by departures (P-4.14). */
const reviewAmounts = ({ status, decidedBy }: Submission) => {
  if (status === 'pending' || decidedBy === 'departure') return {};
  return status === 'approved' ? { reviewedApproved: 1 } : { reviewedReject: 1 };
};

/** Of each day: decisions as buyers see them, and the pay of the time that was measured. `coins`: of approved work. */
export const workDayTally = tally({
  name: 'workDays',
  of: submissions,
  by: { day: { field: 'workerId', at: 'decidedAt' } },
  fields: ['decided', 'approved', 'seconds', 'coins'],
  amounts: ({ status, decidedBy, seconds = 0, payable }) => {
    if (status === 'pending' || decidedBy === 'departure') return {};
    const isApproved = status === 'approved';
    return {
      decided: 1,
      ...(isApproved && { approved: 1 }),
      ...(seconds > 0 && { seconds }),
      ...(isApproved && seconds > 0 && { coins: payable }),
    };
  },
});

/** Coins in `earned`; all others are numbers of submissions. */
export const submissionTally = tally({
  name: 'submissions',
  of: submissions,
  by: { worker: 'workerId', buyer: 'buyerId' },
  fields: [
    ...SUBMISSION_STATUSES,
    ...(['earned', 'sentBack', 'appeals', 'openAppeals', 'reviewedApproved', 'reviewedReject'] as const),
  ],
  amounts: (submission) => ({
    [submission.status]: 1,
    ...(submission.status === 'approved' && { earned: submission.payable + (submission.bonus?.coins ?? 0) }),
    ...(isSentBack(submission) && { sentBack: 1 }),
    ...appealAmounts(submission),
    ...reviewAmounts(submission),
  }),
});

export const countOf = (amounts: Amounts<'pending' | 'approved' | 'reject'>): number =>
  amounts.pending + amounts.approved + amounts.reject;

/** As `visibleTo`, of at most one person. */
export const visibleOwner = ({ role, userId }: Actor, { worker, buyer }: Wanted = {}): Owner | undefined => {
  if (role !== 'admin') return { by: role, id: userId };
  if (worker !== undefined) return { by: 'worker', id: worker };
  return buyer === undefined ? undefined : { by: 'buyer', id: buyer };
};

export const pendingPayTally = tally({
  name: 'pendingPay',
  of: submissions,
  by: { worker: 'workerId' },
  fields: ['coins'],
  amounts: ({ status, payable }) => (status === 'pending' ? { coins: payable } : {}),
});
