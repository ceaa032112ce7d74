import type { Payment } from '@piecework/contracts';
import {
  Button,
  Coins,
  type Column,
  Dollars,
  Email,
  formatCard,
  formatCoins,
  formatDollars,
  Status,
  VisuallyHidden,
} from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';
import { RowWarning } from '../list/RowWarning';
import { useCredit } from './useCredit';

function Credit({ payment }: { payment: Payment }) {
  const { credit, isCrediting } = useCredit(payment);
  return (
    <Button size="small" icon="check" busy={isCrediting} onClick={() => void credit()}>
      <span>Credit</span>
      <VisuallyHidden>{` ${formatCoins(payment.coins)} coins to ${payment.email}`}</VisuallyHidden>
    </Button>
  );
}

export const paymentColumns: readonly Column<Payment>[] = [
  { id: 'buyer', head: 'Buyer', primary: true, cell: ({ email }) => <Email address={email} /> },
  { id: 'amount', head: 'Amount', align: 'end', cell: ({ amount }) => <Dollars amount={amount} /> },
  { id: 'coins', head: 'Coins', align: 'end', cell: ({ coins }) => <Coins amount={coins} /> },
  { id: 'card', head: 'Card', cell: ({ card }) => (card ? formatCard(card) : 'unknown') },
  { id: 'time', head: 'Paid', cell: ({ time }) => <Moment at={time} /> },
  {
    id: 'state',
    head: 'State',
    cell: ({ state, shortfall, refunded }) => (
      <>
        <Status status={state} />
        {state !== 'reversed' && refunded > 0 && (
          <RowWarning>{`${formatDollars(refunded)} refunded. The coins stay until the rest is refunded.`}</RowWarning>
        )}
        {shortfall > 0 && (
          <RowWarning>{`${formatCoins(shortfall)} coins were already spent and couldn’t be taken back`}</RowWarning>
        )}
      </>
    ),
  },
  {
    id: 'credit',
    head: 'Credit',
    action: true,
    cell: (payment) => payment.state === 'recorded' && <Credit payment={payment} />,
  },
];
