import { styled } from 'styled-components';
import { color, font, text } from '../tokens';

const PATCHES: readonly (readonly [d: string, fill: string])[] = [
  ['M3 1h12v14H1V3a2 2 0 0 1 2-2z', color.primary],
  ['M24 .9L31.1 8 24 15.1 16.9 8z', 'var(--coin)'],
  ['M17 17h14v12a2 2 0 0 1-2 2H17z', color.sage],
  ['M1 17h14v14H3a2 2 0 0 1-2-2z', color.madder],
];

const STITCHES = 'M4.5 13.4v5.2M8 13.4v5.2M11.5 13.4v5.2M13.4 20.5h5.2M13.4 24h5.2M13.4 27.5h5.2';

export function Mark({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden focusable="false">
      {PATCHES.map(([d, fill]) => (
        <path key={fill} d={d} fill={fill} />
      ))}
      <path d={STITCHES} stroke="var(--thread)" strokeWidth="1.3" strokeLinecap="round" fill="none" />
    </svg>
  );
}

const Frame = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 0.45em;
  font: 700 ${text.h3} / 1 ${font.head};
  letter-spacing: -0.02em;
  color: ${color.ink};
`;

export function Wordmark() {
  return (
    <Frame>
      <Mark size={28} />
      <span translate="no">Piecework</span>
    </Frame>
  );
}
