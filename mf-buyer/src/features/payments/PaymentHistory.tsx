import type { Payment } from '@piecework/contracts';
import { PAYMENT_STATES, type PaymentState } from '@piecework/contracts/constants';
import {
  Button,
  Coins,
  DataTable,
  Dollars,
  Empty,
  Page,
  Pager,
  Row,
  Segmented,
  Stack,
  Status,
} from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { useApiList } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { useState } from 'react';
import { paths } from '../paths';
import { PAGE_SIZE, pagesOf, usePaging } from '../usePaging';
import { cardOf, Moment } from './parts';
import { Receipt } from './Receipt';

const CHOICES = ['all', ...PAYMENT_STATES] as const;
type Choice = (typeof CHOICES)[number];
const isState = (value: string | null): value is PaymentState =>
  PAYMENT_STATES.some((state) => state === value);

export default function PaymentHistory() {
  usePageTitle('Payment history');
  const { page, offset, params, set, setPage } = usePaging();
  const chosen = params.get('state');
  const state = isState(chosen) ? chosen : undefined;
  const payments = useApiList('GET /payments', {
    query: { limit: PAGE_SIZE, offset, ...(state && { state }) },
  });
  const [shown, setShown] = useState<string | null>(null);
  const { rows = [], total = 0 } = payments.data ?? {};
  const receipt = rows.find(({ _id }) => _id === shown) ?? null;

  return (
    <Page
      title="Payment history"
      count={payments.data && total}
      actions={
        <Button as={Link} variant="secondary" icon="purchase" to={paths.purchaseCoin}>
          Purchase Coin
        </Button>
      }
    >
      <Stack>
        <Row>
          <Segmented
            label="State"
            value={state ?? 'all'}
            onChange={(value) => set({ state: value === 'all' ? '' : value })}
            options={CHOICES.map((value) => ({ value, label: LABELS[value] }))}
          />
        </Row>
        <DataTable
          caption="Your payments, newest first"
          state={payments.isPending ? 'loading' : payments.isError ? 'error' : 'ready'}
          onRetry={() => void payments.refetch()}
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={columns(setShown)}
          empty={<NoPayments state={state} />}
        />
        <Pager page={page} pages={pagesOf(total)} onPage={setPage} label="Pages of payments" />
      </Stack>
      <Receipt payment={receipt} onClose={() => setShown(null)} />
    </Page>
  );
}

const LABELS = {
  all: 'All',
  recorded: 'Recorded',
  credited: 'Credited',
  reversed: 'Reversed',
} as const satisfies Record<Choice, string>;

const columns = (show: (id: string) => void) => [
  {
    id: 'amount',
    head: 'Amount',
    primary: true,
    cell: ({ amount }: Payment) => <Dollars amount={amount} />,
  },
  {
    id: 'coins',
    head: 'Coins',
    align: 'end' as const,
    cell: ({ coins }: Payment) => <Coins amount={coins} />,
  },
  { id: 'card', head: 'Card', cell: ({ card }: Payment) => cardOf(card) },
  { id: 'time', head: 'Time', cell: ({ time }: Payment) => <Moment time={time} /> },
  { id: 'state', head: 'State', cell: ({ state }: Payment) => <Status status={state} /> },
  {
    id: 'receipt',
    head: 'Receipt',
    action: true,
    cell: ({ _id, amount }: Payment) => (
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
    <Empty title={`No payment is ${state}`} text="Choose another state to see the rest." />
  ) : (
    <Empty
      title="No payments yet"
      text="When you purchase coins, each payment is listed here with its receipt."
      action={
        <Button as={Link} variant="primary" to={paths.purchaseCoin}>
          Purchase Coin
        </Button>
      }
    />
  );
