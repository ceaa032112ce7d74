import type { Appeal } from '@piecework/contracts';
import { APPEAL_DAYS, APPEAL_STATES, type AppealState } from '@piecework/contracts/constants';
import { Empty, Failure, ListTools, Page, Pager, Segmented, Skeleton, Stack } from '@piecework/ui';
import { loadable, usePageTitle } from '@piecework/web-kit';
import { type ListParams, PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { type ReactNode, useState } from 'react';
import { ListHead, ListRegion } from '../list/list-elements';
import { useHeldRows } from '../list/useHeldRows';
import { REFRESH_MS } from '../refresh-interval';
import { AppealCard } from './AppealCard';
import { type Decision, DecisionDialog } from './DecisionDialog';

const SuspensionAppeals = loadable(() => import('./SuspensionAppeals'));

/** Appeals against suspensions, which are another list. */
const SUSPENSIONS = 'suspensions';

const FILTERS = [
  { value: 'open', label: 'Open' },
  { value: 'upheld', label: 'Upheld' },
  { value: 'dismissed', label: 'Dismissed' },
  { value: SUSPENSIONS, label: 'Suspensions' },
] as const;

const EMPTY = {
  open: `Workers can appeal a rejection within ${APPEAL_DAYS} days. Their appeals appear here.`,
  upheld: 'No appeal has been upheld yet.',
  dismissed: 'No appeal has been dismissed yet.',
} as const;

export default function Appeals() {
  usePageTitle('Appeals');
  const params = useListParams(PAGE_SIZE);
  const shown = params.oneOf('state', [...APPEAL_STATES, SUSPENSIONS]) ?? 'open';
  return (
    <Page
      title="Appeals"
      lead="Workers ask you to review a rejected submission again, and suspended people to lift their suspension. Upholding an appeal never charges the buyer twice."
    >
      <ListRegion aria-label="Appeals">
        <ListTools>
          <Segmented
            label="Which appeals"
            options={FILTERS}
            value={shown}
            onChange={(value) => params.change({ state: value === 'open' ? '' : value })}
          />
        </ListTools>
        {shown === SUSPENSIONS ? <SuspensionAppeals /> : <RejectionAppeals state={shown} params={params} />}
      </ListRegion>
    </Page>
  );
}

/** Open appeals, the longest waiting first; decided ones are a filter away. */
function RejectionAppeals({ state, params }: { state: AppealState; params: ListParams }) {
  const list = useApiList(
    'GET /appeals',
    { query: { state, sort: state === 'open' ? 'oldest' : 'newest', ...params.range } },
    { refetchInterval: REFRESH_MS },
  );
  const pages = usePages(params, list);
  const { rows, waiting, show, finish } = useHeldRows<Appeal>(list, [state, params.page]);
  const [decision, setDecision] = useState<Decision>();
  const onDone = (id: string) => {
    finish(id);
    setDecision(undefined);
  };
  return (
    <>
      <ListHead total={list.data?.total} noun={`${state} appeal`} waiting={waiting} onShow={show} />
      <AppealList
        {...tableState(list)}
        rows={rows}
        empty={<Empty title="No open appeals" text={EMPTY[state]} seed="appeals" />}
        onDecide={setDecision}
      />
      <Pager page={params.page} pages={pages} onPage={params.goTo} label="Appeals" />
      {decision && <DecisionDialog {...decision} onDone={onDone} onClose={() => setDecision(undefined)} />}
    </>
  );
}

interface AppealListProps extends ReturnType<typeof tableState> {
  rows: readonly Appeal[];
  empty: ReactNode;
  onDecide(decision: Decision): void;
}

function AppealList({ state, error, onRetry, rows, empty, onDecide }: AppealListProps) {
  if (state === 'error') return <Failure text={error} onRetry={onRetry} />;
  if (state === 'loading') return <Skeleton shape="card" count={2} />;
  if (rows.length === 0) return empty;
  return (
    <Stack gap={6}>
      {rows.map((appeal) => (
        <AppealCard key={appeal._id} appeal={appeal} onDecide={(outcome) => onDecide({ appeal, outcome })} />
      ))}
    </Stack>
  );
}
