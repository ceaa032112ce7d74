import type { Withdrawal } from '@piecework/contracts';
import {
  TRACED_WITHDRAWALS,
  WITHDRAWAL_STATUSES,
  type WithdrawalStatus,
} from '@piecework/contracts/constants';
import { DataTable, Empty, type IconName, media, Pager, Segmented } from '@piecework/ui';
import { onLive } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, tableState, useListParams, usePages, useStableRows } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { ListHead, ListRegion } from '../list/list-elements';
import { HOLD_UNTIL_SHOWN } from '../list/list-settings';
import { useDecision } from './useDecision';
import { decidedColumns, pendingColumns, type RowActions } from './withdrawalColumns';

const Title = styled.h2`
  margin: 0;
`;

/** Two rows of two on a phone. */
const Filter = styled.div`
  ${media.phone} {
    width: 100%;
    fieldset { display: flex; }
    label { flex-basis: 40%; }
  }
`;

/** A status, or `look`: pending requests whose coins need a check. */
const VIEWS = [...WITHDRAWAL_STATUSES, 'look'] as const;
type View = (typeof VIEWS)[number];

const FILTERS = [
  { value: 'pending', label: 'Pending' },
  { value: 'look', label: 'Needs a look', icon: 'alert' },
  { value: 'approved', label: 'Approved' },
  { value: 'canceled', label: 'Canceled' },
] as const satisfies { value: View; label: string; icon?: IconName }[];

const EMPTY = {
  pending: {
    title: 'No Withdrawal Request',
    text: 'Every request has been decided. The next one appears here automatically.',
  },
  look: {
    title: 'Nothing needs a look',
    text: `None of the ${TRACED_WITHDRAWALS} oldest requests stands out.`,
  },
  approved: {
    title: 'No Withdrawal Request',
    text: 'Approved requests are kept here, for your payout records.',
  },
  canceled: { title: 'No Withdrawal Request', text: 'Canceled requests are kept here.' },
} as const satisfies Record<View, { title: string; text: string }>;

/** Singular; the plural adds an s. */
const NOUNS = {
  pending: 'pending request',
  look: 'flagged request',
  approved: 'approved request',
  canceled: 'canceled request',
} as const satisfies Record<View, string>;

/** In rem: six columns, one of them with sentences. */
const PENDING_CARDS_BELOW = 48;

const idOf = ({ _id }: Withdrawal) => _id;

/** Decisions made by any admin since the page was opened. */
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

/** Pending requests, the longest waiting first; decided ones are a filter away. */
export function Withdrawals() {
  const params = useListParams(LONG_PAGE_SIZE);
  const { page } = params;
  const view = params.oneOf('status', VIEWS) ?? 'pending';
  const isPending = view === 'pending' || view === 'look';
  const list = useApiList('GET /withdrawals', {
    query: {
      status: isPending ? 'pending' : view,
      ...(view === 'look' && { look: '1' as const }),
      sort: isPending ? 'oldest' : 'newest',
      ...params.range,
    },
  });
  const pages = usePages(params, list);
  const { rows, waiting, show, finish } = useStableRows<Withdrawal>(list, {
    scope: `${view} ${page}`,
    idOf,
    policy: HOLD_UNTIL_SHOWN,
  });
  const { decide, deciding } = useDecision({ onDecided: finish });
  const decided = useDecided();

  const actions = {
    statusOf: (withdrawal) => decided.get(withdrawal._id) ?? withdrawal.status,
    isBusy: ({ _id }) => deciding === _id,
    onDecide: (withdrawal, decision) => void decide({ withdrawal, decision }),
  } satisfies RowActions;
  return (
    <ListRegion aria-labelledby="withdrawals">
      <Title id="withdrawals">Withdrawal requests</Title>
      <ListHead
        total={list.data?.total}
        noun={NOUNS[view]}
        isFiltered={false}
        waiting={waiting}
        onShow={() => show()}
      >
        <Filter>
          <Segmented
            label="Which requests"
            options={FILTERS}
            value={view}
            onChange={(value) => params.change({ status: value === 'pending' ? '' : value })}
          />
        </Filter>
      </ListHead>
      <DataTable
        caption="Withdrawal requests"
        columns={isPending ? pendingColumns(actions) : decidedColumns(actions)}
        rows={rows}
        rowKey={idOf}
        {...tableState(list)}
        empty={<Empty {...EMPTY[view]} seed="withdrawals" />}
        {...(isPending && { cardsBelow: PENDING_CARDS_BELOW })}
      />
      <Pager page={page} pages={pages} onPage={params.goTo} label="Withdrawal requests" />
    </ListRegion>
  );
}
