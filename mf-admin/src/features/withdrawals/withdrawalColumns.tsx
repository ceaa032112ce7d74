import type { Withdrawal, WithdrawalStatus } from '@piecework/contracts';
import { Button, Coins, type Column, Dollars, Email, Row, VisuallyHidden } from '@piecework/ui';
import { styled } from 'styled-components';
import { NoBreak, SecondaryLine, WholeWords } from '../list/list-elements';
import { AccountNumber } from './AccountNumber';
import { PayoutCell } from './PayoutCell';
import { StatusCell } from './StatusCell';
import type { View } from './withdrawal-views';

export interface RowActions {
  statusOf: (withdrawal: Withdrawal) => WithdrawalStatus;
  isBusy: (withdrawal: Withdrawal) => boolean;
  onApprove: (withdrawal: Withdrawal) => void;
  onCancel: (withdrawal: Withdrawal) => void;
  onHold: (withdrawal: Withdrawal) => void;
  onRelease: (withdrawal: Withdrawal) => void;
  onPayout: (withdrawal: Withdrawal, outcome: 'paid' | 'failed') => void;
}

type Requested = Pick<
  Withdrawal,
  'workerName' | 'workerEmail' | 'withdrawalDate' | 'withdrawalAmount' | 'withdrawalCoin'
>;

/** Who requested it, and how much. */
export const NAME: Column<Requested> = {
  id: 'name',
  head: 'Name',
  primary: true,
  cell: (row) => (
    <>
      <WholeWords translate="no">{row.workerName}</WholeWords>
      <SecondaryLine>
        <span>requested </span>
        <NoBreak>{row.withdrawalDate}</NoBreak>
      </SecondaryLine>
    </>
  ),
};
export const EMAIL: Column<Requested> = {
  id: 'email',
  head: 'Email',
  cell: (row) => <Email address={row.workerEmail} />,
};
export const AMOUNT: Column<Requested> = {
  id: 'amount',
  head: 'Amount',
  align: 'end',
  cell: (row) => (
    <>
      <Dollars amount={row.withdrawalAmount} />
      <SecondaryLine>
        <Coins amount={row.withdrawalCoin} size="small" />
      </SecondaryLine>
    </>
  ),
};

const PERSON: readonly Column<Withdrawal>[] = [
  NAME,
  EMAIL,
  { id: 'system', head: 'Payment system', cell: (row) => row.paymentSystem },
  AMOUNT,
];

const ActionPair = styled(Row)`
  /* In a table row. */
  @container (min-width: 60rem) {
    flex-wrap: nowrap;
    justify-content: flex-end;
  }
`;

const statusColumn = ({ statusOf, isBusy, onApprove }: RowActions): Column<Withdrawal> => ({
  id: 'status',
  head: 'Status',
  cell: (row) => (
    <>
      <StatusCell withdrawal={row} status={statusOf(row)} isBusy={isBusy(row)} onApprove={() => onApprove(row)} />
      <PayoutCell withdrawal={row} />
    </>
  ),
});

const otherActionsColumn = ({ statusOf, onCancel, onHold, onRelease }: RowActions): Column<Withdrawal> => ({
  id: 'cancel',
  head: 'Other',
  action: true,
  cell: (row) =>
    statusOf(row) === 'pending' && (
      <ActionPair gap={2}>
        {row.hold ? (
          <Button variant="secondary" size="small" onClick={() => onRelease(row)}>
            <span>Release</span>
            <VisuallyHidden>{` the withdrawal of ${row.workerName}`}</VisuallyHidden>
          </Button>
        ) : (
          <Button variant="quiet" size="small" onClick={() => onHold(row)}>
            <span>Hold</span>
            <VisuallyHidden>{` the withdrawal of ${row.workerName}`}</VisuallyHidden>
          </Button>
        )}
        <Button variant="quiet" size="small" onClick={() => onCancel(row)}>
          <span>Cancel</span>
          <VisuallyHidden>{` the withdrawal of ${row.workerName}`}</VisuallyHidden>
        </Button>
      </ActionPair>
    ),
});

const accountColumn: Column<Withdrawal> = {
  id: 'account',
  head: 'Account number',
  wide: true,
  cell: (row) => <AccountNumber withdrawal={row} />,
};

const payoutColumn = ({ onPayout }: RowActions): Column<Withdrawal> => ({
  id: 'payout',
  head: 'Payment',
  action: true,
  cell: (row) => (
    <ActionPair gap={2}>
      <Button size="small" icon="check" onClick={() => onPayout(row, 'paid')}>
        <span>Paid</span>
        <VisuallyHidden>{` to ${row.workerName}`}</VisuallyHidden>
      </Button>
      <Button variant="quiet" size="small" onClick={() => onPayout(row, 'failed')}>
        <span>Failed</span>
        <VisuallyHidden>{` payment to ${row.workerName}`}</VisuallyHidden>
      </Button>
    </ActionPair>
  ),
});

export const columnsOf = (view: View, actions: RowActions): readonly Column<Withdrawal>[] => {
  if (view === 'due') return [...PERSON, accountColumn, payoutColumn(actions)];
  const decided = [...PERSON, statusColumn(actions)];
  return view === 'pending' || view === 'look' ? [...decided, otherActionsColumn(actions)] : decided;
};
