import type { ReportCase } from '@piecework/contracts';
import { REPORT_STATES } from '@piecework/contracts/constants';
import { Empty, Failure, ListTools, Page, Pager, Segmented, Skeleton, Stack } from '@piecework/ui';
import { loadable, usePageTitle } from '@piecework/web-kit';
import { PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useState } from 'react';
import { ListHead, ListRegion } from '../list/list-elements';
import { useHeldRows } from '../list/useHeldRows';
import { REFRESH_MS } from '../refresh-interval';
import { ReportCard } from './ReportCard';

const DecideDialog = loadable(() => import('./DecideDialog'), null);

const FILTERS = [
  { value: 'open', label: 'Open' },
  { value: 'decided', label: 'Decided' },
] as const;

const EMPTY = {
  open: 'People can report tasks, submissions and each other. Their reports appear here.',
  decided: 'No report has been decided yet.',
} as const;

/** Open cases, the longest waiting first; decided ones are a filter away. */
export default function Reports() {
  usePageTitle('Reports');
  const params = useListParams(PAGE_SIZE);
  const state = params.oneOf('state', REPORT_STATES) ?? 'open';
  const list = useApiList('GET /reports', { query: { state, ...params.range } }, { refetchInterval: REFRESH_MS });
  const pages = usePages(params, list);
  const { rows, waiting, show, finish } = useHeldRows<ReportCase>(list, [state, params.page]);
  const [chosen, setChosen] = useState<ReportCase>();
  const onDone = (id: string) => {
    finish(id);
    setChosen(undefined);
  };
  const { state: shown, error, onRetry } = tableState(list);
  return (
    <Page
      title="Reports"
      lead="What people have reported, one entry for each thing. The person who is responsible never learns who reported it."
    >
      <ListRegion aria-label="Reports">
        <ListTools>
          <Segmented
            label="Which reports"
            options={FILTERS}
            value={state}
            onChange={(value) => params.change({ state: value === 'open' ? '' : value })}
          />
        </ListTools>
        <ListHead total={list.data?.total} noun={`${state} case`} waiting={waiting} onShow={show} />
        {shown === 'error' ? (
          <Failure text={error} onRetry={onRetry} />
        ) : shown === 'loading' ? (
          <Skeleton shape="card" count={2} />
        ) : rows.length === 0 ? (
          <Empty title={`No ${state} reports`} text={EMPTY[state]} seed="reports" />
        ) : (
          <Stack gap={6}>
            {rows.map((one) => (
              <ReportCard key={one._id} of={one} onDecide={() => setChosen(one)} />
            ))}
          </Stack>
        )}
        <Pager page={params.page} pages={pages} onPage={params.goTo} label="Reports" />
        {chosen && <DecideDialog key={chosen._id} of={chosen} onDone={onDone} onClose={() => setChosen(undefined)} />}
      </ListRegion>
    </Page>
  );
}
