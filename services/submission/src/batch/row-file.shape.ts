/** What a file of free columns looks like: its separator, its head, and rows that a quotation mark merged. */
import type { FileRows } from '@piecework/csv-file';
import { isAddress } from './row-file.columns';

/** The most frequent number, and the larger one of two. */
const usual = (numbers: readonly number[]): { number: number; count: number } => {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [[number, count] = [0, 0]] = [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0]);
  return { number, count };
};

/** Also of the separators that are not that of the file. */
const isBlank = (cells: readonly string[]) => cells.every((cell) => /^[\s,;]*$/.test(cell));

/** Best where most rows have one number of cells, then where no row has more than the head; worst where most rows lack the separator and a few have it. */
export const likenessOf = (rows: FileRows['rows']): number => {
  const widths = rows.filter((cells) => !isBlank(cells)).map(({ length }) => length);
  const { number, count } = usual(widths);
  const share = count / Math.max(1, widths.length);
  const [head = 0] = widths;
  if (number > 1 && share > 0.5) return 2 + share + Math.min(number, 100) / 1000;
  if (head > 1 && head === Math.max(...widths)) return 2;
  return number > 1 ? 1.5 : share;
};

/** A title may stand above the head, in a few cells. @returns -1 with one column */
export const headIndex = (rows: readonly (readonly string[])[]): number => {
  const filled = rows.map((cells) => cells.filter((cell) => cell !== '').length);
  const { number } = usual(filled);
  return filled.findIndex((count) => count > 1 && count * 3 > number);
};

const shapeOf = (text: string): 'address' | 'number' | 'text' => {
  if (isAddress(text)) return 'address';
  return /^[^\p{L}]*\p{Nd}[^\p{L}]*$/u.test(text) ? 'number' : 'text';
};
const areAlike = (a = '', b = ''): boolean => a === '' || b === '' || shapeOf(a) === shapeOf(b);

interface Shape {
  columns: number;
  separator: string;
  /** Whether blanks follow the separators of the file, as they follow those of sentences. */
  isSpaced: boolean;
}

/**
 * Whether a cell of several lines has the rest of its row in the first one: an unclosed quotation mark ends at a later one, such as that of 15", and no
 * parser can tell. The first line then has a part for each column, those behind it are whole rows but for the last one, and the row goes on with the
 * cells behind that mark, which are like the parts.
 */
export const holdsRow = (cells: readonly string[], cell: number, { columns, separator, isSpaced }: Shape): boolean => {
  const [line = '', ...more] = (cells[cell] ?? '').split('\n');
  const parts = line.split(separator);
  if (more.length === 0 || parts.length === 1 || parts.length !== columns - cell) return false;
  if (more.slice(0, -1).some((row) => row !== '' && row.split(separator).length < columns)) return false;
  if (!isSpaced && parts.slice(1).every((part) => part.startsWith(' '))) return false;
  const behind = cells.slice(cell + 1).slice(1 - parts.length);
  return behind.every((other, index) => areAlike(parts.at(index - behind.length)?.trim(), other));
};
