import type { AdminAct } from '@piecework/contracts';
import { Button, type Column, DataTable, Empty, ListTools, Page, Pager } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { ListSearch, LONG_PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { ListHead, ListRegion, SecondaryLine, WholeWords } from '../list/list-elements';
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

/** Acts are only appended, so the list needs no held rows. */
export default function AdminTrail() {
  usePageTitle('Admin trail');
  const params = useListParams(LONG_PAGE_SIZE);
  const q = params.get('q') || undefined;
  const list = useApiList('GET /admin/trail', { query: { q, ...params.range } });
  const pages = usePages(params, list);
  return (
    <Page
      title="Admin trail"
      lead="Actions by admins and the operator, newest first. Entries are never changed or deleted."
    >
      <ListRegion aria-label="Admin trail">
        <ListTools>
          <ListSearch label="Search by action, person, or ID" params={params} />
        </ListTools>
        <ListHead total={list.data?.total} noun="act" isFiltered={Boolean(q)} />
        <DataTable
          caption="Admin actions"
          columns={COLUMNS}
          rows={list.data?.rows ?? []}
          rowKey={({ _id }) => _id}
          {...tableState(list)}
          empty={<NoActs isFiltered={Boolean(q)} onClear={() => params.change({ q: '' })} />}
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label="Admin trail" />
      </ListRegion>
    </Page>
  );
}

function NoActs({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered) return <Empty title="No actions yet" text="Admin actions appear here." seed="trail" />;
  return (
    <Empty
      title="No actions found"
      text="No action matches this search."
      seed="trail"
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all actions
        </Button>
      }
    />
  );
}
