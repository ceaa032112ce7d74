import { Button, DataTable, Empty, Page, Pager, Row } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useState } from 'react';
import { counted, ListHead, ListRegion } from '../list/list-elements';
import { grantColumns } from './grantColumns';
import { useGrantRelease } from './useGrantRelease';

/** Waiting grants have no live notice. */
const REFRESH_MS = 30_000;

const LEAD =
  'These accounts work, but their starting coins wait for a check: many accounts from one network, or several of one mailbox, may belong to one person. Select those that look honest and release them.';

const NONE: ReadonlySet<string> = new Set();

export default function Grants() {
  usePageTitle('Starting coins');
  const params = useListParams(LONG_PAGE_SIZE);
  const list = useApiList('GET /admin/grants', { query: params.range }, { refetchInterval: REFRESH_MS });
  const pages = usePages(params, list);
  const rows = list.data?.rows ?? [];
  const [selected, setSelected] = useState(NONE);
  const chosen = rows.filter(({ userId }) => selected.has(userId));
  const isAll = rows.length > 0 && chosen.length === rows.length;
  const { release, isReleasing } = useGrantRelease(() => setSelected(NONE));
  const toggle = (userId: string) => {
    const next = new Set(selected);
    if (!next.delete(userId)) next.add(userId);
    setSelected(next);
  };
  const columns = grantColumns({ isSelected: (userId) => selected.has(userId), onSelect: toggle });
  return (
    <Page title="Starting coins" lead={LEAD}>
      <ListRegion aria-label="Starting coins">
        <ListHead total={list.data?.total} noun="waiting account" isFiltered={false}>
          {rows.length > 0 && (
            <Row gap={2}>
              <Button
                variant="secondary"
                size="small"
                onClick={() => setSelected(isAll ? NONE : new Set(rows.map(({ userId }) => userId)))}
              >
                {isAll ? 'Clear selection' : 'Select this page'}
              </Button>
              <Button
                size="small"
                disabled={chosen.length === 0}
                busy={isReleasing}
                onClick={() => void release(chosen)}
              >
                {chosen.length === 0 ? 'Release' : `Release ${counted(chosen.length, 'account')}`}
              </Button>
            </Row>
          )}
        </ListHead>
        <DataTable
          caption="Accounts whose starting coins wait"
          columns={columns}
          rows={rows}
          rowKey={({ userId }) => userId}
          {...tableState(list)}
          empty={
            <Empty
              title="No starting coins wait"
              text="New accounts get theirs right away. Those that need a check appear here."
              seed="grants"
            />
          }
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label="Starting coins" />
      </ListRegion>
    </Page>
  );
}
