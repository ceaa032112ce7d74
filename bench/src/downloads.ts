import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { TEXT_LENGTH } from '@piecework/contracts';
import { inBatches, type SheetFormat, sheetReply } from '@piecework/service-runtime';
import { collection, type Document, type Store } from '@piecework/store';
import { openTestStore } from '@piecework/store/testing';
import type { Benchmark, ResultRow } from './benchmark';
import { withFolder } from './test-stack';

const ROWS = 100_000;
const AT_ONCE = 500;
const BUDGET_MB = 50;

interface Row extends Document {
  owner: string;
  at: number;
  text: string;
}
const rows = collection<Row>('rows', [{ key: { owner: 1, at: -1 } }]);
/** The longest of a submission. */
const text = () => randomBytes(TEXT_LENGTH / 2).toString('hex');

const fill = async (store: Store, count: number) => {
  await store.prepare([rows]);
  for (let from = 0; from < count; from += AT_ONCE)
    await store
      .collection(rows)
      .insertMany(
        Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => ({
          _id: `r${from + i}`,
          owner: 'ann',
          at: from + i,
          text: text(),
        })),
      );
};

const megabytes = () => process.memoryUsage().rss / 2 ** 20;

/** Reads a file to its end. @returns its size and how far the process grew, in megabytes, and the seconds it took */
const drain = async (open: () => Promise<Readable>) => {
  globalThis.gc?.();
  const before = megabytes();
  const began = performance.now();
  let most = before;
  let bytes = 0;
  for await (const piece of await open()) {
    bytes += piece.length;
    most = Math.max(most, megabytes());
  }
  return { size: bytes / 2 ** 20, growth: most - before, seconds: (performance.now() - began) / 1000 };
};

const sheet = {
  columns: ['id', 'at', 'text'] as const,
  amounts: ['at'] as const,
  cellsOf: ({ _id, at, text }: Row) => ({ id: _id, at, text }),
};

const measure = async (store: Store, count: number): Promise<ResultRow[]> => {
  const known = store.collection(rows);
  const streamed = (format: SheetFormat) => async () =>
    sheetReply(format, sheet, inBatches(known, { owner: 'ann' }, 'at', -1), { name: 'x', total: count })
      .body as Readable;
  /** As before: 5,000 rows at most, read and written as a whole. */
  const whole = async () => {
    const found = await known.find({ owner: 'ann' }, { sort: { at: -1 }, limit: 5000 });
    return Readable.from([found.map((row) => Object.values(sheet.cellsOf(row)).join(',')).join('\r\n')]);
  };
  const found: ResultRow[] = [];
  for (const format of ['csv', 'xlsx'] as const) {
    const { size, growth, seconds } = await drain(streamed(format));
    found.push({
      what: `download of ${count} rows of 5,000 characters as ${format}: memory`,
      measured: `${Math.round(growth)} MB`,
      comparison: `a file of ${Math.round(size)} MB in ${seconds.toFixed(1)} s`,
      rounds: '',
      budget: `≤ ${BUDGET_MB} MB`,
      within: growth <= BUDGET_MB,
    });
  }
  const { size, growth } = await drain(whole);
  return [
    ...found,
    {
      what: 'the same with 5,000 rows, read and sent as a whole',
      measured: `${Math.round(growth)} MB`,
      comparison: `a file of ${Math.round(size)} MB`,
      rounds: '',
      budget: '',
      within: null,
    },
  ];
};

export const downloads: Benchmark = {
  name: 'downloads',
  title: 'Downloads',
  profiles: ['embedded'],
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const count = quick ? 2000 : ROWS;
      const store = await openTestStore(join(folder, 'store.sqlite'));
      try {
        await fill(store, count);
        return await measure(store, count);
      } finally {
        await store.close();
      }
    }),
};
