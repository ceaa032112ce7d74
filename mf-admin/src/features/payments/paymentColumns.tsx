import type { Payment } from '@piecework/contracts';
import { Coins, type Column, Dollars, formatCard, formatCoins, formatDollars, Status } from '@piecework/ui';
import { Moment } from '@piecework/web-kit/moment';
import { RowWarning } from '../list/RowWarning';
import { Credit } from './Credit';

/** Without its buyer. */
export const PAYMENT_COLUMNS: readonly Column<Payment>[] = [
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
