import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause } from '@piecework/base/testing';
import { collection, type Document, type Store } from '@piecework/store';
import { openSqliteStore } from '@piecework/store/sqlite';
import { createCrashingStore, type PlannedCrash, type Write } from './crashing-store';
import { createServiceLifetime } from './service-lifetime';

interface Row extends Document {
  text: string;
}
const rows = collection<Row>('rows');

let dir: string;
let inner: Store;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'piecework-crashing-'));
  inner = await openSqliteStore({ file: join(dir, 'store.sqlite'), synchronous: 'OFF', maxGroup: 1 });
  await inner.prepare([rows]);
});
afterEach(async () => {
  await inner.close();
  rmSync(dir, { recursive: true, force: true });
});

/** One service lifetime over the store; `crash` takes effect at the next commit. */
const live = (crash: PlannedCrash['when'] | null = null) => {
  const incarnation = createServiceLifetime();
  const seen = { committed: [] as Write[][], busy: 0 };
  let next = crash;
  const store = createCrashingStore(inner, incarnation, {
    crashAt: () => {
      const now = next;
      next = null;
      return now;
    },
    committed: (writes) => seen.committed.push([...writes]),
    busy: (change) => {
      seen.busy += change;
    },
  });
  return { incarnation, store, seen };
};

const storedIds = async () => (await inner.collection(rows).find({}, { sort: { _id: 1 } })).map(({ _id }) => _id);
const row = (_id: string): Row => ({ _id, text: 'text' });

/** Whether the promise has settled after 50 ms, in which everything that can run has run. */
const isAnswered = async (promise: Promise<unknown>) => {
  let answered = false;
  const note = () => {
    answered = true;
  };
  promise.then(note, note);
  await pause(50);
  return answered;
};

describe('the crashing store', () => {
  test('a commit is kept, and reports every document that it wrote', async () => {
    const { store, seen } = live();
    await store.transaction(async (tx) => {
      await tx.collection(rows).insertOne(row('a'));
      await tx.collection(rows).findOne({ _id: 'a' });
      await tx.collection(rows).updateMany({}, { $set: { text: 'new' } });
    });
    expect(await storedIds()).toEqual(['a']);
    expect(seen.committed).toEqual([
      [
        { collection: 'rows', id: 'a' },
        { collection: 'rows', id: null },
      ],
    ]);
    expect(seen.busy).toBe(0);
  });

  test('a crash before the commit rolls it back, and the caller gets no answer', async () => {
    const { store, seen, incarnation } = live('before');
    const answered = isAnswered(store.transaction((tx) => tx.collection(rows).insertOne(row('a'))));
    expect(await answered).toBe(false);
    expect(incarnation.alive).toBe(false);
    expect(await storedIds()).toEqual([]);
    expect(seen.committed).toEqual([]);
    expect(seen.busy).toBe(0);
  });

  test('a crash right after the commit keeps it, and the caller gets no answer', async () => {
    const { store, seen, incarnation } = live('after');
    const answered = isAnswered(store.transaction((tx) => tx.collection(rows).insertOne(row('a'))));
    expect(await answered).toBe(false);
    expect(incarnation.alive).toBe(false);
    expect(await storedIds()).toEqual(['a']);
    expect(seen.committed).toEqual([[{ collection: 'rows', id: 'a' }]]);
    expect(seen.busy).toBe(0);
  });

  test('a write outside a transaction counts as a commit', async () => {
    const { store } = live('before');
    expect(await isAnswered(store.collection(rows).insertOne(row('a')))).toBe(false);
    expect(await storedIds()).toEqual([]);
    const next = live();
    await next.store.collection(rows).insertOne(row('b'));
    expect(next.seen.committed).toEqual([[{ collection: 'rows', id: 'b' }]]);
  });

  test('a transaction that is open when the service dies is rolled back', async () => {
    const { store, incarnation } = live();
    const answered = isAnswered(
      store.transaction(async (tx) => {
        await tx.collection(rows).insertOne(row('a'));
        incarnation.die();
      }),
    );
    const midway = live();
    let continued = false;
    const later = isAnswered(
      midway.store.transaction(async (tx) => {
        await tx.collection(rows).insertOne(row('b'));
        midway.incarnation.die();
        await tx.collection(rows).insertOne(row('c'));
        continued = true;
      }),
    );
    expect(await Promise.all([answered, later])).toEqual([false, false]);
    expect(continued).toBe(false);
    expect(await storedIds()).toEqual([]);
  });

  test('a dead service begins no transaction, writes nothing and reads nothing', async () => {
    await inner.collection(rows).insertOne(row('a'));
    const { store, incarnation } = live();
    incarnation.die();
    const answers = await Promise.all([
      isAnswered(store.transaction((tx) => tx.collection(rows).insertOne(row('b')))),
      isAnswered(store.collection(rows).insertOne(row('c'))),
      isAnswered(store.collection(rows).findOne({ _id: 'a' })),
    ]);
    expect(answers).toEqual([false, false, false]);
    expect(await storedIds()).toEqual(['a']);
  });

  test('the next lifetime finds the committed state of the previous one', async () => {
    const first = live('after');
    void first.store.collection(rows).insertOne(row('a'));
    await first.incarnation.death;
    const second = live();
    expect(await second.store.collection(rows).find({})).toEqual([row('a')]);
    await second.store.collection(rows).insertOne(row('b'));
    expect(await storedIds()).toEqual(['a', 'b']);
  });

  test('an error of the store reaches the live service, and does not count as a commit', async () => {
    await inner.collection(rows).insertOne(row('a'));
    const { store, seen } = live();
    await expect(store.collection(rows).insertOne(row('a'))).rejects.toThrow('_id is taken');
    expect(seen.committed).toEqual([]);
    expect(seen.busy).toBe(0);
  });
});
