import type { ReactNode } from 'react';
import { Failure } from '../states/Failure';
import { SkeletonBlock } from '../states/Skeleton';
import {
  BodyGroup,
  CaptionText,
  Cell,
  Container,
  Frame,
  HeadCell,
  HeadGroup,
  Label,
  LoadingCell,
  Table,
  TableRow,
} from './table-elements';

export interface Column<Row> {
  id: string;
  head: string;
  cell(row: Row): ReactNode;
  align?: 'end';
  width?: string;
  primary?: boolean;
  /** Long text: full width under its label on a phone. */
  wide?: boolean;
  /** Buttons: the head is for screen readers, and on a phone they end the card. */
  action?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
  state?: 'loading' | 'error' | 'ready';
  empty: ReactNode;
  onRetry?: (() => void) | undefined;
  error?: string | undefined;
  /** In rem: the container width below which rows become cards. */
  cardsBelow?: number;
}

/** In rem: five columns of short texts fit. */
const CARDS_BELOW = 36.9;
const LOADING_ROWS = [0, 1, 2, 3, 4];

const cellAttributes = ({
  align,
  primary,
  wide,
  action,
}: Pick<Column<never>, 'align' | 'primary' | 'wide' | 'action'>) => ({
  'data-align': align,
  'data-primary': primary || undefined,
  'data-wide': wide || undefined,
  'data-action': action || undefined,
});

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <HeadGroup>
      <TableRow>
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
      </TableRow>
    </HeadGroup>
  );
}

/** Rows of the usual height, so that little moves when the data arrives. */
function LoadingRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return LOADING_ROWS.map((row) => (
    <TableRow key={row} aria-hidden>
      {columns.map((column) => (
        <Cell key={column.id} {...cellAttributes(column)}>
          {!column.primary && !column.action && <Label>{column.head}</Label>}
          <LoadingCell $tall={!!column.action}>
            <SkeletonBlock $shape="text" />
          </LoadingCell>
        </Cell>
      ))}
    </TableRow>
  ));
}

function Rows<Row>({ columns, rows, rowKey }: Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowKey'>) {
  return rows.map((row) => (
    <TableRow key={rowKey(row)}>
      {columns.map((column) => (
        <Cell key={column.id} {...cellAttributes(column)}>
          {!column.primary && !column.action && <Label aria-hidden>{column.head}</Label>}
          <div>{column.cell(row)}</div>
        </Cell>
      ))}
    </TableRow>
  ));
}

/** A <table> whose rows become cards in a narrow container, and stay rows for screen readers. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, state = 'ready', empty, onRetry, error } = props;
  const { cardsBelow = CARDS_BELOW } = props;
  if (state === 'error') return <Failure text={error} onRetry={onRetry} />;
  if (state === 'ready' && rows.length === 0) return <>{empty}</>;
  const isLoading = state === 'loading';
  return (
    <Container>
      <Frame $cardsBelow={cardsBelow}>
        <Table $cardsBelow={cardsBelow} aria-busy={isLoading}>
          <CaptionText>{isLoading ? `${caption}, loading` : caption}</CaptionText>
          <Head columns={columns} />
          <BodyGroup>
            {isLoading ? (
              <LoadingRows columns={columns} />
            ) : (
              <Rows columns={columns} rows={rows} rowKey={rowKey} />
            )}
          </BodyGroup>
        </Table>
      </Frame>
    </Container>
  );
}
