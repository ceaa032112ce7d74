import type { Withdrawal, WithdrawalStatus } from '@piecework/contracts';
import { Button, Coins, type Column, Dollars, Email, VisuallyHidden } from '@piecework/ui';
import { Aside, NoBreak, Words } from '../list/ListParts';
import type { Decision } from './decision';
import { StatusCell } from './StatusCell';

export interface Acts {
  /** Of a row that somebody else has decided meanwhile, as well. */
  statusOf: (withdrawal: Withdrawal) => WithdrawalStatus;
  isBusy: (withdrawal: Withdrawal) => boolean;
  onDecide: (withdrawal: Withdrawal, decision: Decision) => void;
}

function Amount({ withdrawal }: { withdrawal: Withdrawal }) {
  return (
    <>
      <Dollars amount={withdrawal.withdrawalAmount} />
      <Aside>
        <Coins amount={withdrawal.withdrawalCoin} size="small" />
      </Aside>
    </>
  );
}

export const decidedColumns = ({ statusOf, isBusy, onDecide }: Acts): Column<Withdrawal>[] => [
  {
    id: 'name',
    head: 'Name',
    primary: true,
    cell: (row) => (
      <>
        <Words>{row.workerName}</Words>
        <Aside>
          asked <NoBreak>{row.withdrawalDate}</NoBreak>
        </Aside>
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

export const pendingColumns = (acts: Acts): Column<Withdrawal>[] => [
  ...decidedColumns(acts),
  {
    id: 'cancel',
    head: 'Cancel',
    action: true,
    cell: (row) =>
      acts.statusOf(row) === 'pending' && (
        <Button variant="quiet" size="small" onClick={() => acts.onDecide(row, 'canceled')}>
          Cancel<VisuallyHidden> the withdrawal of {row.workerName}</VisuallyHidden>
        </Button>
      ),
  },
];
