import type { Block } from '@piecework/contracts';
import { Button, type Column, DataTable, type Elements, Page, Pager, Stack } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useAction, useApiList } from '@piecework/web-kit/query';
import type { ComponentProps } from 'react';
import { endBlock } from './block-changes';

/** Translated. */
interface Words {
  title: string;
  caption: string;
  name: string;
  task: string;
  since: string;
  actions: string;
  end: string;
  /** Name of the button that ends the block. */
  endOf(block: Block): string;
}

interface BlocksPageProps {
  words: Words;
  lead: ComponentProps<typeof Page>['lead'];
  intro?: Elements;
  empty: Elements;
}

/** The people whom the caller blocks or hides (P-4.34). */
export function BlocksPage({ words, lead, intro, empty }: BlocksPageProps) {
  const { title } = words;
  usePageTitle(title);
  const params = useListParams(PAGE_SIZE);
  const blocks = useApiList('GET /blocks', { query: params.range });
  const pages = usePages(params, blocks);
  const ending = useAction((block: Block) => endBlock(block._id));
  return (
    <Page title={title} count={blocks.data?.total} lead={lead}>
      <Stack>
        {intro}
        <DataTable
          caption={words.caption}
          {...tableState(blocks)}
          rows={blocks.data?.rows ?? []}
          rowKey={({ _id }) => _id}
          columns={columns(words, (block) => void ending.run(block), ending.isRunning)}
          empty={empty}
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label={title} />
      </Stack>
    </Page>
  );
}

const columns = (words: Words, end: (block: Block) => void, isBusy: boolean): Column<Block>[] => [
  { id: 'name', head: words.name, primary: true, cell: ({ name }) => <span translate="no">{name}</span> },
  { id: 'task', head: words.task, cell: ({ taskTitle }) => taskTitle },
  { id: 'since', head: words.since, cell: ({ blockedAt }) => <Moment at={blockedAt} /> },
  {
    id: 'actions',
    head: words.actions,
    action: true,
    cell: (block) => (
      <Button variant="quiet" size="small" disabled={isBusy} aria-label={words.endOf(block)} onClick={() => end(block)}>
        {words.end}
      </Button>
    ),
  },
];
