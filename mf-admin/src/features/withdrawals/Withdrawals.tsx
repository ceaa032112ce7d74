import type { Withdrawal } from '@piecework/contracts';
import type { WithdrawalStatus } from '@piecework/contracts/constants';
import { Segmented } from '@piecework/ui';
import { media } from '@piecework/ui/styles';
import { onLive } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useEffect, useState } from 'react';
import { styled } from 'styled-components';
import { ListFrame } from '../list/ListFrame';
import { idOf, useHeldRows } from '../list/useHeldRows';
import { CancelDialog } from './CancelDialog';
import { ExportPayouts } from './ExportPayouts';
import { HoldDialog } from './HoldDialog';
import { type Payout, PayoutDialog } from './PayoutDialog';
import { useDecision } from './useDecision';
import { EMPTY, FILTERS, NOUNS, QUERIES, VIEWS } from './withdrawal-views';
import { columnsOf, type RowActions } from './withdrawalColumns';

const Title = styled.h2`
  margin: 0;
  scroll-margin-top: calc(var(--table-top, 0px) + 1rem);
`;

/** Rows of two on a phone. */
const Filter = styled.div`
  ${media.phone} {
    width: 100%;
    fieldset { display: flex; }
    label { flex-basis: 40%; }
  }
`;

/** In rem: six columns, one of them with sentences. */
const WIDE_CARDS_BELOW = 48;

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

/** Pending requests, the longest waiting first; due payouts and decided requests are a filter away. */
export function Withdrawals() {
  const params = useListParams(LONG_PAGE_SIZE);
  const view = params.oneOf('status', VIEWS) ?? 'pending';
  const list = useApiList('GET /withdrawals', { query: { ...QUERIES[view], ...params.range } });
  const { rows, waiting, show, finish } = useHeldRows<Withdrawal>(list, [view, params.page]);
  const [canceling, setCanceling] = useState<Withdrawal>();
  const [holding, setHolding] = useState<Withdrawal>();
  const [payout, setPayout] = useState<Payout>();
  const onDone = (id: string) => {
    finish(id);
    setCanceling(undefined);
    setPayout(undefined);
  };
  const { approve, cancel, deciding } = useDecision({ onDecided: onDone });
  const decided = useDecided();

  const actions = {
    statusOf: (withdrawal) => decided.get(withdrawal._id) ?? withdrawal.status,
    isBusy: ({ _id }) => deciding === _id,
    onApprove: (withdrawal) => void approve(withdrawal),
    onCancel: setCanceling,
    onHold: setHolding,
    onPayout: (withdrawal, outcome) => setPayout({ withdrawal, outcome }),
  } satisfies RowActions;
  return (
    <ListFrame
      params={params}
      list={list}
      rows={rows}
      waiting={waiting}
      onShow={show}
      label="Withdrawal requests"
      titleId="withdrawals"
      heading={<Title id="withdrawals">Withdrawal requests</Title>}
      noun={NOUNS[view]}
      actions={
        <>
          {view === 'due' && <ExportPayouts />}
          <Filter>
            <Segmented
              label="Which requests"
              options={FILTERS}
              value={view}
              onChange={(value) => params.change({ status: value === 'pending' ? '' : value })}
            />
          </Filter>
        </>
      }
      columns={columnsOf(view, actions)}
      rowKey={idOf}
      cardsBelow={view === 'pending' || view === 'look' || view === 'due' ? WIDE_CARDS_BELOW : undefined}
      empty={{ seed: 'withdrawals', ...EMPTY[view] }}
    >
      {canceling && (
        <CancelDialog
          withdrawal={canceling}
          onSend={(reason) => cancel(canceling, reason)}
          onClose={() => setCanceling(undefined)}
        />
      )}
      {holding && <HoldDialog withdrawal={holding} onClose={() => setHolding(undefined)} />}
      {payout && <PayoutDialog {...payout} onDone={onDone} onClose={() => setPayout(undefined)} />}
    </ListFrame>
  );
}
