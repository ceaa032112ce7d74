import { t } from '@piecework/i18n';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Elements } from '../layout/elements';
import { VisuallyHidden } from '../layout/VisuallyHidden';
import { Failure } from '../states/Failure';
import { SkeletonBlock } from '../states/Skeleton';
import {
  BodyGroup,
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
  empty: Elements;
  onRetry?: (() => void) | undefined;
  error?: string | undefined;
  /** In rem: the container width below which rows become cards. By default it follows from the columns. */
  cardsBelow?: number;
}

/** In rem: five columns of short texts fit. */
const CARDS_BELOW = 36.9;
/** In rem: long texts and buttons fit beside the other columns. */
const WIDE_CARDS_BELOW = 56.25;
const isWide = ({ wide, action }: Column<never>) => wide || action;

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

/** Whether the content of the frame is wider than the frame. */
function useOverflow() {
  const frame = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => setOverflows(current.scrollWidth > current.clientWidth + 1));
    observer.observe(current);
    for (const table of current.children) observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return { frame, overflows };
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, state = 'ready', empty, onRetry, error } = props;
  if (state === 'error') return <Failure text={error} onRetry={onRetry} />;
  if (state === 'ready' && rows.length === 0) return <>{empty}</>;
  return <FilledTable {...props} />;
}

/** A <table> whose rows become cards in a narrow container, and stay rows for screen readers. */
function FilledTable<Row>({ caption, columns, rows, rowKey, state, ...props }: DataTableProps<Row>) {
  const { cardsBelow = columns.some(isWide) ? WIDE_CARDS_BELOW : CARDS_BELOW } = props;
  const { frame, overflows } = useOverflow();
  const isLoading = state === 'loading';
  return (
    <Container>
      <Frame ref={frame} $cardsBelow={cardsBelow} data-scrolls={overflows || undefined}>
        <Table $cardsBelow={cardsBelow} aria-busy={isLoading}>
          <VisuallyHidden as="caption">{isLoading ? t('{caption}, loading', { caption }) : caption}</VisuallyHidden>
          <Head columns={columns} />
          <BodyGroup>
            {isLoading ? <LoadingRows columns={columns} /> : <Rows columns={columns} rows={rows} rowKey={rowKey} />}
          </BodyGroup>
        </Table>
      </Frame>
    </Container>
  );
}
