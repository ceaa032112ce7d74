import type { SVGProps } from 'react';
import { styled } from 'styled-components';
import { color, font, text } from '../tokens';

export interface MarkProps extends Omit<SVGProps<SVGSVGElement>, 'ref'> {
  size?: string | number;
}

/** The four patches, in the order in which they are sewn on. */
export const MARK_PATCHES: readonly (readonly [d: string, fill: string])[] = [
  ['M3 1h11v14H1V3a2 2 0 0 1 2-2z', color.primary],
  ['M24 .8L31.2 8 24 15.2 16.8 8z', color.marigold],
  ['M1 17h14v14H3a2 2 0 0 1-2-2z', color.madder],
  ['M17 17h14v12a2 2 0 0 1-2 2H17z', color.sage],
];

/** The stitch that holds them together. */
export const MARK_STITCH = 'M4 16h24M16 19v9';

/** A four-patch block, one patch turned, with the stitch that holds it. */
export function Mark({ size = 32, ...rest }: MarkProps) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false" {...rest}>
      {MARK_PATCHES.map(([d, fill]) => (
        <path key={fill} d={d} fill={fill} />
      ))}
      <path
        d={MARK_STITCH}
        stroke={color.ink}
        strokeWidth="1.6"
        strokeDasharray="3 3"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}

const Sign = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 0.45em;
  font: 700 ${text.h3} / 1 ${font.head};
  letter-spacing: -0.02em;
  color: ${color.ink};
`;

export function Wordmark({ size = 28 }: { size?: number }) {
  return (
    <Sign>
      <Mark size={size} />
      Piecework
    </Sign>
  );
}
