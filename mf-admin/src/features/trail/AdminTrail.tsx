import type { AdminAct } from '@piecework/contracts';
import type { AdminAction } from '@piecework/contracts/constants';
import { type Column, Email, Page } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { ListFrame } from '../list/ListFrame';
import { SecondaryLine, WholeWords } from '../list/list-elements';
import { idOf } from '../list/useHeldRows';

const ACTIONS = {
  'role-changed': 'Changed a role',
  'account-closed': 'Closed an account',
  'task-deleted': 'Deleted a task',
  'task-ended': 'Ended a task',
  'withdrawal-approved': 'Approved a withdrawal',
  'withdrawal-canceled': 'Canceled a withdrawal',
  'withdrawal-held': 'Held a withdrawal',
  'withdrawal-released': 'Released a withdrawal',
  'grant-released': 'Released starting coins',
  'account-number-revealed': 'Revealed an account number',
  'payouts-exported': 'Exported the due payouts',
  'payout-rate-set': 'Set a payout rate',
  'payout-paid': 'Recorded a payment',
  'payout-failed': 'Recorded a failed payment',
  'payment-credited': 'Credited a payment',
  'appeal-upheld': 'Upheld an appeal',
  'appeal-dismissed': 'Dismissed an appeal',
  'event-retried': 'Retried a parked event',
  'record-discarded': 'Discarded a record that is no event',
  'password-set': 'Set a password',
  'factors-removed': 'Removed second factors',
} as const satisfies Record<AdminAction, string>;

/** An act of a newer server is shown by its name. */
const actionOf = ({ action }: AdminAct): string => (ACTIONS as Record<string, string>)[action] ?? action;

const Id = styled.span.attrs({ translate: 'no' })`
  overflow-wrap: anywhere;
`;

const COLUMNS: readonly Column<AdminAct>[] = [
  {
    id: 'act',
    head: 'Action',
    primary: true,
    cell: (act) => (
      <>
        <WholeWords>{actionOf(act)}</WholeWords>
        {act.detail && <SecondaryLine>{act.detail}</SecondaryLine>}
      </>
    ),
  },
  {
    id: 'subject',
    head: 'About',
    wide: true,
    cell: ({ subject: { type, id, title } }) => (
      <>
        <Id>{title ?? type}</Id>
        <SecondaryLine>
          <span>{type}</span> <Id>{id}</Id>
        </SecondaryLine>
      </>
    ),
  },
  {
    id: 'actor',
    head: 'By',
    cell: ({ actor, actorEmail }) =>
      actorEmail ? <Email address={actorEmail} /> : <Id>{actor === 'operator' ? 'Operator, by a command' : actor}</Id>,
  },
  { id: 'at', head: 'When', cell: ({ at }) => <Moment at={at} /> },
];

const EMPTY = {
  seed: 'trail',
  title: 'No actions yet',
  text: 'Admin actions appear here.',
  foundTitle: 'No actions found',
  foundText: 'No action matches this search.',
  showAll: 'Show all actions',
};

/** Acts are only appended, so the list needs no held rows. */
export default function AdminTrail() {
  usePageTitle('Admin trail');
  const params = useListParams(LONG_PAGE_SIZE);
  const q = params.get('q') || undefined;
  const list = useApiList('GET /admin/trail', { query: { q, ...params.range } });
  return (
    <Page
      title="Admin trail"
      lead="Actions by admins and the operator, newest first. Entries are never changed or deleted."
    >
      <ListFrame
        params={params}
        list={list}
        label="Admin trail"
        caption="Admin actions"
        noun="act"
        search="Search by action, person, or ID"
        rows={list.data?.rows ?? []}
        rowKey={idOf}
        columns={COLUMNS}
        empty={EMPTY}
      />
    </Page>
  );
}
