import type { LinkedPerson, Person, Suspect } from '@piecework/contracts';
import type { LinkReason } from '@piecework/contracts/constants';
import { LINKED_TIMING } from '@piecework/contracts/constants';
import { Card, CoinFact, Coins, type Column, DataTable, Empty, Fact, Facts, Grid, Stack } from '@piecework/ui';
import { color, plainList, space } from '@piecework/ui/styles';
import { LONG_PAGE_SIZE, tableState } from '@piecework/web-kit/list';
import { useApiList, useApiQuery } from '@piecework/web-kit/query';
import { styled } from 'styled-components';
import { SignalList } from '../integrity/SignalList';
import { SecondaryLine } from '../list/list-elements';
import { ROLE_NAMES } from '../users/user-confirmations';
import { AMOUNT } from '../withdrawals/withdrawalColumns';
import { causeOf } from './cause-names';
import { Notes } from './Notes';
import { PersonLink } from './PersonLink';

export const Overview = ({ person }: { person: Person }) => (
  <Stack gap={6}>
    <Grid min="22rem">
      <Causes person={person} />
      <Notes person={person} />
    </Grid>
    <LinkedPeople id={person._id} />
    <Signals id={person._id} />
  </Stack>
);

const Causes = ({ person: { coins, causes } }: { person: Person }) => (
  <Card aria-labelledby="person-coins">
    <Stack gap={3}>
      <h2 id="person-coins">Coins by cause</h2>
      <Facts>
        {causes.map(({ kind, coins: amount }) => (
          <CoinFact key={kind} label={causeOf(kind)} amount={amount} sign />
        ))}
        <Balance label="Balance">
          <Coins amount={coins} />
        </Balance>
      </Facts>
    </Stack>
  </Card>
);

const Balance = styled(Fact)`
  padding-top: ${space(2)};
  border-top: 2px dashed ${color.line};
  font-weight: 600;
`;

const times = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`);

const REASONS: Readonly<Record<LinkReason, (count: number) => string>> = {
  'account-number': (count) => `Same account number in ${times(count, 'one withdrawal', 'withdrawals')}`,
  picture: (count) => (count === 1 ? 'Same picture' : `${count} of the same pictures`),
  mailbox: () => 'Same mailbox',
  timing: (count) => `Submitted to ${count} of the same tasks within ${LINKED_TIMING.seconds} seconds`,
};

const LINKS: readonly Column<LinkedPerson>[] = [
  {
    id: 'name',
    head: 'Account',
    primary: true,
    cell: ({ userId, userName, userRole, closed }) => (
      <>
        <PersonLink of={userId} name={userName} />
        <SecondaryLine>{closed ? 'Closed' : ROLE_NAMES[userRole]}</SecondaryLine>
      </>
    ),
  },
  { id: 'email', head: 'Email', cell: ({ userEmail }) => <PersonLink of={userEmail} /> },
  {
    id: 'why',
    head: 'Why',
    wide: true,
    cell: ({ reasons }) => (
      <Reasons>
        {reasons.map(({ code, count }) => (
          // A newer server knows more reasons.
          <li key={code}>{REASONS[code]?.(count) ?? code}</li>
        ))}
      </Reasons>
    ),
  },
];

const LinkedPeople = ({ id }: { id: string }) => {
  const links = useApiQuery('GET /admin/people/{id}/links', { params: { id } });
  return (
    <Stack as="section" gap={3} aria-labelledby="person-links">
      <h2 id="person-links">Linked accounts</h2>
      <Quiet>
        A link isn’t proof: families share numbers, and friends work side by side. No device and no network is kept.
      </Quiet>
      <DataTable
        caption="Linked accounts"
        columns={LINKS}
        rows={links.data ?? []}
        rowKey={({ userId }) => userId}
        {...tableState(links)}
        empty={
          <Empty
            title="No linked accounts"
            text="No other account shares a number, a picture, a mailbox or the timing."
          />
        }
      />
    </Stack>
  );
};

const SIGNALS: readonly Column<Suspect>[] = [
  { id: 'amount', head: 'Amount', primary: true, cell: AMOUNT.cell },
  { id: 'signals', head: 'Signals', wide: true, cell: ({ signals }) => <SignalList signals={signals} /> },
];

/** Last, and absent without any: most people have none. */
const Signals = ({ id }: { id: string }) => {
  const query = { worker: id, limit: LONG_PAGE_SIZE, offset: 0 };
  const list = useApiList('GET /admin/signals', { query });
  const isKnown = list.data ? list.data.rows.length > 0 : list.error;
  if (!isKnown) return null;
  return (
    <Stack as="section" gap={3} aria-labelledby="person-signals">
      <h2 id="person-signals">Withdrawals that need attention</h2>
      <DataTable
        caption="Withdrawals that need attention"
        columns={SIGNALS}
        rows={list.data?.rows ?? []}
        rowKey={({ _id }) => _id}
        {...tableState(list)}
        empty={<Empty title="Nothing needs attention" />}
      />
    </Stack>
  );
};

const Quiet = styled.p`
  max-width: 66ch;
  margin: 0;
  color: ${color.soft};
`;

const Reasons = styled.ul`
  ${plainList}
  text-align: start;
`;
