import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { styled } from 'styled-components';
import { formatDate } from '../format';
import { quietText } from '../mixins';
import { Coins } from '../money/Coins';
import { color, space, text } from '../tokens';

export const Facts = styled.dl`
  display: grid;
  gap: ${space(2)};
  margin: 0;

  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: ${space(1)} ${space(4)};
  }
  dt { color: ${color.soft}; }
  dd { min-width: 0; margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
`;

export const FactGrid = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, max(7rem, 40%)), 1fr));
  gap: ${space(3)} ${space(4)};
  margin: 0;

  > div { min-width: 0; }
  dt { color: ${color.soft}; font-size: ${text.small}; }
  dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
`;

interface FactProps extends ComponentPropsWithoutRef<'div'> {
  label: string;
  children: ReactNode;
}

export function Fact({ label, children, ...rest }: FactProps) {
  return (
    <div {...rest}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** `sign`: shows + and −. */
export const CoinFact = ({ label, ...coins }: { label: string; amount: number; sign?: boolean }) => (
  <Fact label={label}>
    <Coins {...coins} />
  </Fact>
);

/** A fact of a `FactGrid` that takes a whole row. */
export const WideFact = styled(Fact)`
  grid-column: 1 / -1;
`;

/** A second, quieter line of a fact. */
export const FactNote = styled.span`
  ${quietText}
`;

/** No line break at the hyphens. */
const Time = styled.time`
  white-space: nowrap;
`;

/** A day in the format of P-9.8, with an ISO `dateTime`. */
export function Day({ iso }: { iso: string }) {
  return (
    <Time dateTime={iso} translate="no">
      {formatDate(iso)}
    </Time>
  );
}
