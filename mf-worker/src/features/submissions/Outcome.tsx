import type { Submission } from '@piecework/contracts';
import { msg, t, translated, withNodes } from '@piecework/i18n';
import { Notice, Stack } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import type { ReactNode } from 'react';
import { RejectionReason } from './RejectionReason';
import { isSentBack } from './submission-state';

export const Outcome = ({ submission }: { submission: Submission }) => {
  const { status } = submission;
  if (status === 'pending') return isSentBack(submission) ? <SentBack /> : <Waiting submission={submission} />;
  if (status === 'approved')
    return (
      <Notice tone="good">
        <span>{decisionOf(submission)}</span> <span>{t('The coins are in your balance.')}</span>
      </Notice>
    );
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
    {t('The buyer reviewed your submission and requested a revision. Your place and your pay are held for you.')}
  </Notice>
);

const Waiting = ({ submission: { autoApproveAt } }: { submission: Submission }) => {
  const isOver = Date.parse(autoApproveAt ?? '') <= useServerNow();
  return (
    <Notice tone="info">
      <span>
        {t('The buyer hasn’t decided yet. The decision will appear here, and your balance will update right away.')}
      </span>
      {autoApproveAt && (
        <>
          {' '}
          {withNodes(
            isOver
              ? t('Paid by {when} at the latest: any moment now.')
              : t('Paid by {when} at the latest, if the buyer doesn’t decide.'),
            {
              when: (
                <strong>
                  <Moment at={autoApproveAt} form={isOver ? 'absolute' : 'both'} />
                </strong>
              ),
            },
          )}
        </>
      )}
    </Notice>
  );
};

const DECIDERS = {
  buyer: msg('by the buyer'),
  deadline: msg('because the time to decide ran out'),
  departure: msg('because an account was closed or changed roles'),
  admin: msg('by an admin, after your appeal'),
  agreement: msg('because other workers gave the same answers'),
} as const satisfies Record<NonNullable<Submission['decidedBy']>, string>;

const isReversed = ({ reversal }: Submission): boolean => reversal?.state === 'made';

const decisionOf = (submission: Submission): ReactNode => {
  const { status, decidedAt, decidedBy } = submission;
  const isApproved = status === 'approved';
  // Its reason says that the new version is missing.
  const isOverdue = !isApproved && decidedBy === 'deadline';
  // Its sentence names the buyer.
  const by = decidedBy && !isOverdue && !isReversed(submission) && translated(DECIDERS[decidedBy]);
  const how = [decidedAt && t('on {when}'), by].filter(Boolean).join(' ');
  if (how === '') return isApproved ? t('Your submission was approved.') : t('Your submission was rejected.');
  const text = isApproved
    ? isReversed(submission)
      ? t('The buyer took the rejection back and approved your submission {how}.', { how })
      : t('Your submission was approved {how}.', { how })
    : t('Your submission was rejected {how}.', { how });
  return withNodes(text, { when: decidedAt && <Moment at={decidedAt} /> });
};
