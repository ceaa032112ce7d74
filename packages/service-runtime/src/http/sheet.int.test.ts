import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { collection, type Document, type Store } from '@piecework/store';
import { openTestStore, removeTestFolder } from '@piecework/store/testing';
import { inBatches, sheetReply } from './sheet';

interface Row extends Document {
  owner: string;
  at: number;
  note: string;
}
const rows = collection<Row>('rows', [{ key: { owner: 1, at: -1 } }]);
const idOf = (index: number) => `r${String(index).padStart(4, '0')}`;

let folder: string;
let store: Store;
let reads: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-sheet-'));
  store = await openTestStore(join(folder, 'store.sqlite'));
  await store.prepare([rows]);
  reads = 0;
});
afterEach(async () => {
  await store.close();
  await removeTestFolder(folder);
});

const noise = () => randomBytes(1000).toString('hex');
const insert = async (count: number, noteOf: () => string) => {
  // Three rows per moment.
  const made = Array.from({ length: count }, (_, i) => ({
    _id: idOf(i),
    owner: 'ann',
    at: Math.floor(i / 3),
    note: noteOf(),
  }));
  await store.collection(rows).insertMany([...made, { _id: 'x', owner: 'bob', at: 1, note: noteOf() }]);
};
const ofAnn = (direction: 1 | -1) => {
  const known = store.collection(rows);
  const counting: Pick<typeof known, 'find'> = {
    find: (...args) => {
      reads += 1;
      return known.find(...args);
    },
  };
  return inBatches(counting, { owner: 'ann' }, 'at', direction);
};
const sheet = {
  columns: ['id', 'at', 'note'] as const,
  amounts: ['at'] as const,
  cellsOf: ({ _id, at, note }: Row) => ({ id: _id, at, note }),
};

describe('inBatches', () => {
  test.each([1, -1] as const)('has every row once, in order (%i)', async (direction) => {
    await insert(1234, () => 'short');
    const found: string[] = [];
    for await (const batch of ofAnn(direction)) found.push(...batch.map(({ _id }) => _id));
    const all = Array.from({ length: 1234 }, (_, i) => idOf(i));
    expect(found).toEqual(direction === 1 ? all : all.reverse());
    expect(reads).toBeGreaterThan(3);
  });

  test('reads at most 64 KiB of rows at a time', async () => {
    await insert(100, () => 'x'.repeat(10_000));
    const sizes: number[] = [];
    for await (const batch of ofAnn(1)) sizes.push(batch.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(6);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100);
  });

  test('misses and repeats no row while others come and go', async () => {
    await insert(1200, () => 'short');
    const found: string[] = [];
    for await (const batch of ofAnn(-1)) {
      found.push(...batch.map(({ _id }) => _id));
      await store.collection(rows).deleteMany({ _id: { $in: found.slice(0, 10) } });
      await store.collection(rows).insertOne({ _id: `new${reads}`, owner: 'ann', at: 9999, note: '' });
    }
    expect(found.filter((id) => id.startsWith('r'))).toHaveLength(1200);
    expect(new Set(found).size).toBe(found.length);
  });
});

describe('a download', () => {
  const reply = (format: 'csv' | 'xlsx') =>
    sheetReply(format, sheet, ofAnn(1), { name: 'rows', total: 5000 }).body as Readable;

  test('has more rows than a list', async () => {
    await insert(6000, () => 'short');
    const lines = (await text(reply('csv'))).trim().split('\r\n');
    expect(lines).toHaveLength(6001);
    expect([lines[1], lines.at(-1)]).toEqual(['r0000,0,short', 'r5999,1999,short']);
  });

  test.each(['csv', 'xlsx'] as const)('as %s is read from the store as its reader takes it', async (format) => {
    await insert(3000, noise);
    const file = reply(format);
    file.once('readable', () => file.read(1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(reads).toBeLessThan(20);
    let bytes = 0;
    for await (const piece of file) bytes += piece.length;
    expect(bytes).toBeGreaterThan(2_000_000);
    expect(reads).toBeGreaterThan(90);
  });

  test('ends its reads when the reader has gone', async () => {
    await insert(3000, noise);
    const file = reply('csv');
    for await (const _ of file) break;
    expect(file.destroyed).toBe(true);
    const then = reads;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(reads).toBe(then);
  });
});
