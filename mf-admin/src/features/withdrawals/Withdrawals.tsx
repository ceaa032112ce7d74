import type { Withdrawal } from '@piecework/contracts';
import { WITHDRAWAL_STATUSES, type WithdrawalStatus } from '@piecework/contracts/constants';
import { DataTable, Empty, Pager, Segmented } from '@piecework/ui';
import { onLive } from '@piecework/web-kit';
import { tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { ListHead, ListRegion } from '../list/ListParts';
import { PAGE_SIZE } from '../list/page-size';
import { useSteadyList } from '../list/useSteadyList';
import { useDecision } from './useDecision';
import { type Acts, decidedColumns, pendingColumns } from './withdrawalColumns';

const Title = styled.h2`
  margin: 0;
`;

const FILTERS = [
  { value: 'pending', label: 'Pending' },
  { value: 'approved', label: 'Approved' },
  { value: 'canceled', label: 'Canceled' },
] as const satisfies { value: WithdrawalStatus; label: string }[];

const EMPTY_TEXTS = {
  pending: 'Everyone has been answered. The next request appears here by itself.',
  approved: 'What you approve is kept here, beside your own payout records.',
  canceled: 'Requests that were canceled are kept here.',
};

const idOf = ({ _id }: Withdrawal) => _id;

/** How requests were decided since the page was opened, by whomever. */
function useDecided(): ReadonlyMap<string, WithdrawalStatus> {
  const [decided, setDecided] = useState<ReadonlyMap<string, WithdrawalStatus>>(new Map());
  useEffect(
    () =>
      onLive('withdrawal', ({ id, status }) => {
        if (status !== 'pending') setDecided((known) => new Map(known).set(id, status));
      }),
    [],
  );
  return decided;
}

/** The queue of requests, the longest waiting first; what was decided is a filter away, for the admin's payout records. */
export function Withdrawals() {
  const params = useListParams(PAGE_SIZE);
  const { page } = params;
  const status = params.oneOf('status', WITHDRAWAL_STATUSES) ?? 'pending';
  const list = useApiList('GET /withdrawals', {
    query: {
      status,
      sort: status === 'pending' ? 'oldest' : 'newest',
      ...params.range,
    },
  });
  const pages = usePages(params, list);
  const { rows, waiting, show, finish } = useSteadyList<Withdrawal>(list, `${status} ${page}`, idOf);
  const { decide, deciding } = useDecision({ onDecided: finish });
  const decided = useDecided();

  const acts = {
    statusOf: (withdrawal) => decided.get(withdrawal._id) ?? withdrawal.status,
    isBusy: ({ _id }) => deciding === _id,
    onDecide: (withdrawal, decision) => void decide({ withdrawal, decision }),
  } satisfies Acts;
  return (
    <ListRegion aria-labelledby="withdrawals">
      <Title id="withdrawals">Withdrawal requests</Title>
      <ListHead
        total={list.data?.total}
        noun={`${status} request`}
        isFiltered={false}
        waiting={waiting}
        onShow={() => show()}
      >
        <Segmented
          label="Which requests"
          options={FILTERS}
          value={status}
          onChange={(value) => params.change({ status: value === 'pending' ? '' : value })}
        />
      </ListHead>
      <DataTable
        caption="Withdrawal requests"
        columns={status === 'pending' ? pendingColumns(acts) : decidedColumns(acts)}
        rows={rows}
        rowKey={idOf}
        {...tableState(list)}
        empty={<Empty title="No Withdrawal Request" text={EMPTY_TEXTS[status]} seed="withdrawals" />}
      />
      <Pager page={page} pages={pages} onPage={params.goTo} label="Withdrawal requests" />
    </ListRegion>
  );
}
