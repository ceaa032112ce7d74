import type { Submission } from '@piecework/contracts';
import { formatDuration, formatMoment, Notice, Stack } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { RejectionReason } from './RejectionReason';
import { isSentBack } from './submission-state';

export const Outcome = ({ submission }: { submission: Submission }) => {
  const { status } = submission;
  if (status === 'pending')
    return isSentBack(submission) ? <SentBack /> : <Waiting submission={submission} />;
  if (status === 'approved')
    return <Notice tone="good">{decisionOf(submission)} The coins are in your balance.</Notice>;
  return (
    <Notice tone="warn">
      <Stack gap={2}>
        <span>{decisionOf(submission)}</span>
        {submission.decidedBy !== 'departure' && <RejectionReason submission={submission} />}
      </Stack>
    </Notice>
  );
};

const SentBack = () => (
  <Notice tone="warn">
    The buyer has read your work and asks for a better version. Your place and your pay are kept for you.
  </Notice>
);

const Waiting = ({ submission: { autoApproveAt } }: { submission: Submission }) => {
  const now = useServerNow();
  const left = autoApproveAt ? Date.parse(autoApproveAt) - now : 0;
  return (
    <Notice tone="info">
      The buyer has not decided yet. You will see the decision here, and your balance updates at once.
      {autoApproveAt && (
        <>
          {' '}
          Paid by <strong>{formatMoment(autoApproveAt)}</strong> at the latest:{' '}
          {left > 0 ? `in ${formatDuration(left)}, if the buyer does not decide.` : 'any moment now.'}
        </>
      )}
    </Notice>
  );
};

const DECIDERS = {
  buyer: 'by the buyer',
  deadline: 'because the time to decide was over',
  departure: 'because an account was closed or changed its role',
  admin: 'by an admin, after your appeal',
} as const satisfies Record<NonNullable<Submission['decidedBy']>, string>;

/** Decisions of older releases have neither date nor decider. */
const decisionOf = ({ status, decidedAt, decidedBy }: Submission): string => {
  const verb = status === 'approved' ? 'approved' : 'rejected';
  // Its reason says that the new version is missing.
  const isOverdue = status === 'reject' && decidedBy === 'deadline';
  const by = decidedBy && !isOverdue && ` ${DECIDERS[decidedBy]}`;
  const when = decidedAt && ` on ${formatMoment(decidedAt)}`;
  return `Your work was ${verb}${when || ''}${by || ''}.`;
};
