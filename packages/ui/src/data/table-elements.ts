import { css, styled } from 'styled-components';
import { clampedTo, quietText, sheet } from '../mixins';
import { color, media, radius, space, text } from '../tokens';

interface CardsBelow {
  /** In rem, so that large text turns rows into cards as a narrow screen does. */
  $cardsBelow: number;
}
const asCards = ({ $cardsBelow }: CardsBelow) => `@container (width < ${$cardsBelow}rem)`;
const asColumns = ({ $cardsBelow }: CardsBelow) => `@container (width >= ${$cardsBelow}rem)`;

export const Container = styled.div`
  container-type: inline-size;
`;

export const Frame = styled.div<CardsBelow>`
  ${sheet}

  ${asCards} { border: 0; border-radius: 0; background: none; }
  /* Only a table that is too wide: the sticky head needs a page that scrolls, not a frame. */
  &[data-scrolls] { ${asColumns} { overflow-x: auto; } }
`;

export const Label = styled.span`
  ${quietText}
  display: none;
  flex: none;
`;

// Explicit roles: most browsers drop the table semantics of elements whose `display` changes.
export const HeadGroup = styled.thead.attrs({ role: 'rowgroup' })``;
export const BodyGroup = styled.tbody.attrs({ role: 'rowgroup' })``;
export const TableRow = styled.tr.attrs({ role: 'row' })``;
export const HeadCell = styled.th.attrs({ role: 'columnheader', scope: 'col' })``;
export const Cell = styled.td.attrs({ role: 'cell' })``;

export const LoadingCell = styled.div<{ $tall: boolean }>`
  display: grid;
  align-items: center;
  min-width: 6rem;
  min-height: ${({ $tall }) => ($tall ? '40px' : '1.5rem')};
`;

const cards = css`
  &, thead, tbody, tr, td { display: block; }

  thead {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  tbody { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)); gap: ${space(3)}; }
  tr { display: flex; flex-direction: column; padding: ${space(4)}; border: 1px solid ${color.line}; border-radius: ${radius.card}; background: ${color.surface}; }
  td { display: flex; flex-wrap: wrap; gap: 0 ${space(4)}; align-items: baseline; justify-content: space-between; padding: ${space(1)} 0; }
  td > div { min-width: 0; margin-inline-start: auto; text-align: end; overflow-wrap: anywhere; }
  td[data-primary] { order: -1; padding: 0 0 ${space(2)}; font-size: ${text.lead}; font-weight: 600; }
  td[data-primary] > div { margin: 0; text-align: start; }
  td[data-wide] { display: block; }
  td[data-wide] > div { text-align: start; }
  td[data-action] { order: 1; margin-top: ${space(2)}; padding: ${space(3)} 0 0; border-top: 2px dashed ${color.line}; }
  td[data-action] > div { flex: 1; text-align: start; }
  td[data-action]:has(> div:empty) { margin: 0; padding: 0; border: 0; }
  ${Label} { display: block; }
  ${LoadingCell} { flex: 0 1 7rem; }
  [data-primary] > ${LoadingCell} { flex: 1; }
`;

/** The opened page or dialog has the whole text. Not the button itself: the next line would show in its padding. */
const clampedLinks = css`
  td[data-primary] :is(a, button[aria-haspopup='dialog'] > span) {
    ${clampedTo(3)}
    overflow-wrap: anywhere;
  }
`;

export const Table = styled.table.attrs({ role: 'table' })<CardsBelow>`
  position: relative;
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;

  ${clampedLinks}
  ${asCards} { ${cards} }

  ${asColumns} {
    th {
      padding: ${space(3)};
      background: ${color.sunk};
      color: ${color.soft};
      font-size: ${text.small};
      font-weight: 600;
      line-height: 1.3;
      text-align: start;
      vertical-align: bottom;
    }
    td { padding: ${space(3)}; border-top: 1px solid ${color.line}; vertical-align: middle; overflow-wrap: anywhere; }
    /* Long addresses may break anywhere, ordinary words may not. */
    td:not([data-action], [data-align]) > div { min-width: 4.5rem; }
    td:is([data-primary], [data-wide]) > div { min-width: 11rem; }
    /* Texts share what numbers and buttons leave, also on a wide screen. */
    :is([data-align], [data-action]) { width: 1%; }
    td[data-action] > div { display: inline-block; text-align: start; }
    td[data-align] > div, td[data-action] :is(a, button) { white-space: nowrap; }
    td > div { max-width: 46rem; }
    tr > :first-child { padding-inline-start: ${space(5)}; }
    tr > :last-child { padding-inline-end: ${space(5)}; }
    th:first-child { border-start-start-radius: 11px; }
    th:last-child { border-start-end-radius: 11px; }
    tbody tr:first-child td { border-top: 0; }
    tbody tr:hover { background: color-mix(in srgb, ${color.sunk} 45%, transparent); }
    td[data-primary] { font-weight: 600; }
    [data-align='end'], [data-action] { text-align: end; font-variant-numeric: tabular-nums; }
  }

  ${media.desk} {
    ${media.tall} {
      :not([data-scrolls]) > & th { position: sticky; top: var(--table-top, 0px); z-index: 1; }
    }
  }
  [data-scrolls] > & {
    ${asColumns} {
      [data-action] { position: sticky; inset-inline-end: 0; }
      td[data-action] { background: ${color.surface}; box-shadow: -1px 0 ${color.line}; }
    }
  }
`;
