import { css } from 'styled-components';
import { media } from '../tokens';

/** The same height with and without a note, loaded or not, so that nothing below moves. */
export const FIGURE = { height: '8.75rem', phoneHeight: '7.5rem' } as const;

/** The cells of a band: a row, on a phone too, unless a number is too long for its share. */
export const figureCells = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr));

  ${media.phone} {
    display: flex;
    flex-wrap: wrap;

    > * { flex: 1 0 6.5rem; }
    /* Four cells wrap two and two. */
    &:has(> :nth-child(4):last-child) > * { flex-basis: 40%; }
  }
`;
