import type { Integrity } from '@piecework/contracts';
import { Card, Coins, Dollars, Fact, FactNote, Facts } from '@piecework/ui';

type SumsOf = Pick<Integrity, 'coins' | 'dollars'>;

const COUNTING = 'A service still counts the records of an earlier release. The sums appear when it is done.';

export function Sums({ coins, dollars }: SumsOf) {
  if (!coins || !dollars) return <Card>{COUNTING}</Card>;
  const { users, escrow, places, grants, topUps, appeals, adjustments, payouts } = coins;
  return (
    <Card>
      <Facts>
        <Fact label="In the accounts of users">
          <Coins amount={users} /> <FactNote>would pay out</FactNote> <Dollars amount={dollars.owed} />
        </Fact>
        <Fact label="In escrow">
          <Coins amount={escrow} />
        </Fact>
        <Fact label="Pay of all open, reserved and pending places">
          <Coins amount={places} />
        </Fact>
        <Fact label="Given at sign-up">
          <Coins amount={grants} />
        </Fact>
        <Fact label="Bought">
          <Coins amount={topUps} /> <FactNote>for</FactNote> <Dollars amount={dollars.paidIn} />
        </Fact>
        <Fact label="Paid by Piecework for upheld appeals">
          <Coins amount={appeals} />
        </Fact>
        <Fact label="Given or taken by role changes and closed accounts">
          <Coins amount={adjustments} />
        </Fact>
        <Fact label="Withdrawn">
          <Coins amount={payouts} /> <FactNote>for</FactNote> <Dollars amount={dollars.paidOut} />
        </Fact>
      </Facts>
    </Card>
  );
}
