import type { Adjustment } from '@piecework/contracts';
import { ADJUSTMENT_STATES } from '@piecework/contracts/constants';
import { Clamp, Coins, type Column, formatCoins, Page, Row } from '@piecework/ui';
import { call, dialogs, usePageTitle, useUser } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useAction, useApiList } from '@piecework/web-kit/query';
import { refreshedOnConflict, showOutcome } from '../dialogs/outcomes';
import { ListFrame } from '../list/ListFrame';
import { counted, MinWidth, RowButton, SecondaryLine } from '../list/list-elements';
import { idOf } from '../list/useHeldRows';
import { PersonLink } from '../people/PersonLink';
import { REFRESH_MS } from '../refresh-interval';
import { KIND_LABELS, STATE_LABELS } from './adjustment-texts';

const LEAD =
  'Coins that admins add to accounts, or take from them. What exceeds the limit of one admin in a day waits here for another one. To adjust a balance, go to Manage Users.';

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'waiting', label: 'Waiting' },
  { value: 'posted', label: 'Posted' },
  { value: 'declined', label: 'Declined' },
] as const;

const EMPTY = {
  seed: 'adjustments',
  title: 'No adjustments yet',
  text: 'Refunds and corrections of balances appear here.',
  foundTitle: 'No adjustments found',
  foundText: 'No adjustment has this state.',
  showAll: 'Show all adjustments',
};

/** P-13.15. */
export default function Adjustments() {
  usePageTitle('Adjustments');
  const params = useListParams(LONG_PAGE_SIZE);
  const state = params.oneOf('state', ADJUSTMENT_STATES);
  const list = useApiList('GET /adjustments', { query: { state, ...params.range } }, { refetchInterval: REFRESH_MS });
  const { userEmail } = useUser();
  return (
    <Page title="Adjustments" lead={LEAD}>
      <ListFrame
        params={params}
        list={list}
        rows={list.data?.rows ?? []}
        label="Adjustments"
        noun="adjustment"
        columns={columnsFor(userEmail)}
        rowKey={idOf}
        filter={{ name: 'state', label: 'Which state', options: FILTERS, value: state }}
        empty={EMPTY}
      />
    </Page>
  );
}

const columnsFor = (ownEmail: string): Column<Adjustment>[] => [
  {
    id: 'person',
    head: 'Person',
    primary: true,
    cell: ({ userId, userName, userEmail }) => (
      <>
        <PersonLink of={userId} name={userName} />
        <SecondaryLine>
          <PersonLink of={userEmail} />
        </SecondaryLine>
      </>
    ),
  },
  { id: 'coins', head: 'Coins', align: 'end', cell: ({ coins }) => <Coins amount={coins} sign /> },
  {
    id: 'reason',
    head: 'Reason',
    wide: true,
    cell: ({ kind, reason }) => (
      <MinWidth>
        <span>{KIND_LABELS[kind]}</span>
        <SecondaryLine>
          <Clamp text={reason} />
        </SecondaryLine>
      </MinWidth>
    ),
  },
  {
    id: 'requested',
    head: 'Requested',
    cell: ({ requestedBy, requestedAt }) => (
      <>
        <PersonLink of={requestedBy} />
        <SecondaryLine>
          <Moment at={requestedAt} />
        </SecondaryLine>
      </>
    ),
  },
  {
    id: 'state',
    head: 'State',
    action: true,
    cell: (adjustment) =>
      adjustment.state === 'waiting' ? (
        <Decide adjustment={adjustment} isOwn={adjustment.requestedBy === ownEmail} />
      ) : (
        <Decided {...adjustment} />
      ),
  },
];

const Decided = ({ state, decidedBy, decidedAt }: Adjustment) => (
  <>
    <span>{STATE_LABELS[state]}</span>
    {decidedBy && (
      <SecondaryLine>
        <PersonLink of={decidedBy} />
      </SecondaryLine>
    )}
    {decidedAt && (
      <SecondaryLine>
        <Moment at={decidedAt} />
      </SecondaryLine>
    )}
  </>
);

const sumOf = ({ coins, userName, userEmail }: Adjustment) =>
  `${counted(Math.abs(coins), 'coin')} ${coins < 0 ? 'from' : 'to'} ${userName} (${userEmail})`;

const Decide = ({ adjustment, isOwn }: { adjustment: Adjustment; isOwn: boolean }) => {
  const { _id: id, userName, coins } = adjustment;
  const { run, isRunning } = useAction(async (status: 'approved' | 'declined') => {
    const { modifiedCount } = await refreshedOnConflict(
      call('PATCH /adjustments/{id}', { params: { id }, body: { status } }),
      'GET /adjustments',
    );
    refresh('GET /adjustments', 'GET /totals');
    await showOutcome(
      modifiedCount,
      { title: 'Already decided', text: 'Another admin was first. No coins were moved twice.' },
      { title: 'Updated!', text: status === 'approved' ? `${sumOf(adjustment)} are posted.` : 'No coins were moved.' },
    );
  });
  // Not in the action: the button would be busy behind the question.
  const ask = async (status: 'approved' | 'declined', text: string, confirmText: string) => {
    if (await dialogs.confirm({ title: 'Are you sure?', detail: sumOf(adjustment), text, confirmText }))
      await run(status);
  };
  const about = `${formatCoins(coins)} coins of ${userName}`;
  if (isOwn)
    return (
      <>
        <span>{STATE_LABELS.waiting}</span>
        <RowButton
          variant="quiet"
          label="Take back"
          about={about}
          busy={isRunning}
          onClick={() => void ask('declined', 'No coins are moved.', 'Yes, take it back!')}
        />
      </>
    );
  return (
    <Row gap={2}>
      <RowButton
        label="Approve"
        about={about}
        busy={isRunning}
        onClick={() =>
          void ask('approved', 'The coins move right away, and the person gets a notification.', 'Yes, approve it!')
        }
      />
      <RowButton
        variant="quiet"
        label="Decline"
        about={about}
        disabled={isRunning}
        onClick={() => void ask('declined', 'No coins are moved.', 'Yes, decline it!')}
      />
    </Row>
  );
};
