import { type Collection, collection, DuplicateKeyError, type Filter, type Update } from '../src/store';
import {
  type Account,
  ALL,
  account,
  accounts,
  byId,
  claim,
  claims,
  idsOf,
  type Suite,
  type Thing,
} from './store.suite.fixtures';

export const describeWrites = (suite: Suite): void => {
  const { col, found } = suite;

  describe('updates', () => {
    const after = async (update: Update<Thing>): Promise<Thing | null> => {
      await col().updateOne({ _id: 'a' }, update);
      return col().findOne({ _id: 'a' });
    };
    beforeEach(() => col().insertOne({ _id: 'a', number: 1, text: 'x', inner: { count: 1, value: 'v' }, list: [1] }));
    const original = { _id: 'a', number: 1, text: 'x', inner: { count: 1, value: 'v' }, list: [1] };

    it('$set sets fields and paths, and creates objects of the path', async () => {
      expect(
        await after({ $set: { text: 'y', 'inner.value': null, 'inner.deeper.value': 2, 'any.new.path': [1] } }),
      ).toEqual({
        ...original,
        text: 'y',
        inner: { count: 1, value: null, deeper: { value: 2 } },
        any: { new: { path: [1] } },
      });
    });

    it('$set replaces whole objects and arrays, and skips undefined', async () => {
      expect(await after({ $set: { inner: { value: 1 }, list: [], text: undefined as never } })).toEqual({
        ...original,
        inner: { value: 1 },
        list: [],
      });
    });

    it('$inc adds, from 0 for a missing field', async () => {
      expect(await after({ $inc: { number: -3, 'inner.count': 0.5, 'inner.deeper.value': 2 } })).toEqual({
        ...original,
        number: -2,
        inner: { count: 1.5, value: 'v', deeper: { value: 2 } },
      });
    });

    it('$unset removes fields and paths, and ignores missing ones', async () => {
      const doc = await after({
        $unset: { text: true, 'inner.value': true, any: true, 'inner.deeper.value': true, 'number.x': true },
      });
      expect(doc).toEqual({ _id: 'a', number: 1, inner: { count: 1 }, list: [1] });
      expect(Object.keys(doc as object)).not.toContain('text');
    });

    it('operators combine', async () => {
      expect(await after({ $set: { text: 'y' }, $inc: { number: 1 }, $unset: { inner: true, list: true } })).toEqual({
        _id: 'a',
        text: 'y',
        number: 2,
      });
    });

    it('count matched and modified documents separately', async () => {
      const counts = (update: Update<Thing>, filter: Filter<Thing> = { _id: 'a' }) => col().updateOne(filter, update);
      expect(await counts({ $set: { text: 'y' } })).toEqual({ matchedCount: 1, modifiedCount: 1, upsertedCount: 0 });
      expect(await counts({ $set: { text: 'y' } })).toEqual({ matchedCount: 1, modifiedCount: 0, upsertedCount: 0 });
      expect(await counts({ $inc: { number: 0 } })).toEqual({ matchedCount: 1, modifiedCount: 0, upsertedCount: 0 });
      expect(await counts({ $unset: { any: true } })).toEqual({ matchedCount: 1, modifiedCount: 0, upsertedCount: 0 });
      expect(await counts({ $set: { inner: { count: 1, value: 'v' } } })).toEqual({
        matchedCount: 1,
        modifiedCount: 0,
        upsertedCount: 0,
      });
      expect(await counts({ $set: { text: 'z' } }, { _id: 'b' })).toEqual({
        matchedCount: 0,
        modifiedCount: 0,
        upsertedCount: 0,
      });
      expect(await counts({ $setOnInsert: { text: 'never' } })).toEqual({
        matchedCount: 1,
        modifiedCount: 0,
        upsertedCount: 0,
      });
    });

    it('updateOne changes one of several matches, updateMany all', async () => {
      await col().insertMany([{ _id: 'b', number: 1 }, { _id: 'c', number: 1, text: 'set' }, { _id: 'd' }]);
      expect(await col().updateOne({ number: 1 }, { $set: { text: 'one' } })).toMatchObject({
        matchedCount: 1,
        modifiedCount: 1,
      });
      expect(await col().countDocuments({ text: 'one' })).toBe(1);
      await col().updateOne({ _id: 'c' }, { $set: { text: 'set' } });
      expect(await col().updateMany({ number: 1 }, { $set: { text: 'set' } })).toEqual({
        matchedCount: 3,
        modifiedCount: 2,
        upsertedCount: 0,
      });
      expect(await found({ text: 'set' })).toEqual(['a', 'b', 'c']);
    });

    it('findOneAndUpdate returns the changed document, or null', async () => {
      expect(await col().findOneAndUpdate({ _id: 'a' }, { $inc: { number: 1 } })).toEqual({ ...original, number: 2 });
      expect(await col().findOneAndUpdate({ _id: 'b' }, { $inc: { number: 1 } })).toBeNull();
    });

    it('upsert starts from the equalities of the filter, then applies the update', async () => {
      const filter: Filter<Thing> = {
        _id: 'n',
        text: 'x',
        number: { $gt: 5 },
        'inner.value': 1,
        $and: [{ flag: true }],
        $or: [{ any: 1 }, { any: 2 }],
      };
      const result = await col().updateOne(
        filter,
        { $set: { text: 'y' }, $inc: { number: 2 }, $setOnInsert: { 'inner.count': 7 } },
        { upsert: true },
      );
      expect(result).toEqual({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1 });
      expect(await col().findOne({ _id: 'n' })).toEqual({
        _id: 'n',
        text: 'y',
        inner: { value: 1, count: 7 },
        flag: true,
        number: 2,
      });
    });

    it('upsert takes the _id from $setOnInsert, which is ignored when a document matches', async () => {
      const upsert = () =>
        col().findOneAndUpdate(
          { text: 'new' },
          { $inc: { number: 1 }, $setOnInsert: { _id: 'n', any: 1 } },
          { upsert: true },
        );
      expect(await upsert()).toEqual({ _id: 'n', text: 'new', number: 1, any: 1 });
      expect(await upsert()).toEqual({ _id: 'n', text: 'new', number: 2, any: 1 });
    });

    it.each<[string, unknown]>([
      ['no operator', {}],
      ['a replacement', { text: 'y' }],
      ['an unknown operator', { $push: { list: 1 } }],
      ['a change of _id', { $set: { _id: 'b' } }],
      ['the same field twice', { $set: { number: 1 }, $inc: { number: 1 } }],
      ['a field and a part of it', { $set: { inner: {}, 'inner.value': 1 } }],
      ['$inc by text', { $inc: { number: '1' } }],
      ['$inc by NaN', { $inc: { number: Number.NaN } }],
      ['$inc of text', { $inc: { text: 1 } }],
      ['$set to a Date', { $set: { any: new Date(0) } }],
      ['$set through text', { $set: { 'text.x': 1 } }],
      ['$set into an array', { $set: { 'list.0': 1 } }],
      ['$unset to false', { $unset: { text: false } }],
      ['a field name that is none', { $set: { 'a b': 1 } }],
      ['__proto__', { $set: { '__proto__.polluted': 1 } }],
    ])('refuse %s', async (_, update) => {
      await expect(col().updateOne({ _id: 'a' }, update as Update<Thing>)).rejects.toThrow(Error);
      await expect(col().updateMany({}, update as Update<Thing>)).rejects.toThrow(Error);
      await expect(col().findOneAndUpdate({ _id: 'a' }, update as Update<Thing>)).rejects.toThrow(Error);
      expect(await col().findOne({ _id: 'a' })).toEqual(original);
    });

    it('refuse an invalid update also without a match', async () => {
      await expect(col().updateOne({ _id: 'missing' }, { $push: { list: 1 } } as never)).rejects.toThrow('$push');
    });

    it('refuse an upsert without an _id', async () => {
      await expect(col().updateOne({ text: 'new' }, { $set: { number: 1 } }, { upsert: true })).rejects.toThrow('_id');
      await expect(col().updateOne({ _id: 'n' }, { $setOnInsert: { _id: 'm' } }, { upsert: true })).rejects.toThrow(
        '_id',
      );
      expect(await col().countDocuments({})).toBe(1);
    });
  });

  describe('deletes', () => {
    it('deleteOne deletes one of several matches, deleteMany all', async () => {
      await col().insertMany(['a', 'b', 'c', 'd'].map((_id) => ({ _id, number: _id === 'd' ? 2 : 1 })));
      expect(await col().deleteOne({ number: 1 })).toEqual({ deletedCount: 1 });
      expect(await col().countDocuments({ number: 1 })).toBe(2);
      expect(await col().deleteMany({ number: 1 })).toEqual({ deletedCount: 2 });
      expect(await found({})).toEqual(['d']);
      expect(await col().deleteOne({ number: 1 })).toEqual({ deletedCount: 0 });
    });
  });

  describe('unique indexes', () => {
    const people = (): Collection<Account> => suite.store.collection(accounts);
    const taken = async (attempt: Promise<unknown>): Promise<[string, readonly string[]]> => {
      const error = await attempt.then(
        () => null,
        (reason: unknown) => reason,
      );
      if (!(error instanceof DuplicateKeyError)) throw new Error(`expected a DuplicateKeyError, got ${error}`);
      return [error.collectionName, error.fields];
    };

    it('name collection and fields of the duplicate', async () => {
      await people().insertOne(account('a'));
      expect(await taken(people().insertOne(account('a', { email: 'other@example.com' })))).toEqual([
        'accounts',
        ['_id'],
      ]);
      expect(await taken(people().insertOne(account('b', { email: 'a@example.com' })))).toEqual([
        'accounts',
        ['email'],
      ]);
      await suite.store.collection(claims).insertOne(claim('c1'));
      expect(await taken(suite.store.collection(claims).insertOne(claim('c2')))).toEqual([
        'claims',
        ['taskId', 'workerId'],
      ]);
    });

    it('insertMany with a duplicate inserts nothing', async () => {
      await people().insertOne(account('b'));
      expect(await taken(people().insertMany([account('a'), account('b', { email: 'x' }), account('c')]))).toEqual([
        'accounts',
        ['_id'],
      ]);
      expect(await people().countDocuments({})).toBe(1);
    });

    it('apply to updates and upserts, which then change nothing', async () => {
      await people().insertMany([account('a'), account('b'), account('c')]);
      const attempts = [
        () => people().updateOne({ _id: 'b' }, { $set: { email: 'a@example.com', coins: 9 } }),
        () => people().updateMany({ _id: { $in: ['b', 'c'] } }, { $set: { email: 'same', coins: 9 } }),
        () => people().updateOne({ _id: 'd', email: 'a@example.com' }, { $set: { coins: 9 } }, { upsert: true }),
        () => people().findOneAndUpdate({ _id: 'd', email: 'a@example.com' }, { $set: { coins: 9 } }, { upsert: true }),
      ];
      for (const attempt of attempts) expect(await taken(attempt())).toEqual(['accounts', ['email']]);
      expect(await people().countDocuments({ coins: 9 })).toBe(0);
      expect(await people().countDocuments({})).toBe(3);
    });

    it("accept a document's own value, and release a value that changes", async () => {
      await people().insertMany([account('a'), account('b')]);
      await people().updateOne({ _id: 'a' }, { $set: { email: 'a@example.com', coins: 1 } });
      await people().updateOne({ _id: 'a' }, { $set: { email: 'new@example.com' } });
      await people().updateOne({ _id: 'b' }, { $set: { email: 'a@example.com' } });
      await people().deleteOne({ _id: 'a' });
      await people().insertOne(account('c', { email: 'new@example.com' }));
      expect(await people().countDocuments({})).toBe(2);
    });

    it('treat missing and null as one value', async () => {
      const { email: _, ...without } = account('a');
      await people().insertOne(without);
      expect(await taken(people().insertOne({ ...without, _id: 'b' }))).toEqual(['accounts', ['email']]);
      expect(await taken(people().insertOne(account('b', { email: null })))).toEqual(['accounts', ['email']]);
      await people().updateOne({ _id: 'a' }, { $set: { email: 'a@example.com' } });
      await people().insertOne({ ...without, _id: 'b' });
      await people().insertOne(account('c', { email: '' }));
    });

    it('compare text exactly', async () => {
      await people().insertMany([
        account('a', { email: 'é' }),
        account('b', { email: 'e\u0301' }),
        account('c', { email: 'É' }),
        account('d', { email: 'é ' }),
      ]);
      expect(await people().countDocuments({})).toBe(4);
    });

    it('that are partial cover documents only while they match', async () => {
      const all = suite.store.collection(claims);
      await all.insertOne(claim('c1', { live: false }));
      await all.insertOne(claim('c2'));
      await all.insertOne(claim('c3', { live: false }));
      await all.insertOne(claim('c4', { workerId: 'w2' }));
      expect(await taken(all.updateOne({ _id: 'c3' }, { $set: { live: true } }))).toEqual([
        'claims',
        ['taskId', 'workerId'],
      ]);
      await all.updateOne({ _id: 'c2' }, { $set: { live: false } });
      await all.updateOne({ _id: 'c3' }, { $set: { live: true } });
      expect(idsOf(await all.find({ taskId: 't1', workerId: 'w1', live: true }))).toEqual(['c3']);
    });

    it('that are partial on true do not cover 1', async () => {
      const all = suite.store.collection(claims);
      await all.insertOne(claim('c1'));
      await all.insertOne(claim('c2', { live: 1 as never }));
      await all.insertOne(claim('c3', { live: 'true' as never }));
      expect(idsOf(await all.find({ live: true }))).toEqual(['c1']);
    });

    it('a partial index covers documents above a number', async () => {
      const paid = collection<Account>('paid', [
        { key: { joinedAt: 1 }, unique: true, partialFilterExpression: { coins: { $gt: 0 } } },
      ]);
      await suite.store.prepare([paid]);
      const rows = suite.store.collection(paid);
      await rows.insertMany([account('a', { coins: 1 }), account('b'), account('c', { coins: '5' as never })]);
      expect(await taken(rows.updateOne({ _id: 'b' }, { $inc: { coins: 1 } }))).toEqual(['paid', ['joinedAt']]);
      expect(idsOf(await rows.find({ coins: { $gt: 0 } }, byId))).toEqual(['a']);
      expect(idsOf(await rows.find({ coins: { $gt: -1 } }, byId))).toEqual(['a', 'b']);
    });

    it('can be prepared again, and extended by an index', async () => {
      await people().insertMany([account('a', { coins: 1 }), account('b', { coins: 1 })]);
      await suite.store.prepare(ALL);
      const unique = collection<Account>('accounts', [
        { key: { coins: 1 }, unique: true, partialFilterExpression: { role: 'buyer' } },
      ]);
      await suite.store.prepare([unique]);
      await people().updateOne({ _id: 'a' }, { $set: { role: 'buyer' } });
      expect(await taken(people().updateOne({ _id: 'b' }, { $set: { role: 'buyer' } }))).toEqual([
        'accounts',
        ['coins'],
      ]);
    });
  });
};
