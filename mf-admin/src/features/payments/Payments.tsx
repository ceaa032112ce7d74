import type { Payment } from '@piecework/contracts';
import { PAYMENT_STATES } from '@piecework/contracts/constants';
import {
  Coins,
  type Column,
  Dollars,
  Email,
  formatCard,
  formatCoins,
  formatDollars,
  Page,
  Status,
} from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList, useConfig } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { ListFrame } from '../list/ListFrame';
import { RowWarning } from '../list/RowWarning';
import { idOf, useHeldRows } from '../list/useHeldRows';
import { Credit } from './Credit';

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'recorded', label: 'To credit' },
  { value: 'credited', label: 'Credited' },
  { value: 'reversed', label: 'Reversed' },
] as const;

/** Same length: which one applies is known only after the configuration has loaded, and the page must not move. */
const LEADS = {
  manual: 'The card processor confirmed each payment below. The buyer gets the coins when you select Credit.',
  automatic: 'Payments are credited when the card processor confirms them. Any that can’t be credited stay here.',
};

const Reserved = styled.span`
  visibility: hidden;
`;

const EMPTY = {
  seed: 'payments',
  title: 'No payments yet',
  text: 'Payments appear here when buyers buy coins.',
  foundTitle: 'No payments found',
  foundText: 'No payment matches this search and state.',
  showAll: 'Show all payments',
};

const COLUMNS: readonly Column<Payment>[] = [
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

export default function Payments() {
  usePageTitle('Payments');
  const params = useListParams(LONG_PAGE_SIZE);
  const config = useConfig();
  const state = params.oneOf('state', PAYMENT_STATES);
  const query = { state, q: params.get('q') || undefined, ...params.range };
  const list = useApiList('GET /payments', { query });
  const { rows, waiting, show } = useHeldRows<Payment>(list, query);
  return (
    <Page title="Payments" lead={config ? LEADS[config.coinCredit] : <Reserved>{LEADS.manual}</Reserved>}>
      <ListFrame
        params={params}
        list={list}
        rows={rows}
        waiting={waiting}
        label="Payments"
        noun="payment"
        search="Search by email, card, or payment ID"
        filter={{ name: 'state', label: 'Which payments', options: FILTERS, value: state }}
        columns={COLUMNS}
        rowKey={idOf}
        onShow={show}
        empty={EMPTY}
      />
    </Page>
  );
}
