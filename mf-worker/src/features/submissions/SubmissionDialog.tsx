import type { Submission } from '@piecework/contracts';
import {
  Button,
  Coins,
  color,
  LinkedText,
  Modal,
  media,
  Seam,
  Stack,
  Status,
  space,
  text,
} from '@piecework/ui';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { taskPath } from '../../paths';
import { SubmittedWork } from './SubmittedWork';

const STATUS_NOTES: Record<Submission['status'], string> = {
  pending: 'The buyer has not decided yet. You will see the decision here, and your balance updates at once.',
  approved: 'Approved: the coins are in your balance.',
  reject: 'The buyer rejected this submission. If the task still has open places, you can submit again.',
};

export const SubmissionDialog = ({ submission, onClose }: { submission?: Submission; onClose(): void }) => {
  if (!submission) return null;
  return (
    <Modal
      title={submission.taskTitle}
      open
      onClose={onClose}
      actions={
        <>
          {submission.status === 'reject' && (
            <Button as={Link} to={taskPath(submission.taskId)} variant="secondary">
              Open the task
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <Facts>
        <dt>Status</dt>
        <dd>
          <Status status={submission.status} />
        </dd>
        <dt>Payment Amount</dt>
        <dd>
          <Coins amount={submission.payableAmount} />
        </dd>
        <dt>Buyer</dt>
        <dd>
          {submission.buyerName}
          <br />
          <a href={`mailto:${submission.buyerEmail}`}>{submission.buyerEmail}</a>
        </dd>
        <dt>Submitted</dt>
        <dd>{submission.submissionDate}</dd>
      </Facts>
      <StatusNote>{STATUS_NOTES[submission.status]}</StatusNote>
      <Seam />
      <Stack as="section" gap={2}>
        <Title>Submission Details</Title>
        <SubmittedWork>
          <LinkedText text={submission.submissionDetails} />
        </SubmittedWork>
      </Stack>
    </Modal>
  );
};

const Facts = styled.dl`
  display: grid;
  grid-template-columns: fit-content(50%) minmax(0, 1fr);
  gap: ${space(2)} ${space(5)};
  margin: 0;

  dt { color: ${color.soft}; }
  dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }

  ${media.phone} {
    a { display: inline-flex; align-items: center; min-height: 44px; }
  }
`;

const StatusNote = styled.p`
  margin: ${space(4)} 0 0;
`;

const Title = styled.h3`
  margin: 0;
  font-size: ${text.lead};
`;
