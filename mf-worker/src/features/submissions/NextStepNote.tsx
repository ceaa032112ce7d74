import type { Submission } from '@piecework/contracts';
import { msg, t, translated } from '@piecework/i18n';
import { color, formatDuration, space, text } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { appealTimeLeft, isSentBack } from './submission-state';

/** The worker's possible action and its deadline, in a row of the list. */
export const NextStepNote = ({ submission }: { submission: Submission }) => {
  const note = noteOf(submission, useServerNow());
  return note && <Note>{note}</Note>;
};

const APPEALS = {
  open: msg('Appeal open'),
  upheld: msg('Appeal upheld'),
  dismissed: msg('Appeal dismissed'),
} as const;

const noteOf = (submission: Submission, now: number): string | undefined => {
  const { appeal, revision } = submission;
  if (isSentBack(submission) && revision) {
    const left = Date.parse(revision.dueAt) - now;
    return left > 0
      ? t('Asked for again: {time} left', { time: formatDuration(left) })
      : t('Asked for again');
  }
  if (appeal) return translated(APPEALS[appeal.state]);
  const left = appealTimeLeft(submission, now);
  return left === undefined ? undefined : t('Appeal possible: {time} left', { time: formatDuration(left) });
};

const Note = styled.span`
  display: block;
  margin-top: ${space(2)};
  color: ${color.soft};
  font-weight: 400;
  font-size: ${text.small};
`;
