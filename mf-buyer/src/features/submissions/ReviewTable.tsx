import type { Submission } from '@piecework/contracts';
import {
  Button,
  Clamp,
  Coins,
  type Column,
  DataTable,
  Empty,
  formatCoins,
  Notice,
  Pager,
  Row,
  Stack,
} from '@piecework/ui';
import { media, quietText, space, text } from '@piecework/ui/styles';
import { LinkButton } from '@piecework/web-kit/link-button';
import { PAGE_SIZE, tableState, useListParams, usePages, useStableRows } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useLayoutEffect, useRef, useState } from 'react';
import { styled } from 'styled-components';
import { paths } from '../paths';
import { ApprovalCountdown } from './ApprovalCountdown';
import { DecisionStatus } from './DecisionStatus';
import { RejectDialog } from './RejectDialog';
import { isSentBack } from './review-state';
import { SubmissionReviewDialog } from './SubmissionReviewDialog';
import { type Outcome, useDecisions, type Verdict } from './useDecisions';

export function ReviewTable() {
  const params = useListParams(PAGE_SIZE);
  const { page, range, goTo } = params;
  const pending = useApiList('GET /submissions', { query: { status: 'pending', ...range } });
  const rows = pending.data?.rows ?? NONE;
  const stable = useStableRows<Submission>(pending, { scope: String(page), idOf, policy: HOLD_WHILE_TOUCHED });
  const shown = stable.rows;
  // The list does not change page while it is touched, even when none of its rows is pending any more.
  const pages = usePages(params, {
    data: pending.data,
    isPlaceholderData: stable.isTouched || pending.isPlaceholderData,
  });
  const { outcomes, failure, clearFailure, decide } = useDecisions();
  const [readId, setReadId] = useState<string | null>(null);
  const [rejectId, setRejectId] = useState<string | null>(null);
  const [decidedId, setDecidedId] = useState<string | null>(null);
  const region = useRef<HTMLElement>(null);
  const read = shown.find(({ _id }) => _id === readId) ?? null;
  const rejected = shown.find(({ _id }) => _id === rejectId);

  const waiting = new Set(rows.map(({ _id }) => _id));
  // A submission that left the list was decided, even without a notice that says how.
  const outcomeOf = ({ _id }: Submission): Outcome | undefined =>
    outcomes.get(_id) ?? (waiting.has(_id) ? undefined : { made: 'elsewhere' });

  const onDecide = async (submission: Submission, verdict: Verdict) => {
    const isDecided = await decide(submission, verdict);
    if (!isDecided) return;
    setReadId((id) => (id === submission._id ? null : id));
    setRejectId((id) => (id === submission._id ? null : id));
    setDecidedId(submission._id);
  };
  const onApprove = (submission: Submission) => void onDecide(submission, APPROVED);
  const onReject = ({ _id }: Submission) => {
    clearFailure();
    setRejectId(_id);
  };
  const failureOf = (submission: Submission | null | undefined) =>
    failure && failure.id === submission?._id ? failure.message : null;

  // After the commit that removes the pressed button; without this the keyboard focus would return to the top of the page.
  useLayoutEffect(() => {
    if (decidedId) focusAfter(region.current, decidedId);
  }, [decidedId]);

  return (
    <Stack as="section" ref={region} aria-labelledby={HEADING} tabIndex={-1} {...stable.touchHandlers}>
      <Row justify="space-between">
        <Heading id={HEADING}>Submissions to review</Heading>
        {/* Also before the list has arrived: it would push the table down. */}
        {(!pending.data || rows.length > 0) && (
          <LinkButton variant="secondary" size="small" to={paths.review()} label="Review one by one" />
        )}
      </Row>
      {failure && !read && !rejected && <Notice tone="bad">{failure.message}</Notice>}
      <DataTable
        caption="Pending submissions, newest first"
        {...tableState(pending)}
        rows={shown}
        rowKey={idOf}
        columns={columns({ outcomeOf, onRead: setReadId, onApprove, onReject })}
        empty={<NothingPending />}
      />
      <Pager page={page} pages={pages} onPage={goTo} label="Pending submissions" />
      <SubmissionReviewDialog
        submission={read}
        outcome={read ? outcomeOf(read) : undefined}
        failure={rejected ? null : failureOf(read)}
        onApprove={onApprove}
        onReject={onReject}
        onClose={() => setReadId(null)}
      />
      {rejected && (
        <RejectDialog
          whose={`${rejected.workerName}’s submission`}
          isSending={isBeingSent(outcomeOf(rejected))}
          failure={isMade(outcomeOf(rejected)) ? DECIDED_ELSEWHERE : failureOf(rejected)}
          onReject={(reason) => void onDecide(rejected, { status: 'reject', ...reason })}
          onClose={() => setRejectId(null)}
        />
      )}
    </Stack>
  );
}

const NONE: readonly Submission[] = [];
const APPROVED = { status: 'approved' } as const;
const isBeingSent = (outcome: Outcome | undefined) => outcome !== undefined && 'sending' in outcome;
const isMade = (outcome: Outcome | undefined) => outcome !== undefined && 'made' in outcome;
const DECIDED_ELSEWHERE = 'This submission has already been decided.';
const HOLD_WHILE_TOUCHED = { hold: 'while-touched' } as const;
const idOf = ({ _id }: Submission) => _id;
const HEADING = 'to-review';

/** To the next submission, else to the section. */
const focusAfter = (region: HTMLElement | null, id: string) => {
  if (!region || region.contains(document.activeElement) || document.querySelector('dialog[open]')) return;
  const views = [...region.querySelectorAll<HTMLElement>('[data-view]')];
  const at = views.findIndex(({ dataset }) => dataset.view === id);
  (views[at + 1] ?? views[at] ?? region).focus({ preventScroll: true });
};

interface Actions {
  outcomeOf(submission: Submission): Outcome | undefined;
  onRead(id: string): void;
  onApprove(submission: Submission): void;
  onReject(submission: Submission): void;
}

const columns = ({ outcomeOf, ...actions }: Actions): Column<Submission>[] => [
  {
    id: 'task',
    head: 'Task Title',
    primary: true,
    cell: ({ taskTitle, page }) => (
      <>
        <Clamp text={taskTitle} />
        {page !== undefined && <BatchPage>{`Page ${formatCoins(page)}`}</BatchPage>}
      </>
    ),
  },
  {
    id: 'worker',
    head: 'Worker Name',
    cell: (submission) => (
      <>
        <span translate="no">{submission.workerName}</span>
        <Waiting>{!isMade(outcomeOf(submission)) && <ApprovalCountdown submission={submission} />}</Waiting>
      </>
    ),
  },
  { id: 'pay', head: 'Payable Amount', align: 'end', cell: ({ payableAmount: pay }) => <Coins amount={pay} /> },
  {
    id: 'actions',
    head: 'Review',
    action: true,
    cell: (submission) => <RowActions submission={submission} outcome={outcomeOf(submission)} {...actions} />,
  },
];

interface RowActionsProps extends Omit<Actions, 'outcomeOf'> {
  submission: Submission;
  outcome: Outcome | undefined;
}

/** The same size before and after the decision, so that the rows below do not move. */
const RowActions = ({ submission, outcome, onRead, onApprove, onReject }: RowActionsProps) => {
  const { _id, taskTitle, workerName, page } = submission;
  const sending = outcome && 'sending' in outcome ? outcome.sending : null;
  const of = `${taskTitle}${page === undefined ? '' : `, page ${page},`} by ${workerName}`;
  return (
    <Actions>
      <Button
        variant="quiet"
        size="small"
        data-view={_id}
        aria-label={`View Submission: ${of}`}
        onClick={() => onRead(_id)}
      >
        View Submission
      </Button>
      {outcome && 'made' in outcome ? (
        <DecisionStatus made={outcome.made} />
      ) : (
        <Row gap={2} wrap={false}>
          <Button
            variant="primary"
            size="small"
            icon="check"
            busy={sending === 'approved'}
            aria-disabled={sending !== null || undefined}
            aria-label={`Approve: ${of}`}
            onClick={() => onApprove(submission)}
          >
            Approve
          </Button>
          <Button
            variant="danger"
            size="small"
            icon="reject"
            busy={sending === 'reject'}
            aria-disabled={sending !== null || isSentBack(submission) || undefined}
            aria-label={`Reject: ${of}`}
            onClick={() => onReject(submission)}
          >
            Reject
          </Button>
        </Row>
      )}
    </Actions>
  );
};

const NothingPending = () => (
  <Empty
    title="No pending data available"
    text="New submissions appear here automatically."
    action={<LinkButton variant="secondary" icon="add" to={paths.addTask} label="Add new Tasks" />}
  />
);

const Heading = styled.h2`
  font-size: ${text.h3};
`;
const BatchPage = styled.div`
  ${quietText}
  font-weight: 400;
`;
/** As high without a countdown, so that the rows below do not move. */
const Waiting = styled.div`
  min-width: 10rem;
  min-height: 1lh;

  @container (min-width: 68rem) {
    white-space: nowrap;
  }
`;
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
  justify-content: flex-end;

  /* For a table row only: large text turns rows into cards on a desk too. */
  @container (min-width: 60rem) {
    flex-wrap: nowrap;

    > button {
      white-space: nowrap;
    }
  }
  ${media.phone} {
    > * {
      flex: 1 1 100%;
    }
    > div > * {
      flex: 1;
    }
  }
`;
