import { formatDollars } from '../format';
import type { TextSize } from '../tokens';
import { Amount } from './Coins';

export function Dollars({ amount, size }: { amount: number; size?: TextSize }) {
  return (
    <Amount translate="no" $size={size}>
      {formatDollars(amount)}
    </Amount>
  );
}
