import type { Submission } from '@piecework/contracts';
import { msg, rich, t, translated } from '@piecework/i18n';
import { formatDuration, formatMoment, Notice, Stack } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { RejectionReason } from './RejectionReason';
import { strong } from './strong';
import { isSentBack } from './submission-state';

export const Outcome = ({ submission }: { submission: Submission }) => {
  const { status } = submission;
  if (status === 'pending')
    return isSentBack(submission) ? <SentBack /> : <Waiting submission={submission} />;
  if (status === 'approved')
    return <Notice tone="good">{`${decisionOf(submission)} ${t('The coins are in your balance.')}`}</Notice>;
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
    {t(
      'The buyer has read your work and asks for a better version. Your place and your pay are kept for you.',
    )}
  </Notice>
);

const Waiting = ({ submission: { autoApproveAt } }: { submission: Submission }) => {
  const now = useServerNow();
  const left = autoApproveAt ? Date.parse(autoApproveAt) - now : 0;
  return (
    <Notice tone="info">
      <span>
        {t(
          'The buyer has not decided yet. You will see the decision here, and your balance updates at once.',
        )}
      </span>
      {autoApproveAt && (
        <>
          {' '}
          {left > 0
            ? rich(
                'Paid by <b>{when}</b> at the latest: in {time}, if the buyer does not decide.',
                { b: strong },
                { when: formatMoment(autoApproveAt), time: formatDuration(left) },
              )
            : rich(
                'Paid by <b>{when}</b> at the latest: any moment now.',
                { b: strong },
                { when: formatMoment(autoApproveAt) },
              )}
        </>
      )}
    </Notice>
  );
};

const DECIDERS = {
  buyer: msg('by the buyer'),
  deadline: msg('because the time to decide was over'),
  departure: msg('because an account was closed or changed its role'),
  admin: msg('by an admin, after your appeal'),
} as const satisfies Record<NonNullable<Submission['decidedBy']>, string>;

/** Decisions of older releases have neither date nor decider. */
const decisionOf = ({ status, decidedAt, decidedBy }: Submission): string => {
  const isApproved = status === 'approved';
  // Its reason says that the new version is missing.
  const isOverdue = !isApproved && decidedBy === 'deadline';
  const by = decidedBy && !isOverdue && translated(DECIDERS[decidedBy]);
  const when = decidedAt && t('on {when}', { when: formatMoment(decidedAt) });
  const how = [when, by].filter(Boolean).join(' ');
  if (how === '') return isApproved ? t('Your work was approved.') : t('Your work was rejected.');
  return isApproved
    ? t('Your work was approved {how}.', { how })
    : t('Your work was rejected {how}.', { how });
};
