import type { Totals } from '@piecework/contracts';
import { Fact, formatDollars } from '@piecework/ui';
import { color, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

type Sums = Pick<NonNullable<Totals['admin']>, 'dollarsIn' | 'dollarsOut' | 'dollarsOwed'>;

const Line = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(6)};
  margin: ${space(4)} 0 0;
  color: ${color.soft};

  > div { display: flex; gap: ${space(2)}; }
  dd { margin: 0; min-width: 4.5rem; color: ${color.ink}; font-weight: 600; font-variant-numeric: tabular-nums; }
`;

const Note = styled.p`
  max-width: 70ch;
  margin: ${space(1)} 0 0;
  color: ${color.soft};
  font-size: ${text.small};
`;

/** A non-breaking space reserves the line while the totals load. */
const dollars = (amount: number | undefined) => (amount === undefined ? '\u00a0' : formatDollars(amount));

export function DollarTotals({ totals }: { totals: Sums | undefined }) {
  const missing = totals ? totals.dollarsOut + totals.dollarsOwed - totals.dollarsIn : 0;
  return (
    <>
      <Line>
        <Fact label="Dollars in">{dollars(totals?.dollarsIn)}</Fact>
        <Fact label="Dollars out">{dollars(totals?.dollarsOut)}</Fact>
        <Fact label="Owed">{dollars(totals?.dollarsOwed)}</Fact>
      </Line>
      <Note>
        <span>Card payments, paid withdrawals, and what all current balances would pay out.</span>
        {missing > 0 && <span>{` Out and owed are ${formatDollars(missing)} more than dollars in.`}</span>}
      </Note>
    </>
  );
}
