import type { Withdrawal, WithdrawalStatus } from '@piecework/contracts';
import { Button, Coins, type Column, Dollars, Email, VisuallyHidden } from '@piecework/ui';
import { NoBreak, SecondaryLine, WholeWords } from '../list/list-elements';
import type { Decision } from './decision-confirmation';
import { StatusCell } from './StatusCell';

export interface RowActions {
  statusOf: (withdrawal: Withdrawal) => WithdrawalStatus;
  isBusy: (withdrawal: Withdrawal) => boolean;
  onDecide: (withdrawal: Withdrawal, decision: Decision) => void;
}

function Amount({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <>
      <Dollars amount={withdrawal.withdrawalAmount} />
      <SecondaryLine>
        <Coins amount={withdrawal.withdrawalCoin} size="small" />
      </SecondaryLine>
    </>
  );
}

export const decidedColumns = ({ statusOf, isBusy, onDecide }: RowActions): Column<Withdrawal>[] => [
  {
    id: 'name',
    head: 'Name',
    primary: true,
    cell: (row) => (
      <>
        <WholeWords>{row.workerName}</WholeWords>
        <SecondaryLine>
          requested <NoBreak>{row.withdrawalDate}</NoBreak>
        </SecondaryLine>
      </>
    ),
  },
  { id: 'email', head: 'Email', cell: (row) => <Email address={row.workerEmail} /> },
  { id: 'system', head: 'Payment system', cell: (row) => row.paymentSystem },
  { id: 'amount', head: 'Amount', align: 'end', cell: (row) => <Amount withdrawal={row} /> },
  {
    id: 'status',
    head: 'Status',
    cell: (row) => (
      <StatusCell
        withdrawal={row}
        status={statusOf(row)}
        isBusy={isBusy(row)}
        onApprove={() => onDecide(row, 'approved')}
      />
    ),
  },
];

export const pendingColumns = (actions: RowActions): Column<Withdrawal>[] => [
  ...decidedColumns(actions),
  {
    id: 'cancel',
    head: 'Cancel',
    action: true,
    cell: (row) =>
      actions.statusOf(row) === 'pending' && (
        <Button variant="quiet" size="small" onClick={() => actions.onDecide(row, 'canceled')}>
          Cancel<VisuallyHidden> the withdrawal of {row.workerName}</VisuallyHidden>
        </Button>
      ),
  },
];
