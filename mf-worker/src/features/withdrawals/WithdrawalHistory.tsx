import type { Withdrawal } from '@piecework/contracts';
import { isCovered, type WorkerCoins } from '@piecework/contracts/withdrawal-coins';
import { localDigits, t, translated } from '@piecework/i18n';
import { Coins, type Column, DataTable, Dollars, Empty, Notice, Pager, Row, Stack, Status } from '@piecework/ui';
import { quietText } from '@piecework/ui/styles';
import { PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useRef } from 'react';
import { styled } from 'styled-components';
import CorrectNumber from './CorrectNumber';
import { TakeBack } from './TakeBack';
import { HeldNotice, PayoutWait } from './WaitNotices';
import { WithdrawalTimeline } from './WithdrawalTimeline';
import { uncoveredNote } from './withdrawal-amounts';

const NoBreak = styled.span`
  white-space: nowrap;
`;

/** The furthest state alone: an approval says nothing beside a failed payout. A due payout is the approval. */
const statusOf = ({ status, hold, payout }: Withdrawal) => {
  if (hold) return 'held';
  return payout && payout !== 'due' ? payout : status;
};

const columns = (coins: WorkerCoins | undefined, onTakenBack: () => void): Column<Withdrawal>[] => [
  { id: 'date', head: t('Date'), primary: true, cell: (row) => <NoBreak>{localDigits(row.withdrawalDate)}</NoBreak> },
  { id: 'coins', head: t('Coins'), align: 'end', cell: (row) => <Coins amount={row.withdrawalCoin} /> },
  { id: 'dollars', head: t('Payout amount'), align: 'end', cell: (row) => <Dollars amount={row.withdrawalAmount} /> },
  {
    id: 'system',
    head: t('Payment System'),
    cell: (row) => (
      <>
        <span>{translated(row.paymentSystem)}</span>
        {row.accountMask && <Mask translate="no">{`•••${row.accountMask}`}</Mask>}
      </>
    ),
  },
  { id: 'status', head: t('Status'), cell: (row) => <Status status={statusOf(row)} /> },
  {
    id: 'timeline',
    head: t('History'),
    wide: true,
    cell: (row) => (
      <Stack gap={2} align="flex-start">
        <WithdrawalTimeline withdrawal={row} />
        {row.hold && <HeldNotice hold={row.hold} />}
        {row.status === 'pending' && coins && !isCovered(coins.available, coins.requested) && (
          <Notice tone="warn">{uncoveredNote(coins)}</Notice>
        )}
        <PayoutWait withdrawal={row} />
        {row.status === 'pending' ? (
          <Row gap={2}>
            <CorrectNumber withdrawal={row} />
            <TakeBack withdrawal={row} onDone={onTakenBack} />
          </Row>
        ) : (
          <CorrectNumber withdrawal={row} />
        )}
      </Stack>
    ),
  },
];

export const WithdrawalHistory = ({ coins }: { coins: WorkerCoins | undefined }) => {
  const params = useListParams(PAGE_SIZE);
  const list = useApiList('GET /withdrawals', { query: params.range });
  const pages = usePages(params, list);
  // Takes the focus of the button, which goes with the request.
  const region = useRef<HTMLElement>(null);
  return (
    <Stack as="section" gap={3} ref={region} tabIndex={-1} aria-labelledby="withdrawal-history">
      <h2 id="withdrawal-history">{t('Your withdrawals')}</h2>
      <DataTable
        caption={t('Your withdrawals, newest first')}
        columns={columns(coins, () => region.current?.focus({ preventScroll: true }))}
        rows={list.data?.rows ?? []}
        rowKey={(row) => row._id}
        {...tableState(list)}
        empty={
          <Empty
            title={t('No withdrawals yet')}
            text={t('Your withdrawals appear here, from request to payout.')}
            seed="withdrawals"
          />
        }
      />
      <Pager page={params.page} pages={pages} onPage={params.goTo} label={t('Withdrawals')} />
    </Stack>
  );
};

const Mask = styled.span`
  ${quietText}
  display: block;
`;
