import Papa from 'papaparse';

export const SEPARATORS = [',', ';', '\t'];

export interface FileRows {
  separator: string;
  rows: readonly (readonly string[])[];
  /** Place of the first quotation mark that the parser cannot place; what follows it is not to be trusted. Both count from 0. */
  quoteFault?: { row: number; cell: number };
}

/** Excel reads the first line as the separator, and shows no row for it. */
const DECLARATION = /^sep=(.)(?:\r\n|\r|\n|$)/i;

/** @param likeness how well rows read with a separator fit; the best one is taken, and the first of equals */
export const readRows = (file: string, likeness: (rows: FileRows['rows']) => number): FileRows => {
  const declared = DECLARATION.exec(file);
  const text = file.slice(declared?.[0].length ?? 0).replace(/\r\n?/g, '\n');
  const separators = [...new Set([...(declared?.[1] ?? ''), ...SEPARATORS])];
  const [separator = ','] = separators
    .map((separator) => ({ separator, fit: likeness(parse(text, separator, HEAD_ROWS).data) }))
    .sort((a, b) => b.fit - a.fit)
    .map(({ separator }) => separator);
  const source = separator === '\t' ? withLiteralQuotes(text) : text;
  const { data, errors } = parse(source, separator);
  const [error] = errors.filter(({ type }) => type === 'Quotes');
  if (!error) return { separator, rows: data };
  // The parser names the place behind the opening quotation mark.
  const before = parse(source.slice(0, (error.index ?? 1) - 1), separator).data;
  const row = Math.max(0, before.length - 1);
  return { separator, rows: data, quoteFault: { row, cell: (before[row]?.length ?? 1) - 1 } };
};

/** The head is among these. */
export const HEAD_ROWS = 10;

const parse = (text: string, delimiter: string, preview = 0) =>
  Papa.parse<string[]>(text, { delimiter, newline: '\n', preview });

/**
 * Google Sheets copies cells as they are; Excel quotes those with a tab, a comma, a line break or a quotation mark. So other quoted cells are
 * words in quotation marks, unless the program quotes all cells, also the head.
 */
const withLiteralQuotes = (text: string): string =>
  text.startsWith('"') && /^"[^"\n]*"\t"/.test(text) && !/^[^\n]*\t[^"\n]/.test(text)
    ? text
    : text.replace(/(^|[\t\n])"([^"\t\n,]+)"(?=[\t\n]|$)/g, '$1"""$2"""');
