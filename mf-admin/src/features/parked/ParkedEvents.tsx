import type { ParkedEvent } from '@piecework/contracts';
import {
  Button,
  Clamp,
  type Column,
  DataTable,
  Empty,
  formatCoins,
  Page,
  VisuallyHidden,
} from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { tableState } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { Aside, ListHead, ListRegion, Roomy, Words } from '../list/ListParts';
import { Moment } from '../list/Moment';
import { meaningOf } from './meaning';
import { useRetry } from './useRetry';

/** Nothing tells of them live: they are rare, and whoever looks at this page waits for one to go. */
const REFRESH_MS = 10_000;

const LEAD =
  'When a part of Piecework fails at the same event again and again, it sets the event aside and keeps it. Everything else goes on; only what concerns the same person, task or payment waits behind it. Nothing is lost, and a retry never does anything twice.';

const waitingText = (waiting: number) =>
  waiting === 0
    ? 'Nothing waits behind it'
    : `${formatCoins(waiting)} later ${waiting === 1 ? 'event waits' : 'events wait'}`;

const triesText = (attempts: number) => `After ${formatCoins(attempts)} ${attempts === 1 ? 'try' : 'tries'}`;

const Id = styled.span`
  overflow-wrap: anywhere;
`;

interface Acts {
  isRetrying: (event: ParkedEvent) => boolean;
  onRetry: (event: ParkedEvent) => void;
}

const columnsOf = ({ isRetrying, onRetry }: Acts): Column<ParkedEvent>[] => [
  {
    id: 'event',
    head: 'Event',
    primary: true,
    width: '26%',
    cell: ({ type, service, aggregateId }) => (
      <>
        <Words>{type}</Words>
        <Aside>
          in the {service} service, about <Id>{aggregateId}</Id>
        </Aside>
      </>
    ),
  },
  {
    id: 'meaning',
    head: 'What it means',
    wide: true,
    width: '26%',
    cell: ({ service, waiting }) => (
      <Roomy>
        {meaningOf(service)}
        <Aside>{waitingText(waiting)}</Aside>
      </Roomy>
    ),
  },
  {
    id: 'reason',
    head: 'Reason',
    wide: true,
    cell: ({ reason, attempts }) => (
      <Roomy>
        <Clamp text={reason} />
        <Aside>{triesText(attempts)}</Aside>
      </Roomy>
    ),
  },
  { id: 'since', head: 'Parked', cell: ({ parkedAt }) => <Moment iso={parkedAt} /> },
  {
    id: 'retry',
    head: 'Retry',
    action: true,
    cell: (event) => (
      <Button
        variant="secondary"
        size="small"
        icon="retry"
        busy={isRetrying(event)}
        onClick={() => onRetry(event)}
      >
        Retry
        <VisuallyHidden>
          {' '}
          {event.type} {event.aggregateId}
        </VisuallyHidden>
      </Button>
    ),
  },
];

export default function ParkedEvents() {
  usePageTitle('Parked events');
  const list = useApiList('GET /admin/parked', undefined, { refetchInterval: REFRESH_MS });
  const { retry, retrying } = useRetry();
  const columns = columnsOf({
    isRetrying: ({ id }) => retrying === id,
    onRetry: (event) => void retry(event),
  });
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
              title="All is well"
              text="Every event has been handled. If one is ever parked, it appears here by itself."
              seed="parked"
            />
          }
        />
      </ListRegion>
    </Page>
  );
}
