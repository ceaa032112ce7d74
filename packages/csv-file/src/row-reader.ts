import { type Format, type ParsedRows, parseRows } from './rows';

export interface RowReader {
  /**
   * Rows that are complete with this piece of the text. It parses the row that is not complete again, so the pieces have to be large. Rows count from
   * the first one of the file.
   */
  read(piece: string, isLast: boolean): ParsedRows;
  /** Characters of the row that is not complete. */
  readonly held: number;
}

/** Ended a text on CP/M and DOS. */
const CTRL_Z = '\u001a';

/** Reads the rows of a text that comes in pieces. */
export const createRowReader = ({ separator, declaration, plain }: Format): RowReader => {
  let count = 0;
  let skipped = declaration;
  /** Of the row that is not complete: whole lines, and the line that is not. */
  let lines = '';
  let line = '';

  return {
    get held() {
      return lines.length + line.length;
    },
    read: (piece, isLast) => {
      const all = line + piece.slice(skipped);
      const text = isLast && all.endsWith(CTRL_Z) ? all.slice(0, -1) : all;
      skipped = Math.max(0, skipped - piece.length);
      const end = isLast ? text.length : endOfLines(text);
      line = text.slice(end);
      lines += plain(text.slice(0, end));
      const { rows, length, quoteFault } = parseRows(lines, separator, !isLast);
      lines = lines.slice(length);
      const before = count;
      count += rows.length;
      return { rows, quoteFault: quoteFault && { ...quoteFault, row: before + quoteFault.row } };
    },
  };
};

/** Behind the last line break, but not within a CR LF. */
const endOfLines = (text: string): number => {
  const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
  return Math.max(whole.lastIndexOf('\n'), whole.lastIndexOf('\r')) + 1;
};
