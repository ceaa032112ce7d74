import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testSettings } from '@piecework/config/testing';
import { collection, containing, type Document, type Filter, type FindOptions, type Store } from '@piecework/store';
import { openTestStore, removeTestFolder } from '@piecework/store/testing';
import { listRows } from './list';

interface Row extends Document {
  text: string;
}
const rows = collection<Row>('rows', []);
const settings = testSettings({ RATE_LIMITS: 'listKilobytes=2' });

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-list-'));
  store = await openTestStore(join(folder, 'store.sqlite'));
  await store.prepare([rows]);
  // Four rows are just under 2 KiB.
  const text = 'x'.repeat(480);
  await store.collection(rows).insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: `${i}`, text })));
});
afterAll(async () => {
  await store.close();
  await removeTestFolder(folder);
});

const list = async (range: { offset?: number; limit?: number }) => {
  const read: number[] = [];
  const known = store.collection(rows);
  const counting = {
    ...known,
    find: async (filter: Filter<Row>, options?: FindOptions<Row>) => {
      const found = await known.find(filter, options);
      read.push(found.length);
      return found;
    },
  };
  const options = { sort: { _id: 1 as const }, settings, ...range };
  const { body, headers, next } = await listRows(counting, {}, options, (found) => found.map(({ _id }) => _id));
  return { ids: (body as string[]).join(''), total: headers?.['x-total-count'], next, read };
};

test('a search lists and counts its first 1,000 matches', async () => {
  const many = collection<Row>('many', [], { searchField: 'text' });
  await store.prepare([many]);
  const numbered = (i: number) => ({ _id: String(i).padStart(4, '0'), text: 'bird' });
  await store.collection(many).insertMany(Array.from({ length: 1001 }, (_, i) => numbered(i)));
  const searched = async (q: string | undefined, offset: number) => {
    const options = { sort: { _id: 1 as const }, settings, offset, limit: 3, q };
    const filter = q === undefined ? {} : { text: containing(q) };
    const { body, headers, next } = await listRows(store.collection(many), filter, options, (found) =>
      found.map(({ _id }) => _id),
    );
    return { ids: body, total: headers?.['x-total-count'], next };
  };
  expect(await searched(undefined, 998)).toEqual({ ids: ['0998', '0999', '1000'], total: '1001' });
  expect(await searched('bird', 998)).toEqual({ ids: ['0998', '0999'], total: '1000' });
  expect(await searched('bird', 1000)).toEqual({ ids: [], total: '1000' });
  expect(await searched('wren', 0)).toEqual({ ids: [], total: '0' });
});

test.each([
  ['a whole list is cut by its bytes, before the rest is read', {}, '0123', 4],
  ['its rest is cut as well', { offset: 4 }, '4567', 8],
  ['its end is not', { offset: 8 }, '89', undefined],
  ['a page is cut however long it may be', { limit: 5000 }, '0123', 4],
  ['a page that is shorter is not', { limit: 3 }, '012', undefined],
  ['there is nothing past the end', { offset: 10 }, '', undefined],
])('%s', async (_what, range, ids, next) => {
  expect(await list(range)).toEqual({ ids, total: '10', next, read: [ids.length] });
});
