import type { FieldConsensus, FormField, Row } from '@piecework/contracts';
import { shownValue } from '@piecework/contracts/forms';
import { formatCoins } from '@piecework/ui';
import { clampedTo, color, quietText, space, text } from '@piecework/ui/styles';
import { styled } from 'styled-components';

interface ConsensusProps {
  row: Row;
  /** With the labels of the row. */
  fields: readonly FormField[];
  /** In a table: long values are cut. */
  isShort?: boolean;
}

/** What the answers to a row give together, and how many of them agree. */
export const Consensus = ({ row: { consensus, answers }, fields, isShort = false }: ConsensusProps) => {
  const count = answers.filter(({ status }) => status !== 'reject').length;
  return (
    <List $isShort={isShort}>
      {fields.map((field) => {
        const together = consensus?.[field.name];
        return (
          together && (
            <div key={field.name}>
              <dt>{field.label}</dt>
              <dd>
                <Value field={field} together={together} />
                {count > 1 && <Agreement together={together} count={count} />}
              </dd>
            </div>
          )
        );
      })}
    </List>
  );
};

const Value = ({ field, together: { value, isUndecided } }: { field: FormField; together: FieldConsensus }) => {
  if (value !== undefined) return <strong>{shownValue(field, value)}</strong>;
  return <Missing>{isUndecided ? 'Undecided' : 'No answer'}</Missing>;
};

const Agreement = ({ together, count }: { together: FieldConsensus; count: number }) => {
  const { share, isMedian, probability } = together;
  const agreeing = Math.round(share * count);
  const isWhole = agreeing === count;
  const notes = [
    isWhole ? `All ${formatCoins(count)} agree` : `${formatCoins(agreeing)} of ${formatCoins(count)} agree`,
    ...(isMedian ? ['median'] : []),
    ...(probability !== undefined && !isWhole ? [`${Math.min(99, Math.round(probability * 100))}% likely`] : []),
  ];
  return (
    <Note $isWhole={isWhole}>
      <Glyph isWhole={isWhole} />
      <span>{notes.join(' · ')}</span>
    </Note>
  );
};

/** Agreement and dissent in shape, beside their words. */
export const Glyph = ({ isWhole }: { isWhole: boolean }) => (
  <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden focusable="false">
    <path
      d={isWhole ? 'M3 8.5L6.5 12 13 4.5' : 'M3 6h10M3 10h10M10.5 3l-5 10'}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

const List = styled.dl<{ $isShort: boolean }>`
  display: grid;
  gap: ${({ $isShort }) => space($isShort ? 2 : 4)};
  margin: 0;

  > div {
    min-width: 0;
  }
  dt {
    ${quietText}
    ${({ $isShort }) => $isShort && clampedTo(1)}
    overflow-wrap: anywhere;
  }
  dd {
    margin: 0;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  strong {
    ${({ $isShort }) => ($isShort ? clampedTo(2) : `font-size: ${text.lead};`)}
    font-weight: 600;
  }
`;
const Missing = styled.span`
  color: ${color.soft};
`;
export const Note = styled.div<{ $isWhole: boolean }>`
  display: flex;
  gap: ${space(1)};
  align-items: center;
  color: ${({ $isWhole }) => ($isWhole ? color.sage : color.plum)};
  font-size: ${text.small};
  font-weight: 600;

  svg {
    flex: none;
  }
`;
