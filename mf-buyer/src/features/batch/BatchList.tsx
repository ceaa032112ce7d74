import type { Batch } from '@piecework/contracts';
import { Button, type Column, DataTable, Empty, formatCoins, IconButton, Page, Row } from '@piecework/ui';
import { call, dialogs, showFailure, useIdempotencyKey, usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { tableState } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { refresh, useAction, useApiList } from '@piecework/web-kit/query';
import { Link, useNavigate } from '@piecework/web-kit/router';
import { paths } from '../paths';
import { bodyOf, EMPTY_BATCH } from './batch-draft';

export const titleOf = ({ taskTitle }: Pick<Batch, 'taskTitle'>): string => taskTitle || 'Untitled batch';

export default function BatchList() {
  usePageTitle('Batches');
  const batches = useApiList('GET /batches');
  const { rows = [] } = batches.data ?? {};
  const removing = useAction(removeDraft);
  return (
    <Page
      title="Batches"
      count={batches.data?.total}
      lead="A batch asks the same questions about every row of your file. Drafts cost nothing until you publish them."
      actions={rows.length > 0 && <NewBatch />}
    >
      <DataTable
        caption="Your drafts, the last changed first"
        {...tableState(batches)}
        rows={rows}
        rowKey={({ _id }) => _id}
        columns={columns((batch) => void removing.run(batch), removing.isRunning)}
        empty={
          <Empty
            title="You have no drafts"
            text="Have pictures to label, receipts to type or texts to judge? Upload them as one file, and workers answer row by row."
            action={<NewBatch />}
          />
        }
      />
    </Page>
  );
}

const NewBatch = () => {
  const navigate = useNavigate();
  const { key, settle } = useIdempotencyKey();
  const { run, isRunning } = useAction(async () => {
    try {
      // What the steps begin with, so that the server's draft has what they show.
      const { insertedId } = await call('POST /batches', { body: bodyOf(EMPTY_BATCH, null), key: key() });
      settle();
      refresh('GET /batches');
      await navigate(paths.batch(insertedId, 'what'));
    } catch (error) {
      settle(error);
      showFailure(error);
    }
  });
  return (
    <Button variant="primary" icon="add" busy={isRunning} onClick={() => void run()}>
      New batch
    </Button>
  );
};

const removeDraft = async (batch: Batch) => {
  const isConfirmed = await dialogs.confirm({
    title: 'Delete this draft?',
    text: 'Its texts, form and rows are deleted. You can’t undo this.',
    detail: `“${titleOf(batch)}”`,
    confirmText: 'Delete draft',
    danger: true,
  });
  if (!isConfirmed) return;
  await call('DELETE /batches/{id}', { params: { id: batch._id } });
  refresh('GET /batches');
};

const columns = (remove: (batch: Batch) => void, isBusy: boolean): Column<Batch>[] => [
  {
    id: 'title',
    head: 'Batch',
    primary: true,
    cell: (batch) => <Link to={paths.batch(batch._id)}>{titleOf(batch)}</Link>,
  },
  { id: 'rows', head: 'Rows', align: 'end', cell: ({ file }) => (file ? formatCoins(file.rows) : '–') },
  { id: 'changed', head: 'Changed', cell: ({ changedAt }) => <Moment at={changedAt} form="relative" /> },
  {
    id: 'actions',
    head: 'Actions',
    action: true,
    cell: (batch) => (
      <Row gap={1} wrap={false}>
        <LinkButton
          variant="quiet"
          size="small"
          icon="edit"
          to={paths.batch(batch._id)}
          aria-label={`Continue ${titleOf(batch)}`}
          label="Continue"
        />
        <IconButton label={`Delete ${titleOf(batch)}`} icon="delete" disabled={isBusy} onClick={() => remove(batch)} />
      </Row>
    ),
  },
];
