import type { Submission } from '@piecework/contracts';
import { Button, KeyCap, Modal, Notice, Seam } from '@piecework/ui';
import { color, font, quietText, space, text } from '@piecework/ui/styles';
import { useRef } from 'react';
import { styled } from 'styled-components';
import { ApprovalCountdown } from './ApprovalCountdown';
import { DecisionStatus } from './DecisionStatus';
import { isSentBack } from './review-state';
import { SubmittedWork } from './SubmittedWork';
import { TaskBrief } from './TaskBrief';
import type { Outcome } from './useDecisions';
import { useIsRead } from './useIsRead';
import { useShortcuts } from './useShortcuts';
import { useWorkerPhotos } from './useWorkerPhotos';
import { WorkerHeader } from './WorkerHeader';

interface ReviewDialogProps {
  submission: Submission;
  outcome: Outcome | undefined;
  /** Why the last decision failed. */
  failure: string | null;
  onApprove(submission: Submission): void;
  onReject(submission: Submission): void;
  onClose(): void;
}

export const SubmissionReviewDialog = ({
  submission,
  ...rest
}: Omit<ReviewDialogProps, 'submission'> & { submission: Submission | null }) =>
  submission && <ReviewDialog key={submission._id} submission={submission} {...rest} />;

function ReviewDialog({ submission, outcome, failure, onApprove, onReject, onClose }: ReviewDialogProps) {
  const { _id, taskTitle, workerName, workerEmail } = submission;
  const sending = outcome && 'sending' in outcome ? outcome.sending : null;
  const end = useRef<HTMLDivElement>(null);
  const isRead = useIsRead(end, _id);
  const photoOf = useWorkerPhotos();
  const isAwaited = isSentBack(submission);

  const byKey = (decide: (submission: Submission) => void) => () => {
    if (isRead) decide(submission);
    else end.current?.scrollIntoView?.({ block: 'end' });
  };
  useShortcuts({ a: byKey(onApprove), r: isAwaited ? undefined : byKey(onReject) }, 'dialog', outcome === undefined);

  return (
    <Modal
      title={taskTitle}
      open
      wide={submission.page !== undefined}
      onClose={onClose}
      actions={
        outcome && 'made' in outcome ? (
          <DecisionStatus made={outcome.made} />
        ) : (
          <>
            <Button
              variant="danger"
              icon="reject"
              busy={sending === 'reject'}
              aria-disabled={sending !== null || isAwaited || undefined}
              aria-keyshortcuts="r"
              onClick={() => onReject(submission)}
            >
              <span>Reject</span> <KeyCap>R</KeyCap>
            </Button>
            <Button
              variant="primary"
              icon="check"
              busy={sending === 'approved'}
              aria-disabled={sending !== null || undefined}
              aria-keyshortcuts="a"
              onClick={() => onApprove(submission)}
            >
              <span>Approve</span> <KeyCap>A</KeyCap>
            </Button>
          </>
        )
      }
    >
      <Content data-read={isRead}>
        <WorkerHeader submission={submission} photo={photoOf(workerEmail)}>
          <ApprovalCountdown submission={submission} />
        </WorkerHeader>
        <h3>Submission</h3>
        <SubmittedWork submission={submission} />
        <div ref={end} />
        {failure && <Notice tone="bad">{failure}</Notice>}
        <Seam />
        <TaskBrief taskId={submission.taskId} />
        <Consequences>
          {`Approving pays ${workerName} right away from the coins set aside for this task. Rejecting opens the place to another worker.`}
        </Consequences>
      </Content>
    </Modal>
  );
}

const Content = styled.div`
  display: grid;
  gap: ${space(3)};

  h3 {
    color: ${color.soft};
    font: 600 ${text.small} / 1.5 ${font.body};
  }
  hr {
    margin: ${space(1)} 0;
  }
`;
const Consequences = styled.p`
  ${quietText}
  margin: 0;
`;
