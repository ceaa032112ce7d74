import { ok, type Reply } from '@piecework/http';
import { stringify } from 'csv-stringify/sync';

/** `=`, `+`, `-` and `@`, and their full-width forms. */
const SIGN = '[=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20]';
/** Behind white space or quotes, which some spreadsheets drop. csv-stringify looks at the first character only. */
const HIDDEN_START = new RegExp(`^(?=[\\t\\r\\n])|^(?=[\\s"'\\u200b\\ufeff]+${SIGN})`);
/** A program that separates by semicolons or tabs starts a cell here, and ignores the quotes around it. `- ` begins an item of a list. */
const INNER_START = new RegExp(`([;\\t\\r\\n]["' ]*)(?=${SIGN})(?!- )`, 'g');

const disarm = (text: string): string => text.replace(HIDDEN_START, "'").replace(INNER_START, "$1'");

/** With a byte-order mark, which spreadsheets need for UTF-8. A text cannot become a formula. */
export const toCsv = <C extends string>(
  columns: readonly C[],
  rows: readonly Record<C, string | number>[],
): string =>
  stringify([...rows], {
    bom: true,
    header: true,
    columns: [...columns],
    cast: { string: disarm },
    escape_formulas: true,
    record_delimiter: 'windows',
  });

/** `total` counts all rows, of which the file may hold fewer. */
export const csvReply = (csv: string, { fileName, total }: { fileName: string; total: number }): Reply =>
  ok(csv, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
    'x-total-count': String(total),
  });
