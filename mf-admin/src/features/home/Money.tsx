import { color, Dollars, formatDollars, space, text } from '@piecework/ui';
import { styled } from 'styled-components';

const Line = styled.dl`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(6)};
  margin: 0;
  color: ${color.soft};
  font-size: ${text.body};

  > div { display: flex; gap: ${space(2)}; }
  dd { margin: 0; }
`;

const Note = styled.p`
  max-width: 70ch;
  margin: ${space(1)} 0 0;
  color: ${color.soft};
  font-size: ${text.small};
`;

interface MoneyProps {
  in: number;
  out: number;
  owed: number;
}

/**
 * What came in by card against what went out and what is owed. The packages sell coins at less than withdrawals pay: that is left to the
 * owner (DESIGN section 4), who has to see it.
 */
export function Money({ in: paidIn, out, owed }: MoneyProps) {
  const short = out + owed - paidIn;
  return (
    <div>
      <Line aria-label="Dollars">
        <div>
          <dt>Dollars in</dt>
          <dd>
            <Dollars amount={paidIn} />
          </dd>
        </div>
        <div>
          <dt>Paid out</dt>
          <dd>
            <Dollars amount={out} />
          </dd>
        </div>
        <div>
          <dt>Owed</dt>
          <dd>
            <Dollars amount={owed} />
          </dd>
        </div>
      </Line>
      <Note>
        Owed is what all coins held now would pay out.
        {short > 0 && ` That, with what was paid out, is ${formatDollars(short)} more than came in.`}
      </Note>
    </div>
  );
}
