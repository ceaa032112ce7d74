import type { Entry, TransferKind } from '@piecework/contracts';
import { Coins, type Column, DataTable, Day, Empty, formatCoins, Page, Pager } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';

const CAUSES: Record<TransferKind, string> = {
  grant: 'Starting coins',
  fund: 'Set aside for a task',
  settle: 'Work approved',
  refund: 'Refund from a task',
  payout: 'Withdrawal paid out',
  role: 'Balance for the new role',
  close: 'Account closed',
  topup: 'Coins bought',
  reverse: 'Payment taken back',
  appeal: 'Appeal upheld, paid by Piecework',
};

const COLUMNS: Column<Entry>[] = [
  { id: 'cause', head: 'Reason', primary: true, cell: ({ kind }) => CAUSES[kind] },
  {
    id: 'date',
    head: 'Date',
    cell: ({ time }) => <Day iso={time} />,
  },
  { id: 'amount', head: 'Amount', align: 'end', cell: ({ amount }) => <Coins amount={amount} sign /> },
  { id: 'balance', head: 'Balance after', align: 'end', cell: ({ balance }) => formatCoins(balance) },
];

/** P-2.7. */
export default function Statement() {
  usePageTitle('Coin statement');
  const params = useListParams(LONG_PAGE_SIZE);
  const list = useApiList('GET /statement', { query: params.range });
  const pages = usePages(params, list);
  return (
    <Page title="Coin statement" count={list.data?.total} lead="Every change to your balance, newest first.">
      <DataTable
        caption="Entries of your coin statement"
        columns={COLUMNS}
        rows={list.data?.rows ?? []}
        rowKey={({ _id }) => _id}
        {...tableState(list)}
        empty={<Empty title="No changes yet" text="Every change to your balance will appear here." />}
      />
      <Pager label="Coin statement" page={params.page} pages={pages} onPage={params.goTo} />
    </Page>
  );
}
