import type { Block } from '@piecework/contracts';
import { t } from '@piecework/i18n';
import { Button, type Column, DataTable, Empty, Page, Pager, Stack } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useAction, useApiList } from '@piecework/web-kit/query';
import { TASKS } from '../../paths';
import { BackLink } from '../tasks/BackLink';
import { showAgain } from './showing';

export default function HiddenBuyers() {
  usePageTitle(t('Hidden buyers'));
  const params = useListParams(PAGE_SIZE);
  const blocks = useApiList('GET /blocks', { query: params.range });
  const pages = usePages(params, blocks);
  const ending = useAction((block: Block) => showAgain(block._id));
  return (
    <Page title={t('Hidden buyers')} count={blocks.data?.total} lead={<BackLink to={TASKS} label={t('All tasks')} />}>
      <Stack>
        <span>{t('You don’t see the tasks of these buyers in your lists. They aren’t notified.')}</span>
        <DataTable
          caption={t('Buyers you hide, newest first')}
          {...tableState(blocks)}
          rows={blocks.data?.rows ?? []}
          rowKey={({ _id }) => _id}
          columns={columns((block) => void ending.run(block), ending.isRunning)}
          empty={
            <Empty
              title={t('No hidden buyers')}
              text={t('If you don’t want to work for a buyer again, hide them on the page of one of their tasks.')}
              action={<LinkButton to={TASKS} label={t('View open tasks')} />}
            />
          }
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label={t('Hidden buyers')} />
      </Stack>
    </Page>
  );
}

const columns = (end: (block: Block) => void, isBusy: boolean): Column<Block>[] => [
  { id: 'name', head: t('Buyer'), primary: true, cell: ({ name }) => <span translate="no">{name}</span> },
  { id: 'task', head: t('Hidden at'), cell: ({ taskTitle }) => taskTitle },
  { id: 'since', head: t('Since'), cell: ({ blockedAt }) => <Moment at={blockedAt} /> },
  {
    id: 'actions',
    head: t('Actions'),
    action: true,
    cell: (block) => (
      <Button
        variant="quiet"
        size="small"
        disabled={isBusy}
        aria-label={t('Show again: {name}', { name: block.name })}
        onClick={() => end(block)}
      >
        {t('Show again')}
      </Button>
    ),
  },
];
