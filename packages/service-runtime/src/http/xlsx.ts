import { writeXlsxStream } from 'hucre/xlsx';
import type { Sheet } from './csv';

/** A spreadsheet decodes this; the writer encodes control characters, but not a text that looks like an encoded one. */
const ENCODED = /_(?=x[0-9a-f]{4}_)/gi;
/** What XML cannot hold in any form. */
const UNKNOWN = /[\p{Surrogate}\ufffe\uffff]/gu;
const cellOf = (value: string | number) =>
  typeof value === 'number' ? value : value.replace(UNKNOWN, '\ufffd').replace(ENCODED, '_x005F_');

/** Format "Text": a cell that is edited stays a text too. */
const TEXT = '@';
const WIDTH = 20;

/** A text is a text cell: never a formula, a date or a number. */
export const toXlsx = async ({ columns, rows }: Sheet): Promise<Buffer> => {
  const isNumeric = (column: string) => rows.some((row) => typeof row[column] === 'number');
  const stream = writeXlsxStream(
    rows.map((row) => columns.map((column) => cellOf(row[column] ?? ''))),
    {
      name: 'Piecework',
      columns: columns.map((header) => ({
        ...{ header, width: WIDTH },
        ...(!isNumeric(header) && { numFmt: TEXT }),
      })),
      freezePane: { rows: 1 },
    },
  );
  return Buffer.from(await new Response(stream).arrayBuffer());
};
