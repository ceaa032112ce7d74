import { Coin, PatchBlock } from '@piecework/ui';
import { color, motion } from '@piecework/ui/styles';
import { styled } from 'styled-components';

/** Four by four seeds, chosen by eye; `null` is the place of the loose piece. */
const ROWS: readonly (readonly (string | null)[])[] = [
  ['47', 'y', 'ed', '8f'],
  ['7v', 'vs', null, 'f9'],
  ['z', '2', '1', '3h'],
  ['f0', 'a', 'av', '1b'],
];
const PIECE = 'a6';
const SIZE = 12;
const GAP = 0.5;
const at = (index: number) => index * (SIZE + GAP);
const TOTAL_SIZE = at(4) - GAP;

const Svg = styled.svg`
  display: block;
  width: 100%;
  height: 100%;
  overflow: visible;
`;

/** Loose until a role link is hovered or focused. */
export const Piece = styled.g`
  transform-box: fill-box;
  transform-origin: center;
  transform: translate(1.6px, -2.2px) rotate(9deg);
  transition: transform ${motion.slow};
`;

/** Decoration only. */
export function Quilt() {
  return (
    <Svg viewBox={`0 0 ${TOTAL_SIZE} ${TOTAL_SIZE}`} preserveAspectRatio="xMidYMid slice" aria-hidden focusable="false">
      {ROWS.map((row, y) =>
        row.map((seed, x) =>
          seed ? (
            <PatchBlock key={seed} seed={seed} x={at(x)} y={at(y)} width={SIZE} height={SIZE} />
          ) : (
            <rect
              key="open"
              x={at(x) + 0.4}
              y={at(y) + 0.4}
              width={SIZE - 0.8}
              height={SIZE - 0.8}
              rx="0.6"
              fill={color.sunk}
              stroke={color.edge}
              strokeWidth="0.18"
              strokeDasharray="0.7 0.6"
              strokeLinecap="round"
            />
          ),
        ),
      )}
      <Piece>
        <PatchBlock seed={PIECE} x={at(2)} y={at(1)} width={SIZE} height={SIZE} />
        <Coin x={at(2) + 7.6} y={at(1) + 7.6} size="6" />
      </Piece>
    </Svg>
  );
}
