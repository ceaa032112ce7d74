import type { Payment } from '@piecework/contracts';
import { PAYMENT_STATES } from '@piecework/contracts/constants';
import { Button, DataTable, Empty, ListTools, Page, Pager, Segmented } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import {
  type ListParams,
  ListSearch,
  LONG_PAGE_SIZE,
  tableState,
  useListParams,
  usePages,
  useStableRows,
} from '@piecework/web-kit/list';
import { useApiList, useConfig } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { ListHead, ListRegion } from '../list/list-elements';
import { HOLD_UNTIL_SHOWN } from '../list/list-settings';
import { paymentColumns } from './paymentColumns';

const FILTERS = [
  { value: '', label: 'All' },
  { value: 'recorded', label: 'To credit' },
  { value: 'credited', label: 'Credited' },
  { value: 'reversed', label: 'Reversed' },
] as const;

/** Same length: which one applies is known only after the configuration has loaded, and the page must not move. */
const LEADS = {
  manual: 'The card processor confirmed each payment below. The buyer gets the coins when you select Credit.',
  automatic:
    'Payments are credited when the card processor confirms them. Any that can’t be credited stay here.',
};

const Reserved = styled.span`
  visibility: hidden;
`;

const idOf = ({ _id }: Payment) => _id;

function usePaymentList(params: ListParams) {
  const state = params.oneOf('state', PAYMENT_STATES);
  const q = params.get('q') || undefined;
  const query = { state, q, ...params.range };
  const list = useApiList('GET /payments', { query });
  const stable = useStableRows<Payment>(list, {
    scope: JSON.stringify(query),
    idOf,
    policy: HOLD_UNTIL_SHOWN,
  });
  return { list, state, isFiltered: Boolean(state || q), ...stable };
}

export default function Payments() {
  usePageTitle('Payments');
  const params = useListParams(LONG_PAGE_SIZE);
  const config = useConfig();
  const { list, state, isFiltered, rows, waiting, show } = usePaymentList(params);
  const pages = usePages(params, list);
  return (
    <Page title="Payments" lead={config ? LEADS[config.coinCredit] : <Reserved>{LEADS.manual}</Reserved>}>
      <ListRegion aria-label="Payments">
        <ListTools>
          <ListSearch label="Search by email, card, or payment ID" params={params} />
          <Segmented
            label="Which payments"
            options={FILTERS}
            value={state ?? ''}
            onChange={(value) => params.change({ state: value })}
          />
        </ListTools>
        <ListHead
          total={list.data?.total}
          noun="payment"
          isFiltered={isFiltered}
          waiting={waiting}
          onShow={() => show()}
        />
        <DataTable
          caption="Payments"
          columns={paymentColumns}
          rows={rows}
          rowKey={idOf}
          {...tableState(list)}
          empty={<NoPayments isFiltered={isFiltered} onClear={() => params.change({ q: '', state: '' })} />}
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label="Payments" />
      </ListRegion>
    </Page>
  );
}

function NoPayments({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (!isFiltered)
    return (
      <Empty title="No payments yet" text="Payments appear here when buyers buy coins." seed="payments" />
    );
  return (
    <Empty
      title="No payments found"
      text="No payment matches this search and state."
      seed="payments"
      action={
        <Button variant="secondary" onClick={onClear}>
          Show all payments
        </Button>
      }
    />
  );
}
