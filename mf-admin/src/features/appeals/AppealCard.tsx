import type { Appeal } from '@piecework/contracts';
import { rejectionSentence, workRecord } from '@piecework/contracts/constants';
import { withNodes } from '@piecework/i18n';
import {
  Button,
  Card,
  Coins,
  EmailLink,
  Fact,
  FactGrid,
  formatCoins,
  LinkedText,
  Notice,
  Row,
  Stack,
  Thumbnails,
} from '@piecework/ui';
import { pictureSources } from '@piecework/web-kit';
import { SubmittedAnswers } from '@piecework/web-kit/answer-form';
import { Moment } from '@piecework/web-kit/moment';
import { PersonLink } from '../people/PersonLink';
import { TaskBrief, Written } from './TaskBrief';

export type Outcome = 'upheld' | 'dismissed';

const PAYERS = { escrow: 'from the task', platform: 'by Piecework' } as const;
export const payerOf = (paidBy: Appeal['paidBy']): string => PAYERS[paidBy ?? 'platform'];

interface AppealCardProps {
  appeal: Appeal;
  onDecide(outcome: Outcome): void;
}

/** P-13.7. */
export function AppealCard({ appeal, onDecide }: AppealCardProps) {
  const { attachments = [], reason } = appeal;
  const id = `appeal-${appeal._id}`;
  return (
    <Card as="article" aria-labelledby={id}>
      <Stack gap={4}>
        <h2 id={id}>{appeal.taskTitle}</h2>
        <FactGrid>
          <Fact label="Worker">
            <PersonLink of={appeal.workerEmail} name={appeal.workerName} />
            <br />
            <EmailLink address={appeal.workerEmail} />
            {appeal.workerStats && (
              <>
                <br />
                <span>{workRecord(appeal.workerStats)}</span>
              </>
            )}
          </Fact>
          <Fact label="Buyer">
            <PersonLink of={appeal.buyerEmail} name={appeal.buyerName} />
            <br />
            <EmailLink address={appeal.buyerEmail} />
          </Fact>
          <Fact label="Pay">
            <Coins amount={appeal.payableAmount} />
          </Fact>
          <Fact label="Rejected">
            <Moment at={appeal.rejectedAt} form="both" />
          </Fact>
          <Fact label="Appealed">
            <Moment at={appeal.filedAt} form="both" />
          </Fact>
        </FactGrid>
        <TaskBrief taskId={appeal.taskId} />
        <Stack as="section" gap={2}>
          <h3>Submission</h3>
          <SubmittedAnswers {...appeal}>
            <Written>
              <LinkedText text={appeal.submissionDetails} />
            </Written>
            {attachments.length > 0 && (
              <Thumbnails label="Pictures" pictures={attachments.map((url) => pictureSources(url, 320))} />
            )}
          </SubmittedAnswers>
        </Stack>
        <Stack as="section" gap={2}>
          <h3>Buyer’s reason</h3>
          <span>{rejectionSentence(reason)}</span>
          {reason?.text && (
            <Written>
              <LinkedText text={reason.text} />
            </Written>
          )}
        </Stack>
        <Stack as="section" gap={2}>
          <h3>Worker’s appeal</h3>
          <Written>
            <LinkedText text={appeal.text} />
          </Written>
        </Stack>
        {appeal.state === 'open' ? <Decide appeal={appeal} onDecide={onDecide} /> : <Decided appeal={appeal} />}
      </Stack>
    </Card>
  );
}

const Decide = ({ appeal, onDecide }: AppealCardProps) => (
  <>
    <Notice tone="info">
      <span>{`If you uphold it, ${formatCoins(appeal.payableAmount)} coins are paid `}</span>
      <strong>{payerOf(appeal.paidBy)}</strong>
      <span>
        {appeal.paidBy === 'escrow'
          ? '. The work takes an open place, whose coins are set aside already.'
          : '. The task has no open place. The buyer pays nothing.'}
      </span>
    </Notice>
    <Row>
      <Button icon="check" onClick={() => onDecide('upheld')}>
        Uphold
      </Button>
      <Button variant="secondary" icon="reject" onClick={() => onDecide('dismissed')}>
        Dismiss
      </Button>
    </Row>
  </>
);

/** Upheld without a payer: its buyer has ended it (P-4.33). */
const outcomeOf = ({ state, payableAmount, paidBy }: Appeal): string => {
  if (state === 'dismissed') return 'Dismissed: the rejection stays';
  return paidBy
    ? `Upheld: ${formatCoins(payableAmount)} coins were paid ${payerOf(paidBy)}`
    : 'The buyer took the rejection back and paid the worker';
};

const Decided = ({ appeal }: { appeal: Appeal }) => (
  <Notice tone={appeal.state === 'upheld' ? 'good' : 'warn'}>
    <span>{outcomeOf(appeal)}</span>
    {appeal.decidedAt ? withNodes(', {when}.', { when: <Moment at={appeal.decidedAt} /> }) : <span>.</span>}
    {appeal.note && <Written>{appeal.note}</Written>}
  </Notice>
);
