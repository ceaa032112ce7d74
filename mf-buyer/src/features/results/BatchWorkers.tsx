import type { BatchWorker } from '@piecework/contracts';
import { Button, type Column, DataTable, Empty, formatCoins, ListTools, Pager, Stack } from '@piecework/ui';
import { quietText } from '@piecework/ui/styles';
import { ListSearch, PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { BlockWorker } from '../blocks/BlockWorker';
import { paths } from '../paths';

/** Who has answered a batch, how accurately and how fast. */
export default function BatchWorkers({ taskId }: { taskId: string }) {
  const params = useListParams(PAGE_SIZE);
  const q = params.get('q');
  const list = useApiList('GET /tasks/{id}/workers', { params: { id: taskId }, query: { ...params.range, q } });
  const pages = usePages(params, list);
  return (
    <Stack as="section" aria-label="Workers">
      <ListTools>
        <ListSearch label="Search workers" params={params} />
      </ListTools>
      <DataTable
        caption="Workers with most answers first"
        {...tableState(list)}
        rows={list.data?.rows ?? []}
        rowKey={({ workerId }) => workerId}
        columns={columnsOf(taskId)}
        empty={
          q ? (
            <Empty
              title="No workers match"
              text="Try a different name, or show all workers."
              action={
                <Button variant="secondary" onClick={() => params.change({ q: '' })}>
                  Show all
                </Button>
              }
            />
          ) : (
            <Empty title="No workers yet" text="Workers appear here with their first answer." />
          )
        }
      />
      <Pager page={params.page} pages={pages} onPage={params.goTo} label="Workers" />
    </Stack>
  );
}

const columnsOf = (taskId: string): Column<BatchWorker>[] => [
  {
    id: 'worker',
    head: 'Worker',
    primary: true,
    cell: ({ workerId, workerName, isStopped }) => (
      <>
        <span translate="no">{workerName}</span>
        {isStopped && <Quiet>Stopped: too few checks were right</Quiet>}
        <Quiet>
          <Link to={paths.messages(`${taskId}:${workerId}`)}>{`Message ${workerName}`}</Link>
        </Quiet>
      </>
    ),
  },
  {
    id: 'answers',
    head: 'Answers',
    cell: ({ answers, approved, rejected }) => (
      <>
        <span>{formatCoins(answers)}</span>
        <Quiet>{`${formatCoins(approved)} approved, ${formatCoins(rejected)} rejected`}</Quiet>
      </>
    ),
  },
  {
    id: 'accuracy',
    head: 'Accuracy',
    cell: ({ accuracy }) =>
      accuracy ? (
        <>
          <span>{`${Math.round((accuracy.right / accuracy.met) * 100)}%`}</span>
          <Quiet>{`${formatCoins(accuracy.right)} of ${formatCoins(accuracy.met)} checks right`}</Quiet>
        </>
      ) : (
        '–'
      ),
  },
  {
    id: 'time',
    head: 'Time per page',
    cell: ({ medianSeconds, fast }) => (
      <>
        <span>{medianSeconds === undefined ? '–' : `${formatCoins(Math.round(medianSeconds))} s`}</span>
        {fast > 0 && <Quiet>{`${formatCoins(fast)} too fast`}</Quiet>}
      </>
    ),
  },
  {
    id: 'actions',
    head: 'Actions',
    action: true,
    cell: ({ workerId, workerName }) => <BlockWorker name={workerName} by={{ taskId, workerId }} />,
  },
];

const Quiet = styled.div`
  ${quietText}
  font-weight: 400;
`;
