import type { Withdrawal, WithdrawalStatus } from '@piecework/contracts';
import { Button, Coins, type Column, Dollars, VisuallyHidden } from '@piecework/ui';
import { Email } from '../list/Email';
import { Flag } from '../list/Flag';
import { Aside, NoBreak } from '../list/ListParts';
import { type Decision, unearnedNote } from './decision';
import { StatusCell } from './StatusCell';

interface Acts {
  /** Of a row that somebody else has decided meanwhile, as well. */
  statusOf: (withdrawal: Withdrawal) => WithdrawalStatus;
  isBusy: (withdrawal: Withdrawal) => boolean;
  onDecide: (withdrawal: Withdrawal, decision: Decision) => void;
}

function Amount({ withdrawal }: { withdrawal: Withdrawal }) {
  const note = unearnedNote(withdrawal);
  return (
    <>
      <Dollars amount={withdrawal.withdrawalAmount} />
      <Aside>
        <Coins amount={withdrawal.withdrawalCoin} size="small" />
      </Aside>
      {note && <Flag>{note}</Flag>}
    </>
  );
}

export const withdrawalColumns = ({ statusOf, isBusy, onDecide }: Acts): Column<Withdrawal>[] => [
  { id: 'name', head: 'Name', cell: (row) => row.workerName, primary: true },
  { id: 'email', head: 'Email', cell: (row) => <Email address={row.workerEmail} /> },
  { id: 'system', head: 'Payment system', cell: (row) => row.paymentSystem },
  { id: 'amount', head: 'Amount', align: 'end', cell: (row) => <Amount withdrawal={row} /> },
  { id: 'date', head: 'Requested', cell: (row) => <NoBreak>{row.withdrawalDate}</NoBreak> },
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
  {
    id: 'cancel',
    head: 'Cancel',
    action: true,
    cell: (row) =>
      statusOf(row) === 'pending' && (
        <Button variant="quiet" size="small" onClick={() => onDecide(row, 'canceled')}>
          Cancel<VisuallyHidden> the withdrawal of {row.workerName}</VisuallyHidden>
        </Button>
      ),
  },
];
