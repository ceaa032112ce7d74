import { ok, type Reply } from '@piecework/http';
import { stringify } from 'csv-stringify/sync';

/** With a byte-order mark, which spreadsheets need for UTF-8. Text cannot become a formula; a negative number stays one. */
export const csvOf = (columns: readonly string[], rows: readonly Record<string, string | number>[]): string =>
  stringify([...rows], {
    bom: true,
    header: true,
    columns: [...columns],
    escape_formulas: true,
    record_delimiter: 'windows',
  });

/** @param total of all rows: a file is cut like a list */
export const csvReply = (fileName: string, text: string, total: number): Reply =>
  ok(text, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${fileName}"`,
    'cache-control': 'no-store',
    'x-total-count': String(total),
  });
