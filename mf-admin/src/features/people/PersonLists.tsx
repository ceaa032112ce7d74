import type {
  Appeal,
  Entry,
  Payment,
  ReportCase,
  Reservation,
  Submission,
  Task,
  TransferKind,
  Withdrawal,
} from '@piecework/contracts';
import { APPEAL_STATES, SUBMISSION_STATUSES, WITHDRAWAL_STATUSES } from '@piecework/contracts/constants';
import {
  Button,
  Clamp,
  Coins,
  type Column,
  DataTable,
  Empty,
  formatCoins,
  Row,
  SelectField,
  Stack,
  Status,
} from '@piecework/ui';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { paths } from '../../paths';
import { ListFrame } from '../list/ListFrame';
import { SecondaryLine } from '../list/list-elements';
import { idOf, useHeldRows } from '../list/useHeldRows';
import { PAYMENT_COLUMNS } from '../payments/paymentColumns';
import { OUTCOME_LABELS, REASON_LABELS, subjectOf } from '../reports/report-labels';
import { ACTS, DUE, STATUS, TITLE } from '../tasks/taskColumns';
import { TRAIL_COLUMNS } from '../trail/trailColumns';
import { AMOUNT } from '../withdrawals/withdrawalColumns';
import { CAUSES, causeOf } from './cause-names';
import { PersonLink } from './PersonLink';

/** Lists that exist, narrowed to one person. */
interface Whose {
  id: string;
  email: string;
}

const optionsOf = (all: string, values: readonly string[]) => [
  { value: '', label: all },
  ...values.map((value) => ({ value, label: value })),
];

const KINDS = Object.keys(CAUSES) as TransferKind[];
const KIND_OPTIONS = [{ value: '', label: 'All causes' }, ...KINDS.map((value) => ({ value, label: CAUSES[value] }))];

const ENTRIES: readonly Column<Entry>[] = [
  { id: 'kind', head: 'Cause', primary: true, cell: ({ kind }) => causeOf(kind) },
  { id: 'about', head: 'What', wide: true, cell: ({ about }) => about && <About about={about} /> },
  { id: 'date', head: 'Date', cell: ({ time }) => <Moment at={time} /> },
  { id: 'amount', head: 'Amount', align: 'end', cell: ({ amount }) => <Coins amount={amount} sign /> },
  { id: 'balance', head: 'Balance after', align: 'end', cell: ({ balance }) => formatCoins(balance) },
];

const About = ({ about: { type, id, title } }: { about: NonNullable<Entry['about']> }) => (
  <>
    <span>{title ?? type}</span>
    <SecondaryLine translate="no">{id}</SecondaryLine>
  </>
);

export function StatementOf({ id }: Whose) {
  const params = useListParams(LONG_PAGE_SIZE);
  const kind = params.oneOf('kind', KINDS);
  const list = useApiList('GET /statement', { query: { user: id, kind, ...params.range } });
  return (
    <ListFrame
      params={params}
      list={list}
      rows={list.data?.rows ?? []}
      rowKey={idOf}
      label="Statement"
      noun="change"
      filter={{ name: 'kind', label: 'Cause', options: KIND_OPTIONS, value: kind }}
      columns={ENTRIES}
      empty={{
        seed: 'statement',
        title: 'No entries',
        text: 'No coins came in or went out.',
        showAll: 'Show all causes',
      }}
    />
  );
}

type Side = 'worker' | 'buyer';
const SIDES = ['buyer'] as const;

/** A person may have worked and bought: one of both is shown. */
const useSide = (
  params: ReturnType<typeof useListParams>,
  id: string,
  options: readonly [worker: string, buyer: string],
) => {
  const side = params.oneOf('side', SIDES);
  const [worker, buyer] = options;
  return {
    /** Not the person of the page. */
    other: (side === 'buyer' ? 'worker' : 'buyer') as Side,
    whose: side === 'buyer' ? { buyer: id } : { worker: id },
    filter: {
      name: 'side',
      label: 'Which side',
      options: [
        { value: '', label: worker },
        { value: 'buyer', label: buyer },
      ],
      value: side,
    },
  };
};

const personColumn = (side: Side): Column<Record<`${Side}Email`, string>> =>
  side === 'worker'
    ? { id: side, head: 'Worker', cell: ({ workerEmail }) => <PersonLink of={workerEmail} /> }
    : { id: side, head: 'Buyer', cell: ({ buyerEmail }) => <PersonLink of={buyerEmail} /> };

const TASK: Column<Pick<Submission, 'taskId' | 'taskTitle' | 'payableAmount'>> = {
  id: 'task',
  head: 'Task',
  primary: true,
  cell: ({ taskId, taskTitle, payableAmount }) => (
    <>
      <Link to={paths.task(taskId)}>{taskTitle}</Link>
      <SecondaryLine>
        <Coins amount={payableAmount} size="small" />
      </SecondaryLine>
    </>
  ),
};

const WORK = (other: Side): readonly Column<Submission>[] => [
  TASK,
  { id: 'work', head: 'Submission', wide: true, cell: ({ submissionDetails }) => <Clamp text={submissionDetails} /> },
  personColumn(other),
  {
    id: 'status',
    head: 'Status',
    cell: ({ status, decidedAt, submissionDate }) => (
      <>
        <Status status={status} />
        <SecondaryLine>{decidedAt ? <Moment at={decidedAt} /> : <span>{submissionDate}</span>}</SecondaryLine>
      </>
    ),
  },
];

export function WorkOf({ id }: Whose) {
  const params = useListParams(LONG_PAGE_SIZE);
  const status = params.oneOf('status', SUBMISSION_STATUSES);
  const taskId = params.get('task') || undefined;
  const { other, whose, filter } = useSide(params, id, ['Submitted', 'Received']);
  const list = useApiList('GET /submissions', { query: { ...whose, status, taskId, ...params.range } });
  return (
    <Stack gap={6}>
      <ListFrame
        params={params}
        list={list}
        rows={list.data?.rows ?? []}
        rowKey={idOf}
        label="Work"
        noun="submission"
        filter={filter}
        actions={
          <Row gap={3}>
            {taskId !== undefined && (
              <Button variant="secondary" size="small" onClick={() => params.change({ task: '' })}>
                Show work for all tasks
              </Button>
            )}
            <SelectField
              label="Status"
              options={optionsOf('All statuses', SUBMISSION_STATUSES)}
              value={status ?? ''}
              onChange={({ currentTarget }) => params.change({ status: currentTarget.value })}
            />
          </Row>
        }
        columns={WORK(other)}
        empty={{ seed: 'work', title: 'No submissions', text: 'There’s no work of this kind.' }}
      />
      <HeldPlaces id={id} />
    </Stack>
  );
}

const HELD: readonly Column<Reservation>[] = [
  {
    id: 'task',
    head: 'Task',
    primary: true,
    cell: ({ taskId, taskTitle }) => <Link to={paths.task(taskId)}>{taskTitle}</Link>,
  },
  { id: 'pay', head: 'Pay', align: 'end', cell: ({ payableAmount }) => <Coins amount={payableAmount} /> },
  { id: 'until', head: 'Held until', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
];

/** At most a few, and mostly none. */
function HeldPlaces({ id }: { id: string }) {
  const { data } = useApiList('GET /reservations', { query: { worker: id } });
  if (!data?.total) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="held-places">
      <h2 id="held-places">Held places</h2>
      <DataTable
        caption="Held places"
        columns={HELD}
        rows={data.rows}
        rowKey={idOf}
        empty={<Empty title="No held places" />}
      />
    </Stack>
  );
}

const TASKS: readonly Column<Task>[] = [TITLE, DUE, STATUS, ACTS];

export function TasksOf({ id }: Whose) {
  const params = useListParams(LONG_PAGE_SIZE);
  const list = useApiList('GET /tasks', { query: { buyer: id, ...params.range } });
  return (
    <ListFrame
      params={params}
      list={list}
      rows={list.data?.rows ?? []}
      rowKey={idOf}
      label="Tasks"
      noun="task"
      columns={TASKS}
      empty={{
        seed: 'tasks',
        title: 'No tasks',
        text: 'Tasks that this person posted appear here, without deleted ones.',
      }}
    />
  );
}

const WITHDRAWALS: readonly Column<Withdrawal>[] = [
  { id: 'amount', head: 'Amount', primary: true, cell: AMOUNT.cell },
  { id: 'system', head: 'Payment system', cell: ({ paymentSystem }) => paymentSystem },
  {
    id: 'account',
    head: 'Account number',
    cell: ({ accountMask }) => (accountMask ? <span translate="no">{`•••${accountMask}`}</span> : '–'),
  },
  { id: 'requested', head: 'Requested', cell: ({ withdrawalDate }) => withdrawalDate },
  {
    id: 'status',
    head: 'Status',
    cell: ({ status, payout, payoutReference, cancelReason }) => (
      <>
        <Status status={payout ?? status} />
        {(payoutReference ?? cancelReason) && <SecondaryLine>{payoutReference ?? cancelReason}</SecondaryLine>}
      </>
    ),
  },
];

export function WithdrawalsOf({ id, email }: Whose) {
  const params = useListParams(LONG_PAGE_SIZE);
  const status = params.oneOf('status', WITHDRAWAL_STATUSES);
  const list = useApiList('GET /withdrawals', { query: { worker: id, status, ...params.range } });
  return (
    <ListFrame
      params={params}
      list={list}
      rows={list.data?.rows ?? []}
      rowKey={idOf}
      label="Withdrawals"
      noun="withdrawal"
      filter={{
        name: 'status',
        label: 'Which withdrawals',
        options: optionsOf('All', WITHDRAWAL_STATUSES),
        value: status,
      }}
      actions={
        <Button as={Link} to={paths.withdrawalsOf(email)} variant="secondary" size="small">
          Decide or pay
        </Button>
      }
      columns={WITHDRAWALS}
      empty={{ seed: 'withdrawals', title: 'No withdrawals', text: 'There’s no request of this kind.' }}
    />
  );
}

export function PaymentsOf({ id }: Whose) {
  const params = useListParams(LONG_PAGE_SIZE);
  const query = { buyer: id, ...params.range };
  const list = useApiList('GET /payments', { query });
  // A row that moves under the pointer would be credited.
  const { rows, waiting, show } = useHeldRows<Payment>(list, query);
  return (
    <ListFrame
      params={params}
      list={list}
      rows={rows}
      waiting={waiting}
      onShow={show}
      rowKey={idOf}
      label="Payments"
      noun="payment"
      columns={PAYMENT_COLUMNS}
      empty={{ seed: 'payments', title: 'No payments', text: 'This person hasn’t bought coins.' }}
    />
  );
}

const APPEALS = (other: Side): readonly Column<Appeal>[] => [
  TASK,
  { id: 'text', head: 'Appeal', wide: true, cell: ({ text }) => <Clamp text={text} /> },
  personColumn(other),
  {
    id: 'state',
    head: 'State',
    cell: ({ state, filedAt, note }) => (
      <>
        <Status status={state} />
        <SecondaryLine>
          <Moment at={filedAt} />
        </SecondaryLine>
        {note && <Clamp text={note} />}
      </>
    ),
  },
];

export function AppealsOf({ id }: Whose) {
  const params = useListParams(LONG_PAGE_SIZE);
  const state = params.oneOf('state', APPEAL_STATES);
  const { other, whose, filter } = useSide(params, id, ['Filed', 'Against their rejections']);
  const list = useApiList('GET /appeals', { query: { ...whose, state, ...params.range } });
  return (
    <ListFrame
      params={params}
      list={list}
      rows={list.data?.rows ?? []}
      rowKey={idOf}
      label="Appeals"
      noun="appeal"
      filter={filter}
      actions={
        <SelectField
          label="State"
          options={optionsOf('All states', APPEAL_STATES)}
          value={state ?? ''}
          onChange={({ currentTarget }) => params.change({ state: currentTarget.value })}
        />
      }
      columns={APPEALS(other)}
      empty={{ seed: 'appeals', title: 'No appeals', text: 'There’s no appeal of this kind.' }}
    />
  );
}

const REPORTS: readonly Column<ReportCase>[] = [
  { id: 'subject', head: 'What', primary: true, cell: subjectOf },
  { id: 'owner', head: 'Responsible', cell: ({ owner }) => <PersonLink of={owner.userEmail} name={owner.userName} /> },
  {
    id: 'reasons',
    head: 'Reasons',
    cell: ({ reports }) => [...new Set(reports.map(({ reasonCode }) => REASON_LABELS[reasonCode]))].join(', '),
  },
  { id: 'opened', head: 'First report', cell: ({ openedAt }) => <Moment at={openedAt} /> },
  { id: 'outcome', head: 'Outcome', cell: ({ outcome }) => (outcome ? OUTCOME_LABELS[outcome] : 'Open') },
];

export function ReportsOf({ id }: Whose) {
  const params = useListParams(LONG_PAGE_SIZE);
  const side = params.oneOf('side', REPORT_SIDES);
  const whose = side === 'by' ? { reporter: id } : { owner: id };
  const list = useApiList('GET /reports', { query: { ...whose, ...params.range } });
  return (
    <ListFrame
      params={params}
      list={list}
      rows={list.data?.rows ?? []}
      rowKey={idOf}
      label="Reports"
      noun="case"
      filter={{ name: 'side', label: 'Which reports', options: REPORT_SIDE_OPTIONS, value: side }}
      columns={REPORTS}
      empty={{ seed: 'reports', title: 'No reports', text: 'There’s no report of this kind.' }}
    />
  );
}

const REPORT_SIDES = ['by'] as const;
const REPORT_SIDE_OPTIONS = [
  { value: '', label: 'About this person' },
  { value: 'by', label: 'By this person' },
];

export function TrailOf({ id }: Whose) {
  const params = useListParams(LONG_PAGE_SIZE);
  const list = useApiList('GET /admin/trail', { query: { person: id, ...params.range } });
  return (
    <ListFrame
      params={params}
      list={list}
      rows={list.data?.rows ?? []}
      rowKey={idOf}
      label="Admin trail"
      noun="act"
      columns={TRAIL_COLUMNS}
      empty={{
        seed: 'trail',
        title: 'No actions',
        text: 'No admin has acted on this person, their tasks, work or money.',
      }}
    />
  );
}
