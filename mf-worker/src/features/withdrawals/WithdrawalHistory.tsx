import type { Withdrawal } from '@piecework/contracts';
import { Coins, DataTable, Dollars, Empty, Pager, Stack, Status } from '@piecework/ui';
import { useApiList } from '@piecework/web-kit/query';

import { useState } from 'react';
import { styled } from 'styled-components';
import { pagesOf } from '../../pagesOf';
import { tableState } from '../../tableState';

const PAGE_SIZE = 10;

const COLUMNS = [
  { id: 'date', head: 'Date', cell: (row: Withdrawal) => row.withdrawalDate, primary: true },
  {
    id: 'coins',
    head: 'Coins',
    cell: (row: Withdrawal) => <Coins amount={row.withdrawalCoin} />,
    align: 'end' as const,
  },
  {
    id: 'dollars',
    head: 'Amount',
    cell: (row: Withdrawal) => <Dollars amount={row.withdrawalAmount} />,
    align: 'end' as const,
  },
  { id: 'system', head: 'Payment System', cell: (row: Withdrawal) => row.paymentSystem },
  { id: 'status', head: 'Status', cell: (row: Withdrawal) => <Status status={row.status} /> },
];

/** The worker's own requests; their states change in place. */
export const WithdrawalHistory = () => {
  const [page, setPage] = useState(1);
  const list = useApiList('GET /withdrawals', {
    query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  });
  const { pages = 1 } = pagesOf(list, PAGE_SIZE);
  return (
    <Stack as="section" gap={3} aria-labelledby="withdrawal-history">
      <Title id="withdrawal-history">Your withdrawals</Title>
      <DataTable
        caption="Your withdrawals, newest first"
        columns={COLUMNS}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row._id}
        {...tableState(list)}
        empty={
          <Empty
            title="No withdrawals yet"
            text="What you ask for stands here, from the request to the payout."
            seed="withdrawals"
          />
        }
      />
      <Pager page={page} pages={pages} onPage={setPage} label="Withdrawals" />
    </Stack>
  );
};

const Title = styled.h2`
  margin: 0;
`;
