import type { Block } from '@piecework/contracts';
import { Button, type Column, DataTable, Empty, Page, Pager, Stack } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useAction, useApiList } from '@piecework/web-kit/query';
import { paths } from '../paths';
import { unblock } from './blocking';

export default function BlockedWorkers() {
  usePageTitle('Blocked workers');
  const params = useListParams(PAGE_SIZE);
  const blocks = useApiList('GET /blocks', { query: params.range });
  const pages = usePages(params, blocks);
  const ending = useAction((block: Block) => unblock(block._id));
  return (
    <Page
      title="Blocked workers"
      count={blocks.data?.total}
      lead="They don’t see your tasks in their lists and can’t take places in them. They aren’t notified."
    >
      <Stack>
        <DataTable
          caption="Workers you block, newest first"
          {...tableState(blocks)}
          rows={blocks.data?.rows ?? []}
          rowKey={({ _id }) => _id}
          columns={columns((block) => void ending.run(block), ending.isRunning)}
          empty={
            <Empty
              title="No blocked workers"
              text="If a worker’s submissions don’t help you, block them in the results of a task."
              action={<LinkButton to={paths.tasks} label="My Task's" />}
            />
          }
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label="Blocked workers" />
      </Stack>
    </Page>
  );
}

const columns = (end: (block: Block) => void, isBusy: boolean): Column<Block>[] => [
  { id: 'name', head: 'Worker', primary: true, cell: ({ name }) => <span translate="no">{name}</span> },
  { id: 'task', head: 'Met in', cell: ({ taskTitle }) => taskTitle },
  { id: 'since', head: 'Blocked', cell: ({ blockedAt }) => <Moment at={blockedAt} /> },
  {
    id: 'actions',
    head: 'Actions',
    action: true,
    cell: (block) => (
      <Button
        variant="quiet"
        size="small"
        disabled={isBusy}
        aria-label={`Unblock ${block.name}`}
        onClick={() => end(block)}
      >
        Unblock
      </Button>
    ),
  },
];
