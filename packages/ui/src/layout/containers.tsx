import type { CSSProperties } from 'react';
import { styled } from 'styled-components';
import { plainList, sheet } from '../mixins';
import { color, media, space } from '../tokens';

/** Keeps layout props off the DOM element. */
const withoutProps = (...names: string[]) => ({ shouldForwardProp: (name: string) => !names.includes(name) });

interface Flow {
  /** In steps of 4 px. */
  gap?: number;
  align?: CSSProperties['alignItems'];
  justify?: CSSProperties['justifyContent'];
}

export const Stack = styled.div.withConfig(withoutProps('gap', 'align'))<Omit<Flow, 'justify'>>`
  display: flex;
  flex-direction: column;
  gap: ${({ gap = 4 }) => space(gap)};
  align-items: ${({ align = 'stretch' }) => align};
  min-width: 0;
  max-width: 100%;
`;

export const Row = styled.div.withConfig(withoutProps('gap', 'align', 'justify', 'wrap'))<Flow & { wrap?: boolean }>`
  display: flex;
  flex-wrap: ${({ wrap = true }) => (wrap ? 'wrap' : 'nowrap')};
  gap: ${({ gap = 3 }) => space(gap)};
  align-items: ${({ align = 'center' }) => align};
  justify-content: ${({ justify = 'flex-start' }) => justify};
  min-width: 0;
  max-width: 100%;
`;

/** As many columns as fit, none narrower than `min`. */
export const Grid = styled.div.withConfig(withoutProps('gap', 'min'))<{ gap?: number; min?: string }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, ${({ min = '17rem' }) => min}), 1fr));
  gap: ${({ gap = 5 }) => space(gap)};
`;

export const GridList = styled(Grid).attrs({ as: 'ul' })`
  ${plainList}
`;

export const Card = styled.section.withConfig(withoutProps('flush'))<{ flush?: boolean }>`
  ${sheet}
  min-width: 0;
  padding: ${({ flush }) => (flush ? 0 : space(6))};
  overflow: ${({ flush }) => (flush ? 'hidden' : 'visible')};

  ${media.phone} {
    padding: ${({ flush }) => (flush ? 0 : space(4))};
  }
`;

export const Seam = styled.hr`
  width: 100%;
  height: 2px;
  margin: ${space(6)} 0;
  border: 0;
  background: repeating-linear-gradient(90deg, ${color.line} 0 10px, transparent 10px 17px);
`;
