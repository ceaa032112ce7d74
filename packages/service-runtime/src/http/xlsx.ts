/** A spreadsheet decodes this; the writer encodes control characters, but not a text that looks like an encoded one. */
const ENCODED = /_(?=x[0-9a-f]{4}_)/gi;
/** What XML cannot hold in any form. */
const UNKNOWN = /[\p{Surrogate}\ufffe\uffff]/gu;
/** Digits that a number of a spreadsheet keeps. A longer amount stays a text. */
const EXACT_DIGITS = 15;
const isExactNumber = (value: string) =>
  /^-?\d+(\.\d+)?$/.test(value) && value.replace(/\D/g, '').length <= EXACT_DIGITS;

const cellOf = (value: string | number, isAmount = false) => {
  if (typeof value === 'number') return value;
  if (isAmount && isExactNumber(value)) return Number(value);
  return value.replace(UNKNOWN, '\ufffd').replace(ENCODED, '_x005F_');
};

/** Format "Text": a cell that is edited stays a text too. */
const TEXT = '@';
const WIDTH = 20;

/** A text is a text cell: never a formula, a date or, but for a number in a column of amounts, a number. Reads the rows as the reader takes the bytes. */
export async function* xlsxPieces(
  columns: readonly { name: string; isAmount: boolean }[],
  rows: AsyncIterable<readonly (string | number)[]>,
): AsyncGenerator<Uint8Array> {
  // A fifth of the code of a service, which only a download needs.
  const { writeXlsxStream } = await import('hucre/xlsx');
  const cells = async function* () {
    for await (const row of rows) yield row.map((value, at) => cellOf(value, columns[at]?.isAmount));
  };
  yield* writeXlsxStream(cells(), {
    name: 'Piecework',
    columns: columns.map(({ name, isAmount }) => ({ header: name, width: WIDTH, ...(!isAmount && { numFmt: TEXT }) })),
    freezePane: { rows: 1 },
  });
}
