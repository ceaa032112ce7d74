import type { Submission } from '@piecework/contracts';
import { withNodes } from '@piecework/i18n';
import { Card, LinkedText, Row, Status } from '@piecework/ui';
import { quietText, space } from '@piecework/ui/styles';
import { Moment } from '@piecework/web-kit/moment';
import { ReportButton } from '@piecework/web-kit/report';
import { styled } from 'styled-components';
import { BlockWorker } from '../blocks/BlockWorker';
import { ApprovalCountdown } from '../submissions/ApprovalCountdown';
import { REASON_LABELS } from '../submissions/rejection-reasons';
import { SubmittedWork } from '../submissions/SubmittedWork';
import { WorkerHeader } from '../submissions/WorkerHeader';
import { GiveBonus } from './GiveBonus';
import { GivenBonuses } from './GivenBonuses';
import { ReverseRejection } from './ReverseRejection';

interface ResultCardProps {
  submission: Submission;
  photo: string | undefined;
}

export const ResultCard = ({ submission, photo }: ResultCardProps) => {
  const { workerName, status, reason, revision, appeal } = submission;
  return (
    <Sheet as="article" aria-label={`Submission by ${workerName}`}>
      <WorkerHeader submission={submission} photo={photo} />
      <SubmittedWork submission={submission} />
      <Notes>
        <State>
          <Status status={status} />
          <ApprovalCountdown submission={submission} />
          <Decision submission={submission} />
        </State>
        {reason && (
          <p>
            <span>{`Reason: ${labelOf(reason)}`}</span>
            {reason.text && (
              <>
                <span> — </span>
                <LinkedText text={reason.text} />
              </>
            )}
          </p>
        )}
        {revision && (
          <p>
            {withNodes('You sent it back on {when}: “', { when: <Moment at={revision.requestedAt} /> })}
            <LinkedText text={revision.note} />
            {revision.resubmittedAt ? (
              withNodes('”. The revision was submitted on {when}', { when: <Moment at={revision.resubmittedAt} /> })
            ) : (
              <span>”</span>
            )}
          </p>
        )}
        {appeal && (
          <>
            <p>
              <span>{`${appealText(submission)} “`}</span>
              <LinkedText text={appeal.text} />
              <span>”</span>
            </p>
            {appeal.note && <p>{`Admin’s note: “${appeal.note}”`}</p>}
          </>
        )}
        <GivenBonuses submission={submission} />
        {reversalText(submission) && <p>{reversalText(submission)}</p>}
      </Notes>
      <ReverseRejection submission={submission} />
      <GiveBonus submission={submission} />
      <Row>
        <ReportButton
          id={submission._id}
          name={`the submission by ${workerName}`}
          options={[
            { about: 'submission', label: 'This submission' },
            { about: 'worker', label: `The worker ${workerName}` },
          ]}
        />
        <BlockWorker name={workerName} by={{ submissionId: submission._id }} />
      </Row>
    </Sheet>
  );
};

/** A code of a newer server has no label here. */
const labelOf = ({ code }: NonNullable<Submission['reason']>): string =>
  (REASON_LABELS as Record<string, readonly [string, string] | undefined>)[code]?.[0] ?? REASON_LABELS.other[0];

const Sheet = styled(Card)`
  display: grid;
  gap: ${space(4)};
`;
const State = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(2)};
  align-items: center;
`;
const Notes = styled.div`
  ${quietText}
  display: grid;
  gap: ${space(1)};

  p {
    max-width: 80ch;
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
`;

const textOf = ({ status, decidedBy, decidedAt, reason, reversal }: Submission): string => {
  const verb = status === 'approved' ? 'Approved' : 'Rejected';
  const on = decidedAt ? ' on {when}' : '';
  if (reversal?.state === 'made') return `${verb} by you${on}, after you had rejected it`;
  if (decidedBy === 'buyer') return `${verb} by you${on}`;
  if (decidedBy === 'admin') return `${verb} by an admin${on}, after an appeal`;
  if (decidedBy === 'departure') return `${verb}${on} because an account was closed or changed roles`;
  if (decidedBy === 'agreement') return `${verb} automatically${on} because the answers to its page agree`;
  if (decidedBy !== 'deadline') return `${verb}${on}`;
  return reason?.code === 'overdue'
    ? `${verb} automatically${on} because the revision didn’t arrive in time`
    : `${verb} automatically${on} because your review time ran out`;
};

const Decision = ({ submission }: { submission: Submission }) => {
  const { status, decidedAt } = submission;
  if (status === 'pending') return null;
  return <span>{withNodes(textOf(submission), { when: decidedAt && <Moment at={decidedAt} /> })}</span>;
};

const REFUSALS = {
  'insufficient-coins': 'you don’t have enough coins for it',
  'not-a-buyer': 'you’re no longer a buyer',
  'role-unsettled': 'your role was just being changed',
  'worker-left': 'the worker has left',
} as const satisfies Record<NonNullable<NonNullable<Submission['reversal']>['reason']>, string>;

const reversalText = ({ reversal }: Submission): string => {
  if (reversal?.state === 'underway') return 'We’re just paying the worker for it.';
  if (reversal?.state === 'declined' && reversal.reason)
    return `Your rejection stands: it couldn’t be taken back, because ${REFUSALS[reversal.reason]}.`;
  if (reversal?.state !== 'made') return '';
  return reversal.paidBy === 'balance' ? 'It was paid from your balance.' : 'It was paid from a place of this task.';
};

const appealText = ({ appeal, reversal }: Submission): string => {
  if (!appeal) return '';
  if (reversal?.state === 'made') return 'The worker had appealed.';
  if (appeal.state === 'open') return 'The worker appealed. An admin will decide.';
  if (appeal.state === 'dismissed') return 'An admin dismissed the worker’s appeal. The rejection stands.';
  return appeal.paidBy === 'platform'
    ? 'An admin upheld the worker’s appeal. Piecework paid, so it cost you nothing.'
    : 'An admin upheld the worker’s appeal and paid from an open place of this task.';
};
