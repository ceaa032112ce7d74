import type { Payment } from '@piecework/contracts';
import { PAYMENT_STATES, type PaymentState } from '@piecework/contracts/constants';
import {
  Button,
  Coins,
  type Column,
  DataTable,
  Dollars,
  Empty,
  ListTools,
  Page,
  Pager,
  Segmented,
  Stack,
} from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LinkButton } from '@piecework/web-kit/link-button';
import { PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { Moment } from '@piecework/web-kit/moment';
import { useApiList } from '@piecework/web-kit/query';
import { useState } from 'react';
import { paths } from '../paths';
import { PaymentReceipt } from './PaymentReceipt';
import { cardOf, PaymentStatus } from './payment-cells';

const CHOICES = ['all', ...PAYMENT_STATES] as const;
type Choice = (typeof CHOICES)[number];

export default function PaymentHistory() {
  usePageTitle('Payment history');
  const params = useListParams(PAGE_SIZE);
  const state = params.oneOf('state', PAYMENT_STATES);
  const payments = useApiList('GET /payments', { query: { ...params.range, ...(state && { state }) } });
  const pages = usePages(params, payments);
  const [shown, setShown] = useState<string | null>(null);
  const { rows = [], total = 0 } = payments.data ?? {};
  const receipt = rows.find(({ _id }) => _id === shown) ?? null;

  return (
    <Page
      title="Payment history"
      count={payments.data && total}
      actions={<LinkButton variant="secondary" icon="purchase" to={paths.purchaseCoin} label="Purchase Coin" />}
    >
      <Stack>
        <ListTools>
          <Segmented
            label="State"
            value={state ?? 'all'}
            onChange={(value) => params.change({ state: value === 'all' ? '' : value })}
            options={CHOICES.map((value) => ({ value, label: LABELS[value] }))}
          />
        </ListTools>
        <DataTable
          caption="Your payments, newest first"
          {...tableState(payments)}
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={columns(setShown)}
          empty={<NoPayments state={state} />}
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label="Pages of payments" />
      </Stack>
      {receipt && <PaymentReceipt payment={receipt} onClose={() => setShown(null)} />}
    </Page>
  );
}

const LABELS = {
  all: 'All',
  recorded: 'Recorded',
  credited: 'Credited',
  reversed: 'Reversed',
} as const satisfies Record<Choice, string>;

const columns = (show: (id: string) => void): Column<Payment>[] => [
  { id: 'amount', head: 'Amount', primary: true, cell: ({ amount }) => <Dollars amount={amount} /> },
  { id: 'coins', head: 'Coins', align: 'end', cell: ({ coins }) => <Coins amount={coins} /> },
  { id: 'card', head: 'Card', cell: ({ card }) => cardOf(card) },
  { id: 'time', head: 'Time', cell: ({ time }) => <Moment at={time} /> },
  { id: 'state', head: 'State', cell: (payment) => <PaymentStatus payment={payment} /> },
  {
    id: 'receipt',
    head: 'Receipt',
    action: true,
    cell: ({ _id, amount }) => (
      <Button
        variant="quiet"
        size="small"
        onClick={() => show(_id)}
        aria-label={`View receipt of the payment of $${amount}`}
      >
        View receipt
      </Button>
    ),
  },
];

const NoPayments = ({ state }: { state: PaymentState | undefined }) =>
  state ? (
    <Empty title={`No ${state} payments`} text="Choose another state to see the rest." />
  ) : (
    <Empty
      title="No payments yet"
      text="When you purchase coins, each payment is listed here with its receipt."
      action={<LinkButton variant="primary" to={paths.purchaseCoin} label="Purchase Coin" />}
    />
  );
