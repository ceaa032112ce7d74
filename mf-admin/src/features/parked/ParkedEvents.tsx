import type { ParkedEvent } from '@piecework/contracts';
import type { ServiceName } from '@piecework/contracts/constants';
import { Button, Clamp, type Column, DataTable, Empty, formatCoins, Page, VisuallyHidden } from '@piecework/ui';
import { ApiError, call, dialogs, MESSAGE_MS, usePageTitle } from '@piecework/web-kit';
import { tableState } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useAction, useApiList } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { ListHead, ListRegion, MinWidth, SecondaryLine, WholeWords } from '../list/list-elements';

/** Parked events have no live notice. */
const REFRESH_MS = 10_000;

const LEAD =
  'A service couldn’t process an update and set it aside. Nothing is lost. Only later updates to the same person, task, or payment are waiting behind it. Once the cause is fixed, select Retry. An update never takes effect twice.';

/** What users notice while the service cannot process the event. */
const IMPACTS = {
  user: 'A user’s role, name or displayed balance is out of date.',
  task: 'A task’s places or status are out of date, or posting or deleting it hasn’t finished.',
  submission: 'A task’s places or a submission’s status is out of date.',
  wallet: 'Coins that are due haven’t moved yet.',
  media: 'A picture’s record is out of date.',
  notification: 'A notification hasn’t been sent yet.',
} as const satisfies Record<ServiceName, string>;

const impactOf = (service: string): string =>
  (IMPACTS as Record<string, string>)[service] ?? 'Part of Piecework is out of date.';

const waitingText = (waiting: number) =>
  waiting === 0
    ? 'No events waiting behind it'
    : `${formatCoins(waiting)} later ${waiting === 1 ? 'event waits' : 'events wait'}`;

const triesText = (attempts: number) => `After ${formatCoins(attempts)} ${attempts === 1 ? 'try' : 'tries'}`;

const Id = styled.span.attrs({ translate: 'no' })`
  overflow-wrap: anywhere;
`;

const retry = async (id: string) => {
  try {
    await call('POST /admin/parked/{id}/retry', { params: { id } });
    await dialogs.success({
      title: 'Processed',
      text: 'The event was processed. Events waiting behind it are next.',
      ms: MESSAGE_MS.medium,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404)
      return dialogs.success({
        title: 'Already processed',
        text: 'Another admin already retried this event.',
        ms: MESSAGE_MS.medium,
      });
    if (error.code !== 'conflict') throw error;
    return dialogs.failure({ title: 'Still parked', text: error.message, ms: MESSAGE_MS.long });
  } finally {
    refresh('GET /admin/parked');
  }
};

/** A retry is idempotent, so it needs no confirmation. */
function Retry({ event: { id, type, aggregateId } }: { event: ParkedEvent }) {
  const { run, isRunning } = useAction(() => retry(id));
  return (
    <Button variant="secondary" size="small" icon="retry" busy={isRunning} onClick={() => void run()}>
      <span>Retry</span>
      <VisuallyHidden translate="no">{` ${type} ${aggregateId}`}</VisuallyHidden>
    </Button>
  );
}

const COLUMNS: readonly Column<ParkedEvent>[] = [
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
  { id: 'retry', head: 'Retry', action: true, cell: (event) => <Retry event={event} /> },
];

export default function ParkedEvents() {
  usePageTitle('Parked events');
  const list = useApiList('GET /admin/parked', undefined, { refetchInterval: REFRESH_MS });
  return (
    <Page title="Parked events" lead={LEAD}>
      <ListRegion aria-label="Parked events">
        {list.data && list.data.total > 0 && <ListHead total={list.data.total} noun="parked event" />}
        <DataTable
          caption="Parked events"
          columns={COLUMNS}
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
