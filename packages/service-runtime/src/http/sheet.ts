import { Readable } from 'node:stream';
import { XLSX_TYPE } from '@piecework/contracts';
import { ok, type Reply } from '@piecework/http';
import type { Collection, Document, Filter } from '@piecework/store';
import { csvHead, csvRows } from './csv';
import { xlsxPieces } from './xlsx';

/** Programs read CSV, people open XLSX (docs/adr/0063-downloads-and-import.md). */
export type SheetFormat = 'csv' | 'xlsx';

/** A table for a download. What has digits and is no amount, such as an account number, is a text. An amount may be a decimal string. */
export interface Sheet<T, C extends string = string> {
  columns: readonly C[];
  amounts: readonly C[];
  cellsOf(row: T): Record<C, string | number>;
}

/** Stored bytes per read of a store. A response counts as stalled while its reader is within one piece. */
const BATCH_BYTES = 64 * 1024;
const BATCH_ROWS = 500;

/** A row in the order of a field. */
export interface Position {
  value: string | number;
  id: string;
}

/** The rows behind `last`, at most {@link BATCH_BYTES} of them. `field`: see {@link inBatches}. */
export const readBatch = <T extends Document>(
  rows: Pick<Collection<T>, 'find'>,
  filter: Filter<T>,
  field: keyof T & string,
  direction: 1 | -1,
  last: Position | null,
): Promise<T[]> => {
  const [from, behind] = direction === 1 ? ['$gte', '$gt'] : ['$lte', '$lt'];
  const sort = { [field]: direction } as { [K in keyof T]?: 1 | -1 };
  // In the order of ids the value is the id.
  const value = field === '_id' ? last?.id : last?.value;
  const isBehind = last && [{ [field]: { [behind]: value } }, { _id: { [behind]: last.id } }];
  const rest = last && { $and: [filter, { [field]: { [from]: value }, $or: isBehind }] };
  return rows.find((rest ?? filter) as Filter<T>, { sort, limit: BATCH_ROWS, maxBytes: BATCH_BYTES });
};

/**
 * All rows of a filter, a batch at a time. Each read begins behind the last row: rows that come or go meanwhile shift no other.
 *
 * @param field of the sort; an index of the filter's fields must end with it
 */
export async function* inBatches<T extends Document>(
  rows: Pick<Collection<T>, 'find'>,
  filter: Filter<T>,
  field: keyof T & string,
  direction: 1 | -1,
): AsyncGenerator<T[]> {
  let position: Position | null = null;
  for (;;) {
    const batch: T[] = await readBatch(rows, filter, field, direction, position);
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    position = { value: last[field] as Position['value'], id: last._id };
  }
}

const cellsIn = <T>({ columns, cellsOf }: Sheet<T>, row: T): (string | number)[] => {
  const cells = cellsOf(row);
  return columns.map((column) => cells[column] ?? '');
};

async function* csvPieces<T>(sheet: Sheet<T>, batches: AsyncIterable<readonly T[]>): AsyncGenerator<string> {
  yield csvHead(sheet.columns);
  for await (const batch of batches) yield csvRows(batch.map((row) => cellsIn(sheet, row)));
}

async function* rowsOf<T>(sheet: Sheet<T>, batches: AsyncIterable<readonly T[]>) {
  for await (const batch of batches) for (const row of batch) yield cellsIn(sheet, row);
}

const FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8',
    write: <T>(sheet: Sheet<T>, batches: AsyncIterable<readonly T[]>): Readable =>
      Readable.from(csvPieces(sheet, batches), { highWaterMark: 1 }),
  },
  xlsx: {
    type: XLSX_TYPE,
    write: <T>(sheet: Sheet<T>, batches: AsyncIterable<readonly T[]>): Readable => {
      const columns = sheet.columns.map((name) => ({ name, isAmount: sheet.amounts.includes(name) }));
      return Readable.from(xlsxPieces(columns, rowsOf(sheet, batches)), { highWaterMark: 1 });
    },
  },
};

async function* jsonLines(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((row) => `${JSON.stringify(row)}\n`).join('');
}

const download = (body: Readable, type: string, name: string, total: number): Reply =>
  ok(body, {
    'content-type': type,
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
    'x-total-count': String(total),
  });

/** As {@link sheetReply}: one JSON text per line. */
export const linesReply = (
  batches: AsyncIterable<readonly object[]>,
  { name, total }: { name: string; total: number },
): Reply =>
  download(Readable.from(jsonLines(batches), { highWaterMark: 1 }), 'application/jsonl', `${name}.jsonl`, total);

/** A file of any number of rows, in constant memory: a batch is read when the reader has taken the last one. `total` counts the rows at its start. */
export const sheetReply = <T, C extends string>(
  format: SheetFormat,
  sheet: Sheet<T, C>,
  batches: AsyncIterable<readonly T[]>,
  { name, total }: { name: string; total: number },
): Reply => {
  const { type, write } = FORMATS[format];
  return download(write(sheet as Sheet<T>, batches), type, `${name}.${format}`, total);
};
