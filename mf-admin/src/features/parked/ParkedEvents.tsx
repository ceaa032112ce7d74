import type { ParkedEvent } from '@piecework/contracts';
import { Button, Clamp, type Column, DataTable, Empty, formatCoins, Page, VisuallyHidden } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { tableState } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { ListHead, ListRegion, MinWidth, SecondaryLine, WholeWords } from '../list/list-elements';
import { impactOf } from './service-impact';
import { useEventRetry } from './useEventRetry';

/** Parked events have no live notice. */
const REFRESH_MS = 10_000;

const LEAD =
  'A service couldn’t process an update and set it aside. Nothing is lost. Only later updates to the same person, task, or payment are waiting behind it. Once the cause is fixed, select Retry. An update never takes effect twice.';

const waitingText = (waiting: number) =>
  waiting === 0
    ? 'No events waiting behind it'
    : `${formatCoins(waiting)} later ${waiting === 1 ? 'event waits' : 'events wait'}`;

const triesText = (attempts: number) => `After ${formatCoins(attempts)} ${attempts === 1 ? 'try' : 'tries'}`;

const Id = styled.span.attrs({ translate: 'no' })`
  overflow-wrap: anywhere;
`;

interface RowActions {
  isRetrying: (event: ParkedEvent) => boolean;
  onRetry: (event: ParkedEvent) => void;
}

const columnsOf = ({ isRetrying, onRetry }: RowActions): Column<ParkedEvent>[] => [
  {
    id: 'event',
    head: 'Stuck update',
    primary: true,
    width: '26%',
    cell: ({ type, service, aggregateId }) => (
      <>
        <WholeWords translate="no">{type}</WholeWords>
        <SecondaryLine>
          <span>{`in the ${service} service, about `}</span>
          <Id>{aggregateId}</Id>
        </SecondaryLine>
      </>
    ),
  },
  {
    id: 'meaning',
    head: 'Impact',
    wide: true,
    width: '26%',
    cell: ({ service, waiting }) => (
      <MinWidth>
        <span>{impactOf(service)}</span>
        <SecondaryLine>{waitingText(waiting)}</SecondaryLine>
      </MinWidth>
    ),
  },
  {
    id: 'reason',
    head: 'Cause',
    wide: true,
    cell: ({ reason, attempts, correlationId }) => (
      <MinWidth>
        <Clamp text={reason} />
        <SecondaryLine>{triesText(attempts)}</SecondaryLine>
        {correlationId !== '' && (
          <SecondaryLine>
            <span>Reference </span>
            <Id>{correlationId}</Id>
          </SecondaryLine>
        )}
      </MinWidth>
    ),
  },
  { id: 'since', head: 'Since', cell: ({ parkedAt }) => <Moment at={parkedAt} /> },
  {
    id: 'retry',
    head: 'Retry',
    action: true,
    cell: (event) => (
      <Button variant="secondary" size="small" icon="retry" busy={isRetrying(event)} onClick={() => onRetry(event)}>
        <span>Retry</span>
        <VisuallyHidden translate="no">{` ${event.type} ${event.aggregateId}`}</VisuallyHidden>
      </Button>
    ),
  },
];

export default function ParkedEvents() {
  usePageTitle('Parked events');
  const list = useApiList('GET /admin/parked', undefined, { refetchInterval: REFRESH_MS });
  const { retry, retrying } = useEventRetry();
  const columns = columnsOf({ isRetrying: ({ id }) => retrying === id, onRetry: (event) => void retry(event) });
  return (
    <Page title="Parked events" lead={LEAD}>
      <ListRegion aria-label="Parked events">
        {list.data && list.data.total > 0 && (
          <ListHead total={list.data.total} noun="parked event" isFiltered={false} />
        )}
        <DataTable
          caption="Parked events"
          columns={columns}
          rows={list.data?.rows ?? []}
          rowKey={({ id }) => id}
          {...tableState(list)}
          empty={
            <Empty
              title="No parked events"
              text="All events have been processed. Any event that gets parked appears here automatically."
              seed="parked"
            />
          }
        />
      </ListRegion>
    </Page>
  );
}
