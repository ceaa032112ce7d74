import type { Integrity } from '@piecework/contracts';
import { Card, Coins, Dollars, Fact, FactNote, Facts } from '@piecework/ui';

const COUNTING = 'A service is still counting existing records after an upgrade. Sums appear when it’s done.';

interface SumProps {
  label: string;
  coins: number;
  /** Between the coins and their dollars. */
  note?: string;
  dollars?: number;
}

const Sum = ({ label, coins, note, dollars }: SumProps) => (
  <Fact label={label}>
    <Coins amount={coins} /> {note && <FactNote>{note}</FactNote>}{' '}
    {dollars !== undefined && <Dollars amount={dollars} />}
  </Fact>
);

export function Sums({ coins, dollars }: Pick<Integrity, 'coins' | 'dollars'>) {
  if (!coins || !dollars) return <Card>{COUNTING}</Card>;
  return (
    <Card>
      <Facts>
        <Sum label="In user balances" coins={coins.users} note="would pay out" dollars={dollars.owed} />
        <Sum label="In escrow" coins={coins.escrow} />
        <Sum label="Pay for all open, held, and pending places" coins={coins.places} />
        <Sum label="Sign-up coins" coins={coins.grants} />
        <Sum label="Bought" coins={coins.topUps} note="for" dollars={dollars.paidIn} />
        <Sum label="Paid by Piecework on appeals" coins={coins.appeals} />
        <Sum label="Added or removed by role changes and account closures" coins={coins.adjustments} />
        <Sum label="Withdrawn" coins={coins.payouts} note="for" dollars={dollars.paidOut} />
        <Fact label="All withdrawal requests, pending and approved">
          <Dollars amount={dollars.requested} /> <FactNote>against</FactNote> <Dollars amount={dollars.paidIn} />{' '}
          <FactNote>paid in</FactNote>
        </Fact>
      </Facts>
    </Card>
  );
}
