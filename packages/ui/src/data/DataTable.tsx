import type { ReactNode } from 'react';
import { Failure } from '../states/Failure';
import { Bone } from '../states/Skeleton';
import {
  BodyGroup,
  BoneCell,
  CaptionText,
  Cell,
  Frame,
  HeadCell,
  HeadGroup,
  Label,
  Line,
  Room,
  Table,
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
const BONE_ROWS = [0, 1, 2, 3, 4];

const traits = ({
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
  );
}

/** Rows of the usual height, so that little moves when the data arrives. */
function BoneRows<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return BONE_ROWS.map((row) => (
    <Line key={row} aria-hidden>
      {columns.map((column) => (
        <Cell key={column.id} {...traits(column)}>
          {!column.primary && !column.action && <Label>{column.head}</Label>}
          <BoneCell $tall={!!column.action}>
            <Bone $shape="text" />
          </BoneCell>
        </Cell>
      ))}
    </Line>
  ));
}

function Rows<Row>({ columns, rows, rowKey }: Pick<DataTableProps<Row>, 'columns' | 'rows' | 'rowKey'>) {
  return rows.map((row) => (
    <Line key={rowKey(row)}>
      {columns.map((column) => (
        <Cell key={column.id} {...traits(column)}>
          {!column.primary && !column.action && <Label aria-hidden>{column.head}</Label>}
          <div>{column.cell(row)}</div>
        </Cell>
      ))}
    </Line>
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
    <Room>
      <Frame $cardsBelow={cardsBelow}>
        <Table $cardsBelow={cardsBelow} aria-busy={isLoading}>
          <CaptionText>{isLoading ? `${caption}, loading` : caption}</CaptionText>
          <Head columns={columns} />
          <BodyGroup>
            {isLoading ? (
              <BoneRows columns={columns} />
            ) : (
              <Rows columns={columns} rows={rows} rowKey={rowKey} />
            )}
          </BodyGroup>
        </Table>
      </Frame>
    </Room>
  );
}
