import type { Withdrawal } from '@piecework/contracts';
import { isCovered, type WorkerCoins } from '@piecework/contracts/withdrawal-coins';
import { localDigits, t, translated } from '@piecework/i18n';
import {
  Coins,
  type Column,
  DataTable,
  Dollars,
  Empty,
  formatMoney,
  Notice,
  Pager,
  Row,
  Stack,
  Status,
} from '@piecework/ui';
import { quietText } from '@piecework/ui/styles';
import { PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { useRef } from 'react';
import { styled } from 'styled-components';
import CorrectNumber from './CorrectNumber';
import { TakeBack } from './TakeBack';
import { HeldNotice, PayoutWait } from './WaitNotices';
import { WithdrawalReceipt } from './WithdrawalReceipt';
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

const isUncovered = ({ status }: Withdrawal, coins: WorkerCoins | undefined): boolean =>
  status === 'pending' && coins !== undefined && !isCovered(coins.available, coins.requested);

const columns = (coins: WorkerCoins | undefined, onTakenBack: () => void): Column<Withdrawal>[] => [
  { id: 'date', head: t('Date'), primary: true, cell: (row) => <NoBreak>{localDigits(row.withdrawalDate)}</NoBreak> },
  { id: 'coins', head: t('Coins'), align: 'end', cell: (row) => <Coins amount={row.withdrawalCoin} /> },
  {
    id: 'dollars',
    head: t('Payout amount'),
    align: 'end',
    cell: ({ withdrawalAmount, localAmount }) => (
      <>
        <Dollars amount={withdrawalAmount} />
        {localAmount && <Quiet translate="no">{formatMoney(localAmount.amount, localAmount.currency)}</Quiet>}
      </>
    ),
  },
  {
    id: 'system',
    head: t('Payment System'),
    cell: (row) => (
      <>
        <span>{translated(row.paymentSystem)}</span>
        {row.accountMask && <Quiet translate="no">{`•••${row.accountMask}`}</Quiet>}
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
        <WithdrawalTimeline withdrawal={row} isCovered={!isUncovered(row, coins)} />
        {row.hold && <HeldNotice hold={row.hold} />}
        {coins && isUncovered(row, coins) && <Notice tone="warn">{uncoveredNote(coins)}</Notice>}
        <PayoutWait withdrawal={row} />
        <WithdrawalReceipt withdrawal={row} />
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

const Quiet = styled.span`
  ${quietText}
  display: block;
`;
