import { Page } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { ListFrame } from '../list/ListFrame';
import { idOf } from '../list/useHeldRows';
import { TRAIL_COLUMNS } from './trailColumns';

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
        columns={TRAIL_COLUMNS}
        empty={EMPTY}
      />
    </Page>
  );
}
