import type { Payment } from '@piecework/contracts';
import { PAYMENT_STATES } from '@piecework/contracts/constants';
import { type Column, Page } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { useApiList, useConfig } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { ListFrame } from '../list/ListFrame';
import { idOf, useHeldRows } from '../list/useHeldRows';
import { PersonLink } from '../people/PersonLink';
import { PAYMENT_COLUMNS } from './paymentColumns';

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
  { id: 'buyer', head: 'Buyer', primary: true, cell: ({ email }) => <PersonLink of={email} /> },
  ...PAYMENT_COLUMNS,
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
