import type { ReactNode } from 'react';
import { Failure } from '../states/Failure';
import { Skeleton } from '../states/Skeleton';
import { BodyGroup, CaptionText, Cell, Frame, HeadCell, HeadGroup, Label, Line, Table } from './table-parts';

export interface Column<Row> {
  id: string;
  head: string;
  cell(row: Row): ReactNode;
  /** 'end' for numbers, so that their digits stand under each other */
  align?: 'end';
  width?: string;
  /** The title of the card that a row becomes on a phone. */
  primary?: boolean;
  /** A row's buttons: the head is for screen readers, and on a phone they end the card. */
  action?: boolean;
}

export interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  state?: 'loading' | 'error' | 'ready';
  empty: ReactNode;
  onRetry?: (() => void) | undefined;
  error?: string | undefined;
}

/** A real table. Under 640 px its rows become cards with their labels, and stay rows to a screen reader. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, state = 'ready', empty, onRetry, error } = props;
  if (state === 'error') return <Failure text={error} onRetry={onRetry} />;
  if (state === 'ready' && rows.length === 0) return <>{empty}</>;
  return (
    <Frame>
      <Table aria-busy={state === 'loading'}>
        <CaptionText>{caption}</CaptionText>
        <HeadGroup>
          <Line>
            {columns.map((column) => (
              <HeadCell
                key={column.id}
                data-align={column.align}
                data-action={column.action || undefined}
                style={column.width ? { width: column.width } : undefined}
              >
                {column.head}
              </HeadCell>
            ))}
          </Line>
        </HeadGroup>
        <BodyGroup>
          {state === 'loading'
            ? [0, 1, 2, 3, 4].map((row) => (
                <Line key={row}>
                  {columns.map((column) => (
                    <Cell key={column.id} data-primary={column.primary || undefined}>
                      <Skeleton shape="text" />
                    </Cell>
                  ))}
                </Line>
              ))
            : rows.map((row) => (
                <Line key={rowKey(row)}>
                  {columns.map((column) => (
                    <Cell
                      key={column.id}
                      data-align={column.align}
                      data-primary={column.primary || undefined}
                      data-action={column.action || undefined}
                    >
                      {!column.primary && !column.action && <Label aria-hidden>{column.head}</Label>}
                      <div>{column.cell(row)}</div>
                    </Cell>
                  ))}
                </Line>
              ))}
        </BodyGroup>
      </Table>
    </Frame>
  );
}
