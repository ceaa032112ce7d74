import type { AdminAct } from '@piecework/contracts';
import { type Column, Page } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { ListFrame } from '../list/ListFrame';
import { SecondaryLine, WholeWords } from '../list/list-elements';
import { actionOf, actorOf } from './act-texts';

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
  { id: 'actor', head: 'By', cell: (act) => <Id>{actorOf(act)}</Id> },
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
        rowKey={({ _id }) => _id}
        columns={COLUMNS}
        empty={EMPTY}
      />
    </Page>
  );
}
