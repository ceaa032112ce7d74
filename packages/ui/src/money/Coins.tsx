import { t } from '@piecework/i18n';
import { styled } from 'styled-components';
import { formatCoins } from '../format';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { font, type TextSize, text } from '../tokens';
import { Coin } from './Coin';

export const Amount = styled.span<{ $size?: TextSize | undefined }>`
  font-family: ${font.head};
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  overflow-wrap: normal;
  ${({ $size }) => $size && `font-size: ${text[$size]};`}

  /* Negative margins keep the line height independent of the coin's size. */
  svg {
    margin-block: -0.2em;
    margin-inline-end: 0.35em;
    vertical-align: 0.01em;
  }
`;

interface CoinsProps {
  amount: number;
  size?: TextSize;
  /** Shows + and −. */
  sign?: boolean;
}

export function Coins({ amount, size, sign }: CoinsProps) {
  const lead = amount < 0 ? '−' : sign && amount > 0 ? '+' : '';
  return (
    <Amount $size={size}>
      <Coin />
      <span translate="no">{lead + formatCoins(Math.abs(amount))}</span>
      <VisuallyHidden>{` ${Math.abs(amount) === 1 ? t('coin') : t('coins')}`}</VisuallyHidden>
    </Amount>
  );
}
