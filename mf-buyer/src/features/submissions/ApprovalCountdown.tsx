import type { Submission } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { Icon } from '@piecework/ui';
import { color, quietText, space } from '@piecework/ui/styles';
import { useServerNow } from '@piecework/web-kit';
import { Moment } from '@piecework/web-kit/moment';
import { styled } from 'styled-components';
import { isSentBack } from './review-state';

/** Milliseconds before its deadline from which a submission is urgent. */
const URGENT_MS = 24 * 3_600_000;

/** Time until the automatic approval, or until the worker's new version is due. */
export const ApprovalCountdown = ({ submission }: { submission: Submission }) => {
  const now = useServerNow();
  const { status, autoApproveAt, revision } = submission;
  const isAwaited = isSentBack(submission);
  const at = isAwaited ? revision?.dueAt : autoApproveAt;
  if (status !== 'pending' || !at) return null;
  const left = Date.parse(at) - now;
  const text = isAwaited ? 'Sent back: revision due' : 'Approved automatically';
  return (
    <Line data-urgent={!isAwaited && left < URGENT_MS}>
      <Icon name="clock" size="1.1em" />{' '}
      <span>
        {left <= 0
          ? `${text} any moment now`
          : withNodes(`${text} by {when}`, { when: <Moment at={at} form="both" /> })}
      </span>
    </Line>
  );
};

const Line = styled.span`
  ${quietText}
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};

  &[data-urgent='true'] {
    color: ${color.marigold};
    font-weight: 600;
  }
`;
