import type { Suspect } from '@piecework/contracts';
import { Button, type Column, color, DataTable, Empty, formatDollars, Page, Pager } from '@piecework/ui';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, tableState, useListParams, usePages } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { ListHead, ListRegion, SecondaryLine } from '../list/list-elements';
import { HeldState } from '../withdrawals/HeldState';
import { AMOUNT, EMAIL, NAME } from '../withdrawals/withdrawalColumns';
import { Console, SectionTitle } from './Console';
import { SignalList } from './SignalList';

const Lead = styled.p`
  max-width: 66ch;
  margin: 0;
  color: ${color.soft};
`;

/** In rem: four columns, one of them with sentences. */
const CARDS_BELOW = 48;

const lossOf = ({ funding }: Suspect): string => {
  if (!funding) return '';
  if (!funding.covered) return 'The balance does not cover it: approving cancels it';
  if (funding.loss === 0) return 'If paid, Piecework loses nothing';
  return `If paid, Piecework loses ${funding.truncated ? 'at least ' : ''}${formatDollars(funding.loss)}`;
};

const COLUMNS: readonly Column<Suspect>[] = [
  NAME,
  EMAIL,
  AMOUNT,
  {
    id: 'signals',
    head: 'Signals',
    wide: true,
    cell: (row) => (
      <>
        <SignalList signals={row.signals} />
        <SecondaryLine>{lossOf(row)}</SecondaryLine>
        {row.hold && <HeldState hold={row.hold} />}
      </>
    ),
  },
];

/** Computed when it is read; an admin decides, nothing is blocked. */
export default function Integrity() {
  usePageTitle('Integrity');
  const params = useListParams(LONG_PAGE_SIZE);
  const list = useApiList('GET /admin/signals', { query: params.range });
  const pages = usePages(params, list);
  return (
    <Page
      title="Integrity"
      lead="Whether the coins add up, what is late, and which withdrawals stand out. Services check in the background; times start again when a service restarts."
    >
      <Console />
      <ListRegion aria-labelledby="signals">
        <SectionTitle id="signals">Withdrawals that stand out</SectionTitle>
        <Lead>
          The longest waiting first. A signal is no proof: look at the work, ask, and hold or decide the
          request on the home.
        </Lead>
        <ListHead total={list.data?.total} noun="request" isFiltered={false}>
          <Button as={Link} to="/dashboard/adminHome" variant="secondary" size="small">
            Withdrawal requests
          </Button>
        </ListHead>
        <DataTable
          caption="Withdrawals with signals"
          columns={COLUMNS}
          rows={list.data?.rows ?? []}
          rowKey={({ _id }) => _id}
          {...tableState(list)}
          empty={
            <Empty
              title="Nothing stands out"
              text="None of the 200 longest waiting requests has a signal."
              seed="integrity"
            />
          }
          cardsBelow={CARDS_BELOW}
        />
        <Pager page={params.page} pages={pages} onPage={params.goTo} label="Withdrawals with signals" />
      </ListRegion>
    </Page>
  );
}
