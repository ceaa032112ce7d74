import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { pause } from '@piecework/base/testing';
import { describeWithDocker } from '@piecework/base/testing/docker';
import { type MongoContainer, startMongoContainer } from '../testing/mongo.container';
import { describeStore } from '../testing/store.suite';
import { openMongoDatabases } from './mongo-databases';
import { type MongoStoreOptions, openMongoStore } from './mongo-store';
import {
  type AnyCollectionSpec,
  type Collection,
  collection,
  DuplicateKeyError,
  type Store,
  StoreOpenError,
  StoreUnavailableError,
} from './store';

interface Row {
  _id: string;
  count?: number;
  key?: string;
  list?: number[];
}

const rows = collection<Row>('rows', [{ key: { key: 1 }, unique: true, partialFilterExpression: { count: 1 } }]);
const PLACES = 25;

describeWithDocker('MongoDB', () => {
  let container: MongoContainer;
  const stores: Store[] = [];

  const open = async (options: Partial<MongoStoreOptions> = {}, ...specs: AnyCollectionSpec[]): Promise<Store> => {
    const store = await openMongoStore({ uri: container.uri, database: `test_${randomUUID()}`, ...options });
    stores.push(store);
    await store.prepare([rows, ...specs]);
    return store;
  };
  const openTwo = async (): Promise<[Store, Store]> => {
    const database = `test_${randomUUID()}`;
    return Promise.all([open({ database }), open({ database })]);
  };
  const attempt = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

  beforeAll(async () => {
    container = await startMongoContainer();
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  afterAll(() => container?.stop());

  describeStore('MongoDB', async () => {
    const options = { uri: container.uri, database: `test_${randomUUID()}` };
    let store = await openMongoStore(options);
    return {
      store,
      reopen: async () => {
        await store.close();
        store = await openMongoStore(options);
        return store;
      },
      cleanUp: async () => undefined,
    };
  });

  describe('several processes on one database', () => {
    it('prepare it concurrently and repeatedly without conflicts', async () => {
      const database = `test_${randomUUID()}`;
      const five = await Promise.all(Array.from({ length: 5 }, () => openMongoStore({ uri: container.uri, database })));
      stores.push(...five);
      await Promise.all(five.map((store) => store.prepare([rows])));
      await Promise.all(five.map((store) => store.prepare([rows])));
      await five[0]?.collection(rows).insertOne({ _id: 'a', key: 'same', count: 1 });
      const second = five[1]?.collection(rows).insertOne({ _id: 'b', key: 'same', count: 1 });
      await expect(second).rejects.toMatchObject({ collectionName: 'rows', fields: ['key'] });
    });

    it('drop an index that is no longer declared', async () => {
      const database = `test_${randomUUID()}`;
      const declare = (key: Record<string, 1>) => collection('shelves', [{ key }]);
      const both = await Promise.all([open({ database }), open({ database })]);
      await both[0].prepare([declare({ colour: 1 })]);
      await Promise.all(both.map((store) => store.prepare([declare({ size: 1 })])));
      const server = await openMongoDatabases(container.uri);
      try {
        const left = await server.database(database).collection('shelves').indexes();
        expect(left.map(({ key }) => Object.keys(key).join())).toEqual(['_id', 'size,_id']);
      } finally {
        await server.close();
      }
    });

    it('give away each place once', async () => {
      const both = await openTwo();
      await both[0].collection(rows).insertOne({ _id: 'places', count: PLACES });
      const take = (store: Store, worker: string) =>
        store.transaction(async (tx) => {
          const places = await tx.collection(rows).findOne({ _id: 'places' });
          if ((places?.count ?? 0) < 1) return false;
          await tx.collection(rows).insertOne({ _id: worker });
          await tx.collection(rows).updateOne({ _id: 'places' }, { $inc: { count: -1 } });
          return true;
        });
      const outcomes = await Promise.all(
        both.flatMap((store, process) => Array.from({ length: 30 }, (_, n) => take(store, `worker ${process} ${n}`))),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(PLACES);
      expect(await both[0].collection(rows).findOne({ _id: 'places' })).toMatchObject({ count: 0 });
      expect(await both[1].collection(rows).countDocuments({ _id: { $gte: 'worker' } })).toBe(PLACES);
    });

    it('find a document that another transaction has just inserted, instead of a duplicate', async () => {
      const both = await openTwo();
      const once = (store: Store, by: number) =>
        store.transaction(async (tx) => {
          if (await tx.collection(rows).findOne({ _id: 'once' })) return 'found';
          await tx.collection(rows).insertOne({ _id: 'once', count: by });
          return 'made';
        });
      const outcomes = await Promise.all(Array.from({ length: 20 }, (_, n) => once(both[n % 2] as Store, n)));
      expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(1);
      expect(outcomes.filter((outcome) => outcome === 'found')).toHaveLength(19);
    });

    it('retry a transaction when another one takes, releases and takes its key', async () => {
      const [one, other] = await openTwo();
      let attempts = 0;
      const outcome = await one.transaction(async (tx) => {
        attempts += 1;
        if (attempts === 2) await other.collection(rows).deleteOne({ _id: 'wanted' });
        if (await tx.collection(rows).findOne({ _id: 'wanted' })) return 'found';
        await other.collection(rows).insertOne({ _id: 'wanted' });
        await tx.collection(rows).insertOne({ _id: 'wanted' });
        return 'made';
      });
      expect([outcome, attempts]).toEqual(['found', 3]);
    });

    it('upsert the same document concurrently and count each', async () => {
      const both = await openTwo();
      const counted = Array.from({ length: 20 }, (_, n) =>
        (both[n % 2] as Store).collection(rows).updateOne({ _id: 'beats' }, { $inc: { count: 1 } }, { upsert: true }),
      );
      await Promise.all(counted);
      expect(await both[0].collection(rows).findOne({ _id: 'beats' })).toEqual({ _id: 'beats', count: 20 });
    });

    it('retry a transaction when another one wrote a document that it read', async () => {
      const both = await openTwo();
      await both[0].collection(rows).insertOne({ _id: 'a', count: 0 });
      const seen: (number | undefined)[] = [];
      await both[0].transaction(async (tx) => {
        const found = await tx.collection(rows).findOne({ _id: 'a' });
        seen.push(found?.count);
        if (seen.length === 1) await both[1].collection(rows).updateOne({ _id: 'a' }, { $set: { count: 10 } });
        await tx.collection(rows).updateOne({ _id: 'a' }, { $set: { count: (found?.count ?? 0) + 1 } });
      });
      expect(seen).toEqual([0, 10]);
      expect(await both[1].collection(rows).findOne({ _id: 'a' })).toEqual({ _id: 'a', count: 11 });
    });
  });

  describe('a transaction', () => {
    it('accepts concurrent calls and calls that are not awaited', async () => {
      const store = await open();
      await store.transaction(async (tx) => {
        const ids = ['a', 'b', 'c'];
        await Promise.all(ids.map((_id) => tx.collection(rows).insertOne({ _id })));
        void tx.collection(rows).insertOne({ _id: 'd' });
      });
      expect(await store.collection(rows).countDocuments({})).toBe(4);
    });

    it('is rolled back with an explanation when it idles', async () => {
      const store = await open({ limits: { idleMs: 100 } });
      let kept: Collection<Row> | undefined;
      const idle = store.transaction(async (tx) => {
        kept = tx.collection(rows);
        await kept.insertOne({ _id: 'a' });
        await new Promise(() => {});
      });
      await expect(idle).rejects.toThrow('await nothing but tx');
      await expect(kept?.insertOne({ _id: 'late' })).rejects.toThrow('has ended');
      expect(await store.collection(rows).find({})).toEqual([]);
    });

    it('in progress completes while the store closes; new ones are refused', async () => {
      const store = await open();
      let going!: () => void;
      const isUnderway = new Promise<void>((resolve) => {
        going = resolve;
      });
      const underway = store.transaction(async (tx) => {
        await tx.collection(rows).insertOne({ _id: 'a' });
        going();
        await tx.collection(rows).insertOne({ _id: 'b' });
        return tx.collection(rows).countDocuments({});
      });
      await isUnderway;
      const closed = store.close();
      await expect(store.transaction(async () => 1)).rejects.toBeInstanceOf(StoreUnavailableError);
      await closed;
      expect(await underway).toBe(2);
    });
  });

  describe('the port refuses', () => {
    it('updates that the server alone would accept: array elements, overflow to infinity', async () => {
      const store = await open();
      const all = store.collection(rows);
      await all.insertOne({ _id: 'a', list: [1, 2], count: Number.MAX_VALUE });
      await expect(all.updateOne({ _id: 'a' }, { $unset: { 'list.0': true } })).rejects.toThrow('array');
      await expect(all.updateMany({}, { $set: { 'list.0': 5 } })).rejects.toThrow('array');
      const overflow = all.findOneAndUpdate({ _id: 'a' }, { $inc: { count: Number.MAX_VALUE } });
      await expect(overflow).rejects.toThrow('overflows');
      expect(await all.find({})).toEqual([{ _id: 'a', list: [1, 2], count: Number.MAX_VALUE }]);
    });

    it('an unprepared collection, alone and in a transaction', async () => {
      const store = await open();
      const unknown = collection<Row>('unknown');
      for (const call of [
        () => store.collection(unknown).find({}),
        () => store.collection(unknown).insertOne({ _id: 'a' }),
        () => store.transaction((tx) => tx.collection(unknown).insertOne({ _id: 'a' })),
      ])
        await expect(call()).rejects.toThrow('the collection unknown has not been prepared');
    });

    it('a unique index over duplicates, whose fields are named', async () => {
      const store = await open();
      await store.collection(rows).insertMany([
        { _id: 'a', count: 2 },
        { _id: 'b', count: 2 },
      ]);
      const unique = collection<Row>('rows', [{ key: { count: 1 }, unique: true }]);
      const failure = await attempt(store.prepare([unique]));
      expect(failure).toBeInstanceOf(DuplicateKeyError);
      expect(failure).toMatchObject({ collectionName: 'rows', fields: ['count'] });
    });

    it.each(['a b', '$x', ''])('%p as the name of a collection', async (name) => {
      const store = await open();
      await expect(store.prepare([collection(name)])).rejects.toThrow('is not a collection name');
    });
  });

  describe('a long result', () => {
    it('is complete and yields to the event loop', async () => {
      const store = await open();
      const docs = Array.from({ length: 3000 }, (_, n) => ({ _id: String(n).padStart(5, '0'), key: `key ${n}` }));
      await store.collection(rows).insertMany(docs);
      let turns = 0;
      const counting = setInterval(() => {
        turns += 1;
      }, 0);
      const answer = await store.collection(rows).find({}, { sort: { _id: 1 } });
      clearInterval(counting);
      expect(answer).toEqual(docs);
      expect(turns).toBeGreaterThan(4);
    });
  });

  describe('openMongoStore', () => {
    const refused = (uri: string) => attempt(openMongoStore({ uri, database: 'test' }));

    it('names an unreachable server without the password', async () => {
      const failure = await refused('mongodb://me:secret@127.0.0.1:1/?directConnection=true');
      expect(failure).toBeInstanceOf(StoreOpenError);
      expect((failure as Error).message).toMatch(
        /^Cannot open the database test on MongoDB at 127\.0\.0\.1:1: .*ECONNREFUSED.*\.$/,
      );
      expect((failure as Error).message).not.toContain('secret');
    });

    it('times out on a server that accepts connections and does not answer', async () => {
      const silent = createServer(() => {});
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
      const { port } = silent.address() as { port: number };
      const began = Date.now();
      expect(await refused(`mongodb://127.0.0.1:${port}`)).toBeInstanceOf(StoreOpenError);
      expect(Date.now() - began).toBeLessThan(10_000);
      silent.close();
    });

    it('explains an invalid connection string', async () => {
      const failure = await refused('mongodb://127.0.0.1:1/?wTimeout=never');
      expect(failure).toBeInstanceOf(StoreOpenError);
      expect((failure as Error).message).toMatch(/^The connection string of MongoDB is invalid: /);
    });
  });

  describe('a server that', () => {
    let isOver = false;
    beforeEach(() => {
      isOver = false;
    });
    // Stops the writer of a failed test.
    afterEach(() => {
      isOver = true;
    });
    const writeOn = (store: Store) => {
      const acknowledged: string[] = [];
      const faults: unknown[] = [];
      const write = async (writer: number) => {
        for (let n = 0; !isOver; n += 1) {
          const id = `${writer} ${n}`;
          await store
            .transaction(async (tx) => {
              await tx.collection(rows).insertOne({ _id: `${id} left` });
              await tx.collection(rows).insertOne({ _id: `${id} right` });
            })
            .then(
              () => void acknowledged.push(id),
              async (error: unknown) => {
                faults.push(error);
                await pause(20);
              },
            );
        }
      };
      const done = Promise.all([0, 1, 2, 3].map(write));
      const stop = async () => {
        isOver = true;
        await done;
      };
      return { acknowledged, faults, stop };
    };
    const until = async (isMet: () => boolean | Promise<boolean>, ms = 240_000): Promise<void> => {
      for (const deadline = Date.now() + ms; !(await isMet()); ) {
        if (Date.now() > deadline) throw new Error(`timed out after ${ms} ms`);
        await pause(20);
      }
    };
    const answers = (store: Store) => () =>
      store.ping().then(
        () => true,
        () => false,
      );

    it('is killed loses nothing acknowledged, keeps no partial transaction, and is found again', async () => {
      const store = await open({ limits: { retryMs: 1000 } });
      const { acknowledged, faults, stop } = writeOn(store);
      await until(() => acknowledged.length > 30);
      await container.kill();
      await until(() => faults.length >= 4);
      const before = acknowledged.length;
      await expect(store.collection(rows).find({})).rejects.toBeInstanceOf(StoreUnavailableError);
      await container.start();
      await until(() => acknowledged.length > before + 20);
      await stop();
      for (const fault of faults) expect(fault).toBeInstanceOf(StoreUnavailableError);
      const kept = new Set((await store.collection(rows).find({})).map(({ _id }) => _id));
      const lost = acknowledged.filter((id) => !kept.has(`${id} left`) || !kept.has(`${id} right`));
      expect(lost).toEqual([]);
      const halves = [...kept].filter(
        (id) => !kept.has(id.endsWith('left') ? id.replace('left', 'right') : id.replace('right', 'left')),
      );
      expect(halves).toEqual([]);
    });

    it('hangs ends every call within seconds, and works again when it resumes', async () => {
      const store = await open({ limits: { callMs: 2000, retryMs: 2000 } });
      await store.collection(rows).insertOne({ _id: 'a', count: 1 });
      await container.freeze();
      const began = Date.now();
      const outcomes = await Promise.all(
        [
          store.collection(rows).find({}),
          store.collection(rows).findOne({ _id: 'a' }),
          store.collection(rows).insertOne({ _id: 'b' }),
          store.transaction((tx) => tx.collection(rows).insertOne({ _id: 'c' })),
          store.ping(),
        ].map(attempt),
      );
      const took = Date.now() - began;
      await container.thaw();
      for (const outcome of outcomes) expect(outcome).toBeInstanceOf(StoreUnavailableError);
      expect(took).toBeLessThan(8000);
      await until(answers(store));
      expect(await store.collection(rows).findOne({ _id: 'a' })).toEqual({ _id: 'a', count: 1 });
      expect(await store.collection(rows).findOne({ _id: 'c' })).toBeNull();
    });
  });
});
