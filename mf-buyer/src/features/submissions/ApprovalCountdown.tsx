import type { Submission } from '@piecework/contracts';
import { color, formatDuration, formatMoment, Icon, space, text } from '@piecework/ui';
import { useServerNow } from '@piecework/web-kit';
import { styled } from 'styled-components';
import { isSentBack } from './review-state';

/** Milliseconds before its deadline from which a submission is urgent. */
const URGENT_MS = 24 * 3_600_000;

/** Time until the automatic approval, or until the worker's new version is due. */
export const ApprovalCountdown = ({ submission }: { submission: Submission }) => {
  const now = useServerNow();
  const { status, autoApproveAt, revision } = submission;
  if (status !== 'pending') return null;
  if (revision && isSentBack(submission))
    return (
      <Line title={formatMoment(revision.dueAt)}>
        <Icon name="clock" size="1.1em" />{' '}
        <span>{`Sent back, due ${inTime(Date.parse(revision.dueAt) - now)}`}</span>
      </Line>
    );
  if (!autoApproveAt) return null;
  const left = Date.parse(autoApproveAt) - now;
  return (
    <Line title={formatMoment(autoApproveAt)} data-urgent={left < URGENT_MS}>
      <Icon name="clock" size="1.1em" /> <span>{`Approved automatically ${inTime(left)}`}</span>
    </Line>
  );
};

const inTime = (ms: number): string => (ms > 0 ? `in ${formatDuration(ms)}` : 'any moment now');

const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  color: ${color.soft};
  font-size: ${text.small};

  &[data-urgent='true'] {
    color: ${color.marigold};
    font-weight: 600;
  }
`;
