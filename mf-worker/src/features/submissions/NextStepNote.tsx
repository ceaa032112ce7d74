import type { Submission } from '@piecework/contracts';
import { msg, t, translated, withNodes } from '@piecework/i18n';
import { quietText, space } from '@piecework/ui/styles';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import type { ReactElement } from 'react';
import { styled } from 'styled-components';
import { appealTimeLeft, isSentBack } from './submission-state';

/** The worker's possible action and its deadline, in a row of the list. */
export const NextStepNote = ({ submission }: { submission: Submission }) => {
  const note = noteOf(submission, useServerNow());
  return note && <Note>{note}</Note>;
};

const APPEALS = {
  open: msg('Appeal under review'),
  upheld: msg('Appeal upheld'),
  dismissed: msg('Appeal dismissed'),
} as const;

const noteOf = (submission: Submission, now: number): ReactElement | string | undefined => {
  const { appeal, revision } = submission;
  if (isSentBack(submission) && revision) {
    return Date.parse(revision.dueAt) > now
      ? withNodes(t('Revise by {when}'), { when: <Moment at={revision.dueAt} form="both" /> })
      : t('Revision requested');
  }
  if (submission.status === 'pending' && submission.autoApproveAt) {
    return Date.parse(submission.autoApproveAt) > now
      ? withNodes(t('Paid by {when}'), { when: <Moment at={submission.autoApproveAt} form="both" /> })
      : t('Paid any moment now');
  }
  if (appeal) return translated(APPEALS[appeal.state]);
  const { appealUntil } = submission;
  if (!appealUntil || appealTimeLeft(submission, now) === undefined) return undefined;
  return withNodes(t('Appeal by {when}'), { when: <Moment at={appealUntil} form="both" /> });
};

const Note = styled.span`
  ${quietText}
  display: block;
  margin-top: ${space(2)};
  font-weight: 400;
`;
