import type { Withdrawal, WithdrawalStatus } from '@piecework/contracts';
import { Coins, type Column, Dollars, formatMoney, Row } from '@piecework/ui';
import { styled } from 'styled-components';
import { NoBreak, RowButton, SecondaryLine } from '../list/list-elements';
import { WarningLine } from '../list/RowWarning';
import { PersonLink } from '../people/PersonLink';
import { AccountNumber } from './AccountNumber';
import { SUSPENDED_NOTE } from './decision-confirmation';
import { PayoutCell } from './PayoutCell';
import { Release } from './Release';
import { StatusCell } from './StatusCell';
import type { View } from './withdrawal-views';

export interface RowActions {
  statusOf: (withdrawal: Withdrawal) => WithdrawalStatus;
  isBusy: (withdrawal: Withdrawal) => boolean;
  onApprove: (withdrawal: Withdrawal) => void;
  onCancel: (withdrawal: Withdrawal) => void;
  onHold: (withdrawal: Withdrawal) => void;
  onPayout: (withdrawal: Withdrawal, outcome: 'paid' | 'failed') => void;
}

type Requested = Pick<
  Withdrawal,
  'workerId' | 'workerName' | 'workerEmail' | 'withdrawalDate' | 'withdrawalAmount' | 'withdrawalCoin' | 'localAmount'
>;

/** Who requested it, and how much. */
export const NAME: Column<Requested> = {
  id: 'name',
  head: 'Name',
  primary: true,
  cell: (row) => (
    <>
      <PersonLink of={row.workerId} name={row.workerName} />
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
  cell: (row) => <PersonLink of={row.workerEmail} />,
};
export const AMOUNT: Column<Requested> = {
  id: 'amount',
  head: 'Amount',
  align: 'end',
  cell: (row) => (
    <>
      <Dollars amount={row.withdrawalAmount} />
      {row.localAmount && (
        <SecondaryLine translate="no">{formatMoney(row.localAmount.amount, row.localAmount.currency)}</SecondaryLine>
      )}
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

const otherActionsColumn = ({ statusOf, onCancel, onHold }: RowActions): Column<Withdrawal> => ({
  id: 'cancel',
  head: 'Other',
  action: true,
  cell: (row) => {
    if (statusOf(row) !== 'pending') return null;
    const about = `the withdrawal of ${row.workerName}`;
    return (
      <ActionPair gap={2}>
        {row.hold ? (
          <Release withdrawal={row} />
        ) : (
          <RowButton variant="quiet" label="Hold" about={about} onClick={() => onHold(row)} />
        )}
        <RowButton variant="quiet" label="Cancel" about={about} onClick={() => onCancel(row)} />
      </ActionPair>
    );
  },
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
      {row.suspended ? (
        <WarningLine>{SUSPENDED_NOTE}</WarningLine>
      ) : (
        <RowButton icon="check" label="Paid" about={`to ${row.workerName}`} onClick={() => onPayout(row, 'paid')} />
      )}
      <RowButton
        variant="quiet"
        label="Failed"
        about={`payment to ${row.workerName}`}
        onClick={() => onPayout(row, 'failed')}
      />
    </ActionPair>
  ),
});

export const columnsOf = (view: View, actions: RowActions): readonly Column<Withdrawal>[] => {
  if (view === 'due') return [...PERSON, accountColumn, payoutColumn(actions)];
  const decided = [...PERSON, statusColumn(actions)];
  return view === 'pending' || view === 'look' ? [...decided, otherActionsColumn(actions)] : decided;
};
