import type { Suspect, WithdrawalFunding } from '@piecework/contracts';
import { Button, type Column, formatDollars, Page } from '@piecework/ui';
import { color, space } from '@piecework/ui/styles';
import { usePageTitle } from '@piecework/web-kit';
import { LONG_PAGE_SIZE, useListParams } from '@piecework/web-kit/list';
import { useApiList } from '@piecework/web-kit/query';
import { Link } from '@piecework/web-kit/router';
import { styled } from 'styled-components';
import { paths } from '../../paths';
import { ListFrame } from '../list/ListFrame';
import { SecondaryLine } from '../list/list-elements';
import { idOf } from '../list/useHeldRows';
import { allRequestsOf, isTraced, sourcesOf, type Traced } from '../withdrawals/funding-summary';
import { HeldState } from '../withdrawals/HeldState';
import { AMOUNT, EMAIL, NAME } from '../withdrawals/withdrawalColumns';
import { Console, SectionTitle } from './Console';
import { SignalList } from './SignalList';

const Lead = styled.p`
  max-width: 66ch;
  margin: 0;
  color: ${color.soft};
`;

const Groups = styled.div`
  display: grid;
  gap: ${space(2)};
  text-align: start;
`;

/** In rem: four columns, one of them with sentences. */
const CARDS_BELOW = 48;

const lossOf = ({ loss, truncated }: WithdrawalFunding): string =>
  loss === 0
    ? 'Piecework loses nothing if this is paid'
    : `If paid, Piecework loses ${truncated ? 'at least ' : ''}${formatDollars(loss)}`;

function FundingLines({ traced }: { traced: Traced }) {
  const { funding, withdrawalAmount } = traced;
  if (!funding.covered) return <SecondaryLine>The balance doesn’t cover it. Approving will cancel it.</SecondaryLine>;
  return (
    <>
      <SecondaryLine>{lossOf(funding)}</SecondaryLine>
      <SecondaryLine>{`Coins: ${sourcesOf(traced)}`}</SecondaryLine>
      {funding.total.requested > withdrawalAmount && (
        <SecondaryLine>{`All requests of this worker: ${allRequestsOf(funding)}`}</SecondaryLine>
      )}
    </>
  );
}

const COLUMNS: readonly Column<Suspect>[] = [
  NAME,
  EMAIL,
  AMOUNT,
  {
    id: 'signals',
    head: 'Signals',
    wide: true,
    cell: (row) => (
      <Groups>
        <SignalList signals={row.signals} />
        {isTraced(row) && (
          <div>
            <FundingLines traced={row} />
          </div>
        )}
        {row.hold && (
          <div>
            <HeldState hold={row.hold} />
          </div>
        )}
      </Groups>
    ),
  },
];

/** Computed when it is read; an admin decides, nothing is blocked. */
export default function Integrity() {
  usePageTitle('Integrity');
  const params = useListParams(LONG_PAGE_SIZE);
  const list = useApiList('GET /admin/signals', { query: params.range });
  return (
    <Page
      title="Integrity"
      lead="See whether coins add up, what’s late, and which withdrawals need attention. Checks run in the background, and their times start over when a service restarts."
    >
      <Console />
      <ListFrame
        params={params}
        list={list}
        rows={list.data?.rows ?? []}
        label="Withdrawals with signals"
        titleId="signals"
        heading={
          <>
            <SectionTitle id="signals">Withdrawals that need attention</SectionTitle>
            <Lead>
              Largest first. A signal isn’t proof. Look at the submissions, ask the worker, then hold or decide the
              request on Home.
            </Lead>
          </>
        }
        noun="request"
        actions={
          <Button as={Link} to={paths.home} variant="secondary" size="small">
            Withdrawal requests
          </Button>
        }
        columns={COLUMNS}
        rowKey={idOf}
        cardsBelow={CARDS_BELOW}
        empty={{ seed: 'integrity', title: 'Nothing needs attention', text: 'No pending request has a signal.' }}
      />
    </Page>
  );
}
