import type { Integrity } from '@piecework/contracts';
import { Card, Coins, Dollars, Fact, FactNote, Facts } from '@piecework/ui';

type SumsOf = Pick<Integrity, 'coins' | 'dollars'>;

const COUNTING = 'A service is still counting existing records after an upgrade. Sums appear when it’s done.';

export function Sums({ coins, dollars }: SumsOf) {
  if (!coins || !dollars) return <Card>{COUNTING}</Card>;
  const { users, escrow, places, grants, topUps, appeals, adjustments, payouts } = coins;
  return (
    <Card>
      <Facts>
        <Fact label="In user balances">
          <Coins amount={users} /> <FactNote>would pay out</FactNote> <Dollars amount={dollars.owed} />
        </Fact>
        <Fact label="In escrow">
          <Coins amount={escrow} />
        </Fact>
        <Fact label="Pay for all open, held, and pending places">
          <Coins amount={places} />
        </Fact>
        <Fact label="Sign-up coins">
          <Coins amount={grants} />
        </Fact>
        <Fact label="Bought">
          <Coins amount={topUps} /> <FactNote>for</FactNote> <Dollars amount={dollars.paidIn} />
        </Fact>
        <Fact label="Paid by Piecework on appeals">
          <Coins amount={appeals} />
        </Fact>
        <Fact label="Added or removed by role changes and account closures">
          <Coins amount={adjustments} />
        </Fact>
        <Fact label="Withdrawn">
          <Coins amount={payouts} /> <FactNote>for</FactNote> <Dollars amount={dollars.paidOut} />
        </Fact>
        <Fact label="All withdrawal requests, pending and approved">
          <Dollars amount={dollars.requested} /> <FactNote>against</FactNote> <Dollars amount={dollars.paidIn} />{' '}
          <FactNote>paid in</FactNote>
        </Fact>
      </Facts>
    </Card>
  );
}
