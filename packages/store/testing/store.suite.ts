import { DuplicateKeyError, type Store, StoreUnavailableError } from '../src/store';
import { ALL, account, accounts, byId, claim, claims, idsOf, type Suite, things } from './store.suite.fixtures';
import { describeQueries } from './store.suite.queries';
import { describeRandom } from './store.suite.random';
import { describeTransactions } from './store.suite.transactions';
import { describeUnitOfWork } from './store.suite.unit-of-work';
import { describeWrites } from './store.suite.writes';

export interface StoreUnderTest {
  store: Store;
  reopen(): Promise<Store>;
  cleanUp(): Promise<void>;
}

const describeStoreItself = (suite: Suite): void => {
  const { col, found } = suite;

  describe('the store itself', () => {
    it('keeps documents and indexes after it is closed and reopened', async () => {
      await suite.store.collection(accounts).insertMany([account('a', { coins: 7 }), account('b')]);
      await suite.store.transaction(async (tx) => void (await tx.collection(claims).insertOne(claim('c'))));
      await suite.reopen();
      expect(await suite.store.collection(accounts).findOne({ _id: 'a' })).toEqual(account('a', { coins: 7 }));
      expect(await suite.store.collection(claims).countDocuments({ live: true })).toBe(1);
      await expect(
        suite.store.collection(accounts).insertOne(account('d', { email: 'a@example.com' })),
      ).rejects.toBeInstanceOf(DuplicateKeyError);
      await suite.store.prepare(ALL);
    });

    it('answers a ping while it is open, and refuses every call after close', async () => {
      await expect(suite.store.ping()).resolves.toBeUndefined();
      const underway = col().insertOne({ _id: 'underway' });
      await suite.store.close();
      await underway;
      await suite.store.close();
      await expect(suite.store.ping()).rejects.toBeInstanceOf(StoreUnavailableError);
      await expect(col().findOne({})).rejects.toBeInstanceOf(StoreUnavailableError);
      await expect(col().insertOne({ _id: 'a' })).rejects.toBeInstanceOf(StoreUnavailableError);
      await expect(suite.store.transaction(async () => 1)).rejects.toBeInstanceOf(StoreUnavailableError);
      await suite.reopen();
      expect(await found({})).toEqual(['underway']);
    });
  });
};

export const describeStore = (name: string, makeStore: () => Promise<StoreUnderTest>): void => {
  describe(`the store contract: ${name}`, () => {
    let underTest: StoreUnderTest;
    let store: Store;
    const suite: Suite = {
      get store() {
        return store;
      },
      col: () => store.collection(things),
      found: async (filter) => idsOf(await store.collection(things).find(filter, byId)),
      reopen: async () => {
        store = await underTest.reopen();
      },
    };

    beforeAll(async () => {
      underTest = await makeStore();
      store = underTest.store;
      await store.prepare(ALL);
    });
    beforeEach(async () => {
      for (const spec of ALL) await store.collection(spec).deleteMany({});
    });
    afterAll(async () => {
      await store.close();
      await underTest.cleanUp();
    });

    describeQueries(suite);
    describeWrites(suite);
    describeTransactions(suite);
    describeUnitOfWork(suite);
    describeRandom(suite);
    describeStoreItself(suite);
  });
};
