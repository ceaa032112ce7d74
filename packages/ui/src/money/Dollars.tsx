import { styled } from 'styled-components';
import { formatDollars } from '../format';
import { font, type TextSize, text } from '../tokens';

const Sum = styled.span<{ $size?: TextSize | undefined }>`
  font-family: ${font.head};
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  overflow-wrap: normal;
  ${({ $size }) => $size && `font-size: ${text[$size]};`}
`;

export function Dollars({ amount, size }: { amount: number; size?: TextSize }) {
  return (
    <Sum translate="no" $size={size}>
      {formatDollars(amount)}
    </Sum>
  );
}
