import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog, systemClock } from '@piecework/base';
import { SEARCH_FORM, searchKey } from '@piecework/contracts';
import { type Collection, collection, containing, type Document, type Store } from '@piecework/store';
import { openTestStore, removeTestFolder } from '@piecework/store/testing';
import { createSearchUpkeep, searchForms } from './search-upkeep';

interface Row extends Document {
  search: string;
}
const rows = collection<Row>('rows', [], { searchField: 'search' });

/** As an earlier release stored them: lower case only. */
const OLD = '\u09b8\u09ae\u09df \u2019cafe\u0301\u2019';
const QUERIES = ['সময\u09bc', 'সম\u09df', "'caf\u00e9'", 'ＣＡＦＥ\u0301', 'c\u200da\u200dfé'];

let folder: string;
let store: Store;
let found: Collection<Row>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-search-'));
  store = await openTestStore(join(folder, 'store.sqlite'));
  await store.prepare([rows, searchForms]);
  found = store.collection(rows);
});
afterEach(async () => {
  await store.close();
  await removeTestFolder(folder);
});

const open = () =>
  createSearchUpkeep({
    ...{ store, collections: [rows], clock: systemClock },
    log: createLog('test', 'silent'),
  });
const insert = (count: number, search = OLD) =>
  found.insertMany(
    Array.from({ length: count }, (_, at) => ({
      _id: String(at).padStart(4, '0'),
      search: `${search} ${at}`,
    })),
  );
const matches = (q: string) => found.countDocuments({ search: containing(searchKey(q)) });
const state = () => store.collection(searchForms).findOne({ _id: 'rows' });

test('texts of an earlier release are found after the first start, however a query spells them', async () => {
  await insert(3);
  expect(await matches('é')).toBe(0);
  await open().prepare();
  for (const q of QUERIES) expect([q, await matches(q)]).toEqual([q, 3]);
  expect(await state()).toMatchObject({ form: SEARCH_FORM, rewritten: true });
});

test('a process that ends in the middle is continued by the next one', async () => {
  await insert(1200);
  await open().prepare();
  expect(await matches('café')).toBe(500);
  await open().prepare();
  expect(await matches('café')).toBe(1000);
  await open().prepare();
  expect(await matches('café')).toBe(1200);
});

test('a store is read once, until the form of the keys changes', async () => {
  await open().prepare();
  await insert(1);
  await open().prepare();
  expect(await matches('café')).toBe(0);
  await store.collection(searchForms).updateOne({ _id: 'rows' }, { $set: { form: SEARCH_FORM - 1 } });
  await open().prepare();
  expect(await matches('café')).toBe(1);
});

test('a text that changes while it is rewritten stays', async () => {
  await insert(1);
  const known = store.collection.bind(store);
  let isChanged = false;
  const racing = Object.create(store, {
    collection: {
      value: (spec: typeof rows) => ({
        ...known(spec),
        find: async (...args: Parameters<Collection<Row>['find']>) => {
          const read = await known(spec).find(...args);
          if (!isChanged) await found.updateOne({ _id: '0000' }, { $set: { search: 'renamed' } });
          isChanged = true;
          return read;
        },
      }),
    },
  }) as Store;
  await createSearchUpkeep({
    ...{ store: racing, collections: [rows], clock: systemClock },
    log: createLog('test', 'silent'),
  }).prepare();
  expect(await found.findOne({ _id: '0000' })).toMatchObject({ search: 'renamed' });
});
