import { css, styled } from 'styled-components';
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
  border: 1px solid ${color.line};
  border-radius: ${radius.card};
  background: ${color.surface};

  ${asCards} { border: 0; border-radius: 0; background: none; }
  /* Scrolls sideways only where the table may be wider than the page: the sticky head needs a page that scrolls. */
  ${media.tabletOnly} { overflow-x: auto; }
`;

export const CaptionText = styled.caption`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

export const Label = styled.span`
  display: none;
  flex: none;
  color: ${color.soft};
  font-size: ${text.small};
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

export const Table = styled.table.attrs({ role: 'table' })<CardsBelow>`
  position: relative;
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;

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
    tr > :first-child { padding-inline-start: ${space(5)}; }
    tr > :last-child { padding-inline-end: ${space(5)}; }
    th:first-child { border-start-start-radius: 11px; }
    th:last-child { border-start-end-radius: 11px; }
    tbody tr:first-child td { border-top: 0; }
    tbody tr:hover { background: color-mix(in srgb, ${color.sunk} 45%, transparent); }
    td[data-primary] { font-weight: 600; }
    [data-align='end'], [data-action] { text-align: end; font-variant-numeric: tabular-nums; }
  }

  /* Not in a scrolling frame, where a sticky head would cover the first rows. */
  ${media.desk} { th { position: sticky; top: var(--table-top, 0px); z-index: 1; } }
`;
