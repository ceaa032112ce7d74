import type { Submission } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { Card, LinkedText, Notice } from '@piecework/ui';
import { quietText, space } from '@piecework/ui/styles';
import { Moment } from '@piecework/web-kit/moment';
import type { RefObject } from 'react';
import { styled } from 'styled-components';
import { ApprovalCountdown } from '../submissions/ApprovalCountdown';
import { SubmittedWork } from '../submissions/SubmittedWork';
import { WorkerHeader } from '../submissions/WorkerHeader';
import type { Returned } from './decision-buffer';

interface OpenSubmissionProps {
  ref: RefObject<HTMLElement | null>;
  /** Behind the answer. */
  end: RefObject<HTMLDivElement | null>;
  submission: Submission;
  photo: string | undefined;
  returned: Returned | undefined;
  /** Decided elsewhere while it was open. */
  isGone: boolean;
  isRead: boolean;
}

/** The answer first; the brief stands beside it. */
export const OpenSubmission = ({ ref, end, submission, photo, returned, isGone, isRead }: OpenSubmissionProps) => {
  const { workerName, revision } = submission;
  return (
    <Sheet
      as="article"
      ref={ref}
      tabIndex={-1}
      aria-label={`Submission by ${workerName}`}
      data-read={isRead || undefined}
    >
      {isGone && <Notice tone="info">This submission was decided in another tab, or its task was deleted.</Notice>}
      {returned && <Notice tone="bad">{returned.message}</Notice>}
      <WorkerHeader submission={submission} photo={photo}>
        <ApprovalCountdown submission={submission} />
      </WorkerHeader>
      <SubmittedWork submission={submission} />
      {revision && (
        <Asked>
          {withNodes('You requested a revision on {when}: “', { when: <Moment at={revision.requestedAt} /> })}
          <LinkedText text={revision.note} />
          <span>”</span>
        </Asked>
      )}
      <End ref={end} />
    </Sheet>
  );
};

const Sheet = styled(Card)`
  display: grid;
  gap: ${space(4)};
  /* Below the header of the dashboard. */
  scroll-margin-top: calc(var(--table-top, 0px) + ${space(4)});
`;
/** At the lower edge of the content; out of the flow, so that it has no gap of its own. */
const End = styled.div`
  position: absolute;
  align-self: end;
`;
const Asked = styled.p`
  ${quietText}
  margin: 0;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
