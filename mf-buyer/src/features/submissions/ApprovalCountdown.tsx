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
  const isOver = (at: string) => Date.parse(at) <= now;
  if (status !== 'pending') return null;
  if (revision && isSentBack(submission))
    return (
      <Line>
        <Icon name="clock" size="1.1em" />{' '}
        {isOver(revision.dueAt) ? (
          <span>Sent back: revision due any moment now</span>
        ) : (
          <span>
            {withNodes('Sent back: revision due by {when}', { when: <Moment at={revision.dueAt} form="both" /> })}
          </span>
        )}
      </Line>
    );
  if (!autoApproveAt) return null;
  return (
    <Line data-urgent={Date.parse(autoApproveAt) - now < URGENT_MS}>
      <Icon name="clock" size="1.1em" />{' '}
      {isOver(autoApproveAt) ? (
        <span>Approved automatically any moment now</span>
      ) : (
        <span>
          {withNodes('Approved automatically by {when}', { when: <Moment at={autoApproveAt} form="both" /> })}
        </span>
      )}
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
