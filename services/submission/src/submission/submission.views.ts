import { isoTime } from '@piecework/base';
import { type Answer, type FieldValue, formatDay, type Submission as SubmissionView } from '@piecework/contracts';
import { shownPicture } from '@piecework/domain';
import type { ServiceDeps } from '@piecework/service-runtime';
import { appealUntil } from '../appeal/appeal';
import { threadId } from '../thread/thread.store';
import type { Appeal, Submission } from './submission';
import type { SubmissionDocument } from './submission.store';

export type Shown = Pick<ServiceDeps['settings'], 'gatewayOrigin'>;

export const picturesOf = (
  { attachments }: Pick<Submission, 'attachments'>,
  settings: Shown,
): { attachments?: string[] } =>
  attachments ? { attachments: attachments.map((url) => shownPicture(url, settings)) } : {};

/** Addresses of pictures as the caller can load them. */
export const answersOf = (
  { answers, attachments = [] }: Pick<Submission, 'answers' | 'attachments'>,
  settings: Shown,
): { answers?: Answer[] } => {
  if (!answers) return {};
  const shown = <T>(value: T) =>
    typeof value === 'string' && attachments.includes(value) ? shownPicture(value, settings) : value;
  const shownAnswer = (answer: Answer): Answer =>
    Object.fromEntries(
      Object.entries(answer).map(([name, value]) => [
        name,
        Array.isArray(value) ? ([...value].map(shown) as FieldValue) : value,
      ]),
    );
  return { answers: answers.map(shownAnswer) };
};

const revisionView = ({ revision, earlier }: SubmissionDocument, settings: Shown): Partial<SubmissionView> => ({
  ...(revision && {
    revision: {
      note: revision.note,
      requestedAt: isoTime(revision.requestedAt),
      dueAt: isoTime(revision.dueAt),
      ...(revision.resubmittedAt !== undefined && { resubmittedAt: isoTime(revision.resubmittedAt) }),
    },
  }),
  ...(earlier && {
    earlier: earlier.map(({ details, submittedAt, ...version }) => ({
      submissionDetails: details,
      ...picturesOf(version, settings),
      submittedAt: isoTime(submittedAt),
    })),
  }),
});

export const appealFields = ({
  text,
  filedAt,
  state,
  note,
  decidedAt,
  paidBy,
}: Appeal): NonNullable<SubmissionView['appeal']> => ({
  text,
  filedAt: isoTime(filedAt),
  state,
  ...(note !== undefined && { note }),
  ...(decidedAt !== undefined && { decidedAt: isoTime(decidedAt) }),
  ...(paidBy && { paidBy }),
});

const appealView = (submission: SubmissionDocument): Partial<SubmissionView> => {
  const until = appealUntil(submission);
  if (until !== undefined) return { appealUntil: isoTime(until) };
  return submission.appeal ? { appeal: appealFields(submission.appeal) } : {};
};

const reversalView = ({ reversal }: SubmissionDocument): Partial<SubmissionView> => {
  if (!reversal) return {};
  const { state, at, paidBy, reason } = reversal;
  return { reversal: { state, at: isoTime(at), paidBy, ...(reason && { reason }) } };
};

const decisionView = (submission: SubmissionDocument): Partial<SubmissionView> => {
  const { reason, decidedAt, decidedBy, autoApproveAt } = submission;
  return {
    ...(reason && { reason: { code: reason.code, text: reason.text } }),
    ...(decidedAt !== undefined && { decidedAt: isoTime(decidedAt) }),
    ...(decidedBy && { decidedBy }),
    ...(autoApproveAt !== undefined && { autoApproveAt: isoTime(autoApproveAt) }),
  };
};

export const toView = (submission: SubmissionDocument, settings: Shown): SubmissionView => ({
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
  ...picturesOf(submission, settings),
  ...answersOf(submission, settings),
  ...(submission.page !== undefined && { page: submission.page, version: submission.version ?? 1 }),
  ...decisionView(submission),
  ...revisionView(submission, settings),
  ...appealView(submission),
  ...reversalView(submission),
  ...(submission.bonus && { bonus: submission.bonus }),
  threadId: threadId(submission),
  changedAt: isoTime(submission.changedAt),
});

/** For the buyer and admins. */
export const toBuyerView = (submission: SubmissionDocument, settings: Shown): SubmissionView => ({
  ...toView(submission, settings),
  ...(submission.checks && { checks: submission.checks }),
  ...(submission.isFast && { isFast: true }),
});
