import { styled } from 'styled-components';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { plainList, quietText } from '../mixins';
import { color, radius, space } from '../tokens';

export interface Series {
  name: string;
  /** A token of `color`. */
  ink: string;
}

export interface ChartRow {
  /** Short: under its bars. */
  label: string;
  /** For screen readers and the pointer. */
  name: string;
  /** One per series, none below 0. */
  values: readonly number[];
}

interface BarChartProps {
  /** What is counted, of screen readers' table too. */
  caption: string;
  /** Head of the column with the names. */
  rowHead: string;
  series: readonly Series[];
  rows: readonly ChartRow[];
  format(value: number): string;
  /** A scale beside the bars, instead of the value above each. @default with several series */
  scaled?: boolean;
}

/** In percent of a row's width. */
const GAP = 16;
/** In rem: a short day, or coins of five digits. */
const LABEL_WIDTH = 3;

/** Bars of the same scale, drawn in percent, so that only the height is fixed; a table for screen readers. Its size does not depend on the values. */
export function BarChart({ caption, rowHead, series, rows, format, scaled = series.length > 1 }: BarChartProps) {
  const highest = Math.max(1, ...rows.flatMap(({ values }) => values));
  const most = scaled ? roundUp(highest) : highest;
  const slot = 100 / Math.max(1, rows.length);
  const width = (slot * (100 - 2 * GAP)) / 100 / Math.max(1, series.length);
  return (
    <Figure>
      <VisuallyHidden as="div">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{rowHead}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  <span>{name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, values }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {series.map((one, at) => (
                  <td key={one.name}>{format(values[at] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </VisuallyHidden>
      <div aria-hidden>
        {series.length > 1 && (
          <Legend>
            {series.map(({ name, ink }) => (
              <li key={name}>
                <Swatch $ink={ink} />
                <span>{name}</span>
              </li>
            ))}
          </Legend>
        )}
        {!scaled && (
          <Line $count={rows.length}>
            {rows.map(({ name, values: [value = 0] }) => (
              <span key={name}>{value > 0 ? format(value) : ''}</span>
            ))}
          </Line>
        )}
        <Scaled>
          {scaled && (
            <Scale>
              {[most, most / 2, 0].map((value) => (
                <span key={value}>{format(value)}</span>
              ))}
            </Scale>
          )}
          <Plot focusable="false">
            {scaled && <Half x1="0%" x2="100%" y1="50%" y2="50%" />}
            {rows.map(({ name, values }, row) =>
              series.map(({ name: of, ink }, at) => {
                const height = (100 * (values[at] ?? 0)) / most;
                return (
                  <rect
                    key={`${name} ${of}`}
                    x={`${row * slot + (slot * GAP) / 100 + at * width}%`}
                    y={`${100 - height}%`}
                    width={`${width}%`}
                    height={`${height}%`}
                    fill={ink}
                  >
                    <title>{`${name}: ${format(values[at] ?? 0)} ${of}`}</title>
                  </rect>
                );
              }),
            )}
          </Plot>
          <Line $count={rows.length}>
            {rows.map(({ name, label }) => (
              <span key={name}>{label}</span>
            ))}
          </Line>
        </Scaled>
      </div>
    </Figure>
  );
}

/** The next of 1, 2, 5, 10, 20 … */
const roundUp = (value: number): number => {
  const unit = 10 ** Math.floor(Math.log10(value));
  return unit * ([1, 2, 5].find((factor) => factor * unit >= value) ?? 10);
};

// No inline styles: the first views are HTML, whose policy forbids them.
const Figure = styled.figure`
  margin: 0;
  container-type: inline-size;
`;
const Plot = styled.svg`
  grid-column: 2;
  display: block;
  width: 100%;
  height: 8rem;
  border-bottom: 2px dashed ${color.line};
`;
const Scaled = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  margin-top: ${space(3)};
`;
/** The middle of the first and last value is at the end of the bars. */
const Scale = styled.div`
  ${quietText}
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  margin-block: -0.6em;
  padding-inline-end: ${space(2)};
  font-variant-numeric: tabular-nums;
  line-height: 1.2;
  text-align: end;
`;
const Half = styled.line`
  stroke: ${color.line};
  stroke-dasharray: 4 4;
`;
/** Where not all texts fit, those of each second or fourth row, counted from the last one; they end with their bar. */
const Line = styled.div<{ $count: number }>`
  ${quietText}
  grid-column: 2;
  display: grid;
  grid-template-columns: repeat(${({ $count }) => $count}, minmax(0, 1fr));
  min-height: 1.5rem;
  font-variant-numeric: tabular-nums;
  line-height: 1.5rem;

  span {
    display: flex;
    justify-content: center;
    white-space: nowrap;
  }
  @container (width < ${({ $count }) => $count * LABEL_WIDTH}rem) {
    span { justify-content: flex-end; }
    span:nth-last-child(even) { visibility: hidden; }
  }
  @container (width < ${({ $count }) => ($count * LABEL_WIDTH) / 2}rem) {
    span:nth-last-child(4n + 3) { visibility: hidden; }
  }
`;
const Legend = styled.ul`
  ${plainList}
  ${quietText}
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)} ${space(5)};
  margin: 0 0 ${space(2)};

  li {
    display: flex;
    gap: ${space(2)};
    align-items: center;
  }
`;
const Swatch = styled.span<{ $ink: string }>`
  background: ${({ $ink }) => $ink};
  width: 0.75rem;
  height: 0.75rem;
  border-radius: ${radius.control};
`;
