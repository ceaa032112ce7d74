import type { Submission } from '@piecework/contracts';
import {
  Avatar,
  Button,
  Coins,
  color,
  Day,
  font,
  LinkedText,
  Modal,
  Notice,
  radius,
  Seam,
  Skeleton,
  space,
  text,
} from '@piecework/ui';
import { ApiError } from '@piecework/web-kit';
import { useApiQuery } from '@piecework/web-kit/query';
import { useEffect, useRef } from 'react';
import { styled } from 'styled-components';
import { DecisionStatus } from './DecisionStatus';
import type { Decision, Outcome } from './useDecisions';

interface ReviewDialogProps {
  submission: Submission;
  outcome: Outcome | undefined;
  /** Why the last decision failed. */
  failure: string | null;
  onDecide(submission: Submission, decision: Decision): Promise<void>;
  onClose(): void;
}

export const SubmissionReviewDialog = ({
  submission,
  ...rest
}: Omit<ReviewDialogProps, 'submission'> & { submission: Submission | null }) =>
  submission && <ReviewDialog key={submission._id} submission={submission} {...rest} />;

const SHORTCUTS: Readonly<Record<string, Decision>> = { a: 'approved', r: 'reject' };

function ReviewDialog({ submission, outcome, failure, onDecide, onClose }: ReviewDialogProps) {
  const { taskTitle, workerName, workerEmail, submissionDate, payableAmount, submissionDetails } = submission;
  const sending = outcome && 'sending' in outcome ? outcome.sending : null;
  useDecisionShortcuts(outcome === undefined, (decision) => void onDecide(submission, decision));

  return (
    <Modal
      title={taskTitle}
      open
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
              aria-disabled={sending !== null || undefined}
              aria-keyshortcuts="r"
              onClick={() => void onDecide(submission, 'reject')}
            >
              Reject <Key>R</Key>
            </Button>
            <Button
              variant="primary"
              icon="check"
              busy={sending === 'approved'}
              aria-disabled={sending !== null || undefined}
              aria-keyshortcuts="a"
              onClick={() => void onDecide(submission, 'approved')}
            >
              Approve <Key>A</Key>
            </Button>
          </>
        )
      }
    >
      <Content>
        <WorkerHeader>
          <Avatar name={workerName} size={48} />
          <div>
            <strong>{workerName}</strong>
            <a href={`mailto:${workerEmail}`}>{workerEmail}</a>
          </div>
          <div>
            <Coins amount={payableAmount} size="lead" />
            <span>{submissionDate}</span>
          </div>
        </WorkerHeader>
        <Seam />
        <TaskBrief taskId={submission.taskId} />
        <Seam />
        <h3>Submitted work</h3>
        <SubmittedText>
          <LinkedText text={submissionDetails} />
        </SubmittedText>
        <Consequences>
          Approving pays {workerName} at once from the coins set aside for this task. Rejecting opens the
          place to another worker.
        </Consequences>
        {failure && <Notice tone="bad">{failure}</Notice>}
      </Content>
    </Modal>
  );
}

/** Single-key shortcuts: no other field is open that could receive the letter. */
const useDecisionShortcuts = (isOpen: boolean, decide: (decision: Decision) => void) => {
  const latest = useRef(decide);
  useEffect(() => {
    latest.current = decide;
  });
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      const decision = SHORTCUTS[event.key.toLowerCase()];
      if (!decision || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      latest.current(decision);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isOpen]);
};

const TaskBrief = ({ taskId }: { taskId: string }) => {
  const task = useApiQuery('GET /tasks/{id}', { params: { id: taskId } });
  if (task.data)
    return (
      <>
        <h3>What you asked for</h3>
        <Quote>
          <LinkedText text={task.data.taskDetail} />
        </Quote>
        <h3>What workers should submit</h3>
        <Quote>
          <LinkedText text={task.data.submissionInfo} />
        </Quote>
        <small>
          Due <Day iso={task.data.completionDate} />
        </small>
      </>
    );
  return (
    <>
      <h3>What you asked for</h3>
      {task.isError ? (
        <Quote>
          {task.error instanceof ApiError && task.error.status === 404
            ? 'The task has since been deleted.'
            : 'The task could not be loaded.'}
        </Quote>
      ) : (
        <Skeleton shape="text" count={3} />
      )}
    </>
  );
};

const Content = styled.div`
  display: grid;
  gap: ${space(3)};

  h3,
  p {
    margin: 0;
  }
  h3 {
    color: ${color.soft};
    font-family: ${font.body};
    font-size: ${text.small};
    font-weight: 600;
  }
  hr {
    margin: ${space(1)} 0;
  }
  small {
    color: ${color.soft};
  }
`;
const WorkerHeader = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)};
  align-items: center;

  > div {
    display: grid;
    min-width: 0;
  }
  > div:last-child {
    justify-items: end;
    margin-inline-start: auto;
    white-space: nowrap;
  }
  strong {
    font-family: ${font.head};
    font-size: ${text.h3};
    line-height: 1.2;
  }
  a,
  div > span:last-child {
    color: ${color.soft};
    font-size: ${text.small};
  }
`;
/* Keeps line breaks; never rendered as HTML. */
const Quote = styled.p`
  color: ${color.soft};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const SubmittedText = styled.p`
  padding: ${space(4)} ${space(5)};
  border: 2px dashed ${color.line};
  border-radius: ${radius.control};
  background: ${color.paper};
  font-size: ${text.lead};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
const Consequences = styled.p`
  color: ${color.soft};
  font-size: ${text.small};
`;
const Key = styled.kbd`
  padding: 0 ${space(1.5)};
  border: 1px solid currentColor;
  border-radius: 4px;
  font: inherit;
  font-size: ${text.small};
  opacity: 0.8;

  @media (hover: none) {
    display: none;
  }
`;
