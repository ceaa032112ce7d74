import Papa from 'papaparse';

const SEPARATORS = ',;\t';

/** The head is among these. */
export const HEAD_ROWS = 10;

export interface ParsedRows {
  rows: readonly (readonly string[])[];
  /** Place of the first quotation mark that the parser cannot place; what follows it is not to be trusted. Both count from 0. */
  quoteFault?: { row: number; cell: number };
}
export interface FileRows extends ParsedRows {
  separator: string;
}

/** How well rows read with a separator fit; the best one is taken, and the first of equals. */
export type Likeness = (rows: FileRows['rows']) => number;

export interface Format {
  separator: string;
  /** Characters of the line that declares the separator. */
  declaration: number;
  /** Whole lines of the file as {@link parseRows} takes them. */
  plain(lines: string): string;
}

/** Excel reads the first line as the separator, and shows no row for it. */
const DECLARATION = /^sep=(.)(?:\r\n|\r|\n|$)/i;

/** @param beginning of the file, if possible its first {@link HEAD_ROWS} rows */
export const formatOf = (beginning: string, likeness: Likeness): Format => {
  const [{ length: declaration } = '', declared = ''] = DECLARATION.exec(beginning) ?? [];
  const text = withLineFeeds(beginning.slice(declaration));
  const [[, separator] = [0, ',']] = [...(declared + SEPARATORS)]
    .map((separator) => [likeness(parse(text, separator, false, HEAD_ROWS).data), separator] as const)
    .sort(([a], [b]) => b - a);
  const plain = separator === '\t' && !quotesAllCells(text) ? withLiteralQuotes : withLineFeeds;
  return { separator, declaration, plain };
};

export const readRows = (file: string, likeness: Likeness): FileRows => {
  const { separator, declaration, plain } = formatOf(file, likeness);
  return { separator, ...parseRows(plain(file.slice(declaration)), separator) };
};

/**
 * @param text plain lines
 * @param isPart whether a row may go on behind the last line; that row is not parsed then, but for its quotation marks
 * @returns `length`: characters of the rows
 */
export const parseRows = (text: string, separator: string, isPart = false): ParsedRows & { length: number } => {
  const { data: rows, errors, meta } = parse(text, separator, isPart);
  const [quoteFault] = errors
    .slice(0, 1)
    // The parser names the place behind the opening quotation mark.
    .map(({ row, index }) => ({
      row,
      cell: (parse(text.slice(0, index - 1), separator, false).data[row]?.length ?? 1) - 1,
    }));
  return { rows, length: meta.cursor, quoteFault };
};

interface Parsed {
  data: string[][];
  /** Of quotation marks. */
  errors: { row: number; index: number }[];
  meta: { cursor: number };
}
const parse = (text: string, delimiter: string, isPart: boolean, preview?: number): Parsed =>
  new Papa.Parser({ delimiter, newline: '\n', preview }).parse(text, 0, isPart);

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Whether a program that separates by tabs quotes all cells, also the head. */
const quotesAllCells = (text: string) => /^(?![^\n]*\t[^"\n])"[^"\n]*"\t"/.test(text);

/**
 * Google Sheets copies cells as they are; Excel quotes those with a tab, a comma, a line break or a quotation mark. So other quoted cells are words in
 * quotation marks.
 */
const withLiteralQuotes = (text: string): string =>
  withLineFeeds(text).replace(/(^|[\t\n])"([^"\t\n,]+)"(?=[\t\n]|$)/g, '$1"""$2"""');
