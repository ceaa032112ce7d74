import { t } from '@piecework/i18n';
import { keyframes, styled } from 'styled-components';
import { FIGURE, figureCells } from '../data/figure-size';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { color, media, radius, space } from '../tokens';

type SkeletonShape = 'text' | 'card' | 'row' | 'figure';

const SIZES: Record<SkeletonShape, readonly [height: string, width: string]> = {
  text: ['0.9em', '80%'],
  card: ['21rem', '100%'],
  row: ['3.25rem', '100%'],
  figure: [FIGURE.height, '100%'],
};

const pulse = keyframes`50% { opacity: 0.5; }`;

export const SkeletonBlock = styled.span<{ $shape: SkeletonShape }>`
  display: block;
  width: ${({ $shape }) => SIZES[$shape][1]};
  height: ${({ $shape }) => SIZES[$shape][0]};
  border: 2px dashed ${color.line};
  border-radius: ${({ $shape }) => ($shape === 'card' || $shape === 'figure' ? radius.card : radius.control)};
  background: color-mix(in srgb, ${color.line} 50%, transparent);
  animation: ${pulse} 1.6s ease-in-out infinite;
  ${({ $shape }) => $shape === 'text' && 'margin: 0.3em 0; border: 0;'}

  ${({ $shape }) => $shape === 'row' && `& + & { margin-top: ${space(3)}; }`}
  ${media.reducedMotion} { animation: none; }
`;

/** As many as a band of figures has, side by side. */
const Band = styled.span`
  ${figureCells}
  ${media.phone} {
    ${SkeletonBlock} { height: ${FIGURE.phoneHeight}; }
  }
`;

/** In a Grid, `count` placeholders fill as many cells. */
export function Skeleton({ shape, count = 1 }: { shape: SkeletonShape; count?: number }) {
  const blocks = (
    <>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <SkeletonBlock key={at} $shape={shape} aria-hidden />
      ))}
      <VisuallyHidden>{t('Loading')}</VisuallyHidden>
    </>
  );
  return shape === 'figure' ? <Band>{blocks}</Band> : blocks;
}
