import type { Readable } from 'node:stream';
import { CELL_LENGTH, MAX_COLUMNS, MAX_ROWS, TITLE_LENGTH } from '@piecework/contracts/constants';
import { isAtMost } from '@piecework/contracts/field-rules';
import { cleanLine, cleanText } from '@piecework/contracts/text';
import { createRowReader, formatOf, HEAD_ROWS, type ParsedRows } from '@piecework/csv-file';
import type { FieldError } from '@piecework/http';
import type { Column } from './batch';
import { type ColumnReader, columnsOf, openColumns, otherColumns } from './row-file.columns';
import { addFault, emptyFaults, errorsOf, mergeFaults } from './row-file.faults';
import { headIndex, holdsRow, likenessOf } from './row-file.shape';
import { textOf, UnreadableFile } from './row-file.text';

export interface RowFile {
  columns: Column[];
  rows: number;
  /** What was read in another way than it stands in the file. */
  notes: string[];
}

type Values = Record<string, string>;
/** `lines`: of each row, as spreadsheets count. */
type Keep = (rows: readonly Values[], lines: readonly number[]) => Promise<void>;

/** Rows of one call of `keep`. */
const CHUNK = 500;
/** UTF-16 units of the longest row: each character of a cell is two, and each cell has quotation marks and a separator. */
const ROW_LENGTH = MAX_COLUMNS * (2 * CELL_LENGTH + 3);

/**
 * Reads a file of rows; memory does not follow its size. It stops at a fault behind which nothing can be trusted: the rest of the stream is then unread,
 * and the stream not destroyed. Rejects with the error of the stream.
 * @param known columns of the batch to which the rows are added: the file has these, in any order
 * @param keep gets chunks of at most 500 rows, in order, and is awaited. It may have been called before a fault is found: then the caller discards what
 * it kept.
 */
export const readRowFile = async (
  file: Readable,
  keep: Keep,
  known?: readonly Column[],
): Promise<RowFile | { errors: FieldError[] }> => {
  try {
    return await readSheet(file, keep, known);
  } catch (error) {
    if (error instanceof UnreadableFile) return { errors: [{ field: 'rows', message: error.message }] };
    throw error;
  }
};

const readSheet = async (
  file: Readable,
  keep: Keep,
  known?: readonly Column[],
): Promise<RowFile | { errors: FieldError[] }> => {
  let opened: ReturnType<typeof open> | undefined;
  for await (const { text, isLast } of textOf(file)) {
    opened ??= open(text, keep, known);
    const { reader, sheet } = opened;
    const isTrusted = await sheet.read(reader.read(text, isLast));
    if (!isTrusted) break;
    if (reader.held <= ROW_LENGTH) continue;
    await sheet.readLongRow(reader.read('', true));
    break;
  }
  return (opened ?? open('', keep, known)).sheet.end();
};

const open = (beginning: string, keep: Keep, known?: readonly Column[]) => {
  const format = formatOf(beginning, likenessOf);
  return { reader: createRowReader(format), sheet: createSheet(format.separator, keep, known) };
};

const UNCLOSED = 'starts with a quotation mark (") that isn’t closed. Close it, or write it twice';
const SWALLOWED =
  'This cell contains the rest of the row and more, because a quotation mark (") before it isn’t closed';
const TOO_MANY_COLUMNS = `A file can have up to ${MAX_COLUMNS} columns. This one has more`;

const longName = (name: string) =>
  `A column name can have up to ${TITLE_LENGTH} characters. This one has more: “${shortened(name, 40)}”`;

const shown = (count: number): string => count.toLocaleString('en-US');
const shortened = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);

const PLAIN = /^[ -~]*$/;
const cleanCell = (text: string): string => (PLAIN.test(text) ? text : cleanText(text)).trim();
const withoutEmptyEnd = (cells: readonly string[]): readonly string[] =>
  cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);

interface FilledRow {
  /** As spreadsheets count, from 1. */
  row: number;
  /** Without blanks around them, and without empty ones at the end. */
  cells: readonly string[];
  /** Number of cells, with empty ones at the end. */
  width: number;
  /** Whether blanks follow its separators. */
  isSpaced: boolean;
}

/** Turns the rows of a file into values of columns. */
const createSheet = (separator: string, keep: Keep, known?: readonly Column[]) => {
  const faults = emptyFaults();
  const notes: string[] = [];
  /** Rows among which the head is searched; undefined behind the head. */
  let first: FilledRow[] | undefined = [];
  let columns: readonly ColumnReader[] = [];
  let isSpaced = false;
  /** Rows of the file, with blank ones. */
  let parsed = 0;
  let rows = 0;
  const short: number[] = [];
  let chunk: Values[] = [];
  let lines: number[] = [];

  const flush = async (): Promise<void> => {
    if (chunk.length > 0 && faults.count === 0) await keep(chunk, lines);
    chunk = [];
    lines = [];
  };

  const readHead = async (): Promise<void> => {
    if (!first) return;
    const at = Math.max(0, headIndex(first.map(({ cells }) => cells)));
    const [above, [head], below] = [first.slice(0, at), first.slice(at, at + 1), first.slice(at + 1)];
    first = undefined;
    if (!head) return;
    const title = above.flatMap(({ cells }) => cells.map(cleanLine).filter(Boolean)).join(' ');
    if (title !== '') notes.push(`We skip the text above the column names: “${shortened(title, TITLE_LENGTH)}”.`);
    if (head.cells.length > MAX_COLUMNS) throw new UnreadableFile(TOO_MANY_COLUMNS);
    const long = head.cells.find((cell) => !isAtMost(TITLE_LENGTH, cell));
    if (long !== undefined) throw new UnreadableFile(longName(long));
    columns = openColumns(head.cells.map(cleanLine), known);
    const fault = known && otherColumns(known, columns);
    if (fault !== undefined) throw new UnreadableFile(fault);
    isSpaced = head.isSpaced;
    for (const row of below) await readValues(row);
  };

  const readRow = async (row: FilledRow): Promise<void> => {
    if (!first) return readValues(row);
    first.push(row);
    if (first.length === HEAD_ROWS) await readHead();
  };

  const readValues = async ({ row, cells, width }: FilledRow): Promise<void> => {
    rows += 1;
    if (rows > MAX_ROWS) throw new UnreadableFile(`A file can have up to ${shown(MAX_ROWS)} rows. Split it`);
    if (width < columns.length) short.push(row);
    if (!isSound(row, cells)) return;
    for (const [index, column] of columns.entries()) column.read(cells[index] ?? '', row);
    chunk.push(Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? ''])));
    lines.push(row);
    if (chunk.length === CHUNK) await flush();
  };

  const isSound = (row: number, cells: readonly string[]): boolean => {
    const swallowing = cells.findIndex(
      (text, cell) => text.includes('\n') && holdsRow(cells, cell, { columns: columns.length, separator, isSpaced }),
    );
    if (swallowing >= 0) {
      addCellFault(row, swallowing, SWALLOWED);
      return false;
    }
    if (cells.length > columns.length) {
      const message = `Row ${row} has ${shown(cells.length)} cells, and the head has ${columns.length}. Check separators and quotation marks`;
      addFault(faults, { row, message });
      return false;
    }
    const before = faults.count;
    for (const [index, text] of cells.entries()) {
      if (isAtMost(CELL_LENGTH, text)) continue;
      addCellFault(row, index, `${columns[index]?.label} must be at most ${CELL_LENGTH} characters`);
    }
    return faults.count === before;
  };

  const addCellFault = (row: number, cell: number, message: string): void =>
    addFault(faults, { row, column: columns[cell]?.name, message });

  const addQuoteFault = ({ row, cell }: { row: number; cell: number }): void => {
    const place = columns[cell] ? 'This cell' : `Cell ${cell + 1} of row ${row + 1}`;
    addCellFault(row + 1, cell, `${place} ${UNCLOSED}`);
  };

  return {
    /** @returns whether what follows can be trusted */
    read: async ({ rows, quoteFault }: ParsedRows): Promise<boolean> => {
      const trusted = quoteFault ? rows.slice(0, quoteFault.row - parsed) : rows;
      for (const raw of trusted) {
        parsed += 1;
        const cells = withoutEmptyEnd(raw.map(cleanCell));
        if (cells.length === 0) continue;
        const isSpaced = raw.slice(1).every((cell) => cell.startsWith(' '));
        await readRow({ row: parsed, cells, width: raw.length, isSpaced });
      }
      if (!quoteFault) return true;
      await readHead();
      addQuoteFault(quoteFault);
      return false;
    },
    /** Of a row that is longer than any row may be, as far as it is there. */
    readLongRow: async ({ rows: [cells = []], quoteFault }: ParsedRows): Promise<void> => {
      await readHead();
      if (quoteFault) return addQuoteFault(quoteFault);
      if (columns.length === 0 && cells.length > MAX_COLUMNS) throw new UnreadableFile(TOO_MANY_COLUMNS);
      const row = parsed + 1;
      const message = `Row ${row} is too long. A cell can have up to ${shown(CELL_LENGTH)} characters. Check line breaks and quotation marks`;
      addFault(faults, { row, message });
    },
    end: async (): Promise<RowFile | { errors: FieldError[] }> => {
      await readHead();
      const all = mergeFaults([faults, ...columns.map((column) => column.faults())]);
      if (all.count > 0) return { errors: errorsOf(all) };
      if (columns.length === 0) throw new UnreadableFile('The file is empty');
      if (rows === 0) throw new UnreadableFile('The file has column names, but no rows');
      await flush();
      return { columns: known ? [...known] : columnsOf(columns), rows, notes: [...notes, ...notesOfShort(short)] };
    },
  };
};

/** Rows that a note names. */
const NAMED = 5;
const notesOfShort = (rows: readonly number[]): string[] => {
  if (rows.length === 0) return [];
  if (rows.length === 1) return [`Row ${rows[0]} has fewer cells than the head. The missing ones are empty.`];
  const rest = rows.length > NAMED ? [`${shown(rows.length - NAMED)} more`] : [];
  const named = [...rows.slice(0, NAMED), ...rest];
  return [
    `Rows ${named.slice(0, -1).join(', ')} and ${named.at(-1)} have fewer cells than the head. The missing ones are empty.`,
  ];
};
