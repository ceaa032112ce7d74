import { XLSX_TYPE } from '@piecework/contracts';
import { ok, type Reply } from '@piecework/http';
import { type Sheet, toCsv } from './csv';
import { toXlsx } from './xlsx';

/** Programs read CSV, people open XLSX (docs/adr/0071-files-for-programs-and-people.md). */
export type SheetFormat = 'csv' | 'xlsx';

const FORMATS = {
  csv: { type: 'text/csv; charset=utf-8', write: async (sheet: Sheet) => toCsv(sheet) },
  xlsx: { type: XLSX_TYPE, write: toXlsx },
};

/** `total` counts all rows, of which the file may hold fewer. */
export const sheetReply = async (
  format: SheetFormat,
  sheet: Sheet,
  { name, total }: { name: string; total: number },
): Promise<Reply> => {
  const { type, write } = FORMATS[format];
  return ok(await write(sheet), {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}.${format}"`,
    'cache-control': 'no-store',
    'x-total-count': String(total),
  });
};
