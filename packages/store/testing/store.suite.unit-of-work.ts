import fc from 'fast-check';
import { type Collection, DuplicateKeyError, type Filter, type Update } from '../src/store';
import { matches, sorted, updated } from './store.reference';
import { account, accounts, byId, type Suite, type Thing, things } from './store.suite.fixtures';

/** One call in a transaction, and its effect on the reference's documents. */
type Step = (real: Collection<Thing>, model: Map<string, Thing>) => Promise<void>;

const counts = (matched: number, modified: number) => ({
  matchedCount: matched,
  modifiedCount: modified,
  upsertedCount: 0,
});
const change = (model: Map<string, Thing>, docs: readonly Thing[], update: Update<Thing>): number => {
  let modified = 0;
  for (const doc of docs) {
    const after = updated(doc, update);
    if (JSON.stringify(after) !== JSON.stringify(doc)) modified += 1;
    model.set(doc._id, after);
  }
  return modified;
};
const found = (model: Map<string, Thing>, filter: Filter<Thing>): Thing[] =>
  [...model.values()].filter((doc) => matches(doc, filter));

const insertOne =
  (doc: Thing): Step =>
  async (real, model) => {
    // A duplicate would end the transaction.
    if (model.has(doc._id)) return;
    await real.insertOne(doc);
    model.set(doc._id, doc);
  };
const findOne =
  (filter: Filter<Thing>): Step =>
  async (real, model) => {
    const expected = found(model, filter);
    const answer = await real.findOne(filter);
    if (expected.length > 1) expect(expected).toContainEqual(answer);
    else expect(answer).toEqual(expected[0] ?? null);
  };
const find =
  (filter: Filter<Thing>): Step =>
  async (real, model) =>
    expect(sorted(await real.find(filter), { _id: 1 })).toEqual(sorted(found(model, filter), { _id: 1 }));
const countDocuments =
  (filter: Filter<Thing>): Step =>
  async (real, model) =>
    expect(await real.countDocuments(filter)).toBe(found(model, filter).length);
const updateOne =
  (_id: string, filter: Filter<Thing>, update: Update<Thing>): Step =>
  async (real, model) => {
    const where = { ...filter, _id };
    const docs = found(model, where);
    expect(await real.updateOne(where, update)).toEqual(counts(docs.length, change(model, docs, update)));
  };
const findOneAndUpdate =
  (_id: string, update: Update<Thing>): Step =>
  async (real, model) => {
    change(model, found(model, { _id }), update);
    expect(await real.findOneAndUpdate({ _id }, update)).toEqual(model.get(_id) ?? null);
  };
const upsert =
  (_id: string, number: number): Step =>
  async (real, model) => {
    const before = model.get(_id);
    const answer = await real.findOneAndUpdate({ _id }, { $set: { number } }, { upsert: true });
    model.set(_id, { ...before, _id, number });
    expect(answer).toEqual(model.get(_id));
  };
const updateMany =
  (filter: Filter<Thing>, update: Update<Thing>): Step =>
  async (real, model) => {
    const docs = found(model, filter);
    expect(await real.updateMany(filter, update)).toEqual(counts(docs.length, change(model, docs, update)));
  };
const deleteOne =
  (_id: string): Step =>
  async (real, model) => {
    expect(await real.deleteOne({ _id })).toEqual({ deletedCount: Number(model.delete(_id)) });
  };
const deleteMany =
  (filter: Filter<Thing>): Step =>
  async (real, model) => {
    const docs = found(model, filter);
    for (const { _id } of docs) model.delete(_id);
    expect(await real.deleteMany(filter)).toEqual({ deletedCount: docs.length });
  };

const ids = fc.constantFrom('a', 'b', 'c', 'd');
const numbers = fc.integer({ min: -2, max: 2 });
const texts = fc.constantFrom('', 'x', '1', 'é', '😀');
const documents = fc.record({ _id: ids, number: numbers, text: texts }, { requiredKeys: ['_id'] });
const filters: fc.Arbitrary<Filter<Thing>> = fc.oneof(
  fc.record({ _id: ids }),
  fc.record({ _id: fc.record({ $in: fc.array(ids, { maxLength: 3 }) }) }),
  fc.record({ _id: ids, number: fc.record({ $gt: numbers }) }),
  fc.record({ _id: ids, text: fc.record({ $ne: texts }) }),
  fc.record({ number: numbers }),
  fc.record({ text: fc.record({ $lte: texts }) }),
  fc.record({ $or: fc.tuple(fc.record({ _id: ids }), fc.record({ number: numbers })) }),
  fc.constant({}),
);
const updates: fc.Arbitrary<Update<Thing>> = fc.oneof(
  fc.record({ $set: fc.record({ number: numbers, text: texts }) }),
  fc.record({ $inc: fc.record({ number: fc.constantFrom(1, -1) }) }),
  fc.record({ $unset: fc.record({ text: fc.constant(true as const) }) }),
);
const steps: fc.Arbitrary<Step> = fc.oneof(
  documents.map(insertOne),
  filters.map(findOne),
  filters.map(find),
  filters.map(countDocuments),
  fc.tuple(ids, filters, updates).map((args) => updateOne(...args)),
  fc.tuple(ids, updates).map((args) => findOneAndUpdate(...args)),
  fc.tuple(ids, numbers).map((args) => upsert(...args)),
  fc.tuple(filters, updates).map((args) => updateMany(...args)),
  ids.map(deleteOne),
  filters.map(deleteMany),
);

export const describeUnitOfWork = (suite: Suite): void => {
  const { col } = suite;

  describe('the unit of work', () => {
    it('answers every call as if each had been carried out at once', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(documents, { selector: ({ _id }) => _id, maxLength: 3 }),
          fc.array(steps, { minLength: 1, maxLength: 12 }),
          async (before, calls) => {
            await col().deleteMany({});
            await col().insertMany(before);
            let model = new Map<string, Thing>();
            await suite.store.transaction(async (tx) => {
              model = new Map(before.map((doc) => [doc._id, doc]));
              for (const call of calls) await call(tx.collection(things), model);
            });
            expect(await col().find({}, byId)).toEqual(sorted([...model.values()], { _id: 1 }));
          },
        ),
        { numRuns: 300 },
      );
    });

    it('hands out copies: a changed answer changes nothing', async () => {
      await col().insertOne({ _id: 'a', number: 1 });
      await suite.store.transaction(async (tx) => {
        const first = await tx.collection(things).findOne({ _id: 'a' });
        if (first) first.number = 9;
        expect(await tx.collection(things).findOne({ _id: 'a' })).toEqual({ _id: 'a', number: 1 });
      });
      expect(await col().findOne({ _id: 'a' })).toEqual({ _id: 'a', number: 1 });
    });

    it('reads a document once and writes it once', async () => {
      await col().insertOne({ _id: 'a', number: 0 });
      const total = () => [...suite.store.commands.values()].reduce((sum, count) => sum + count, 0);
      const commandsOf = async (changes: number): Promise<number> => {
        const before = total();
        await suite.store.transaction(async (tx) => {
          for (let n = 0; n < changes; n += 1) {
            const doc = await tx.collection(things).findOne({ _id: 'a' });
            await tx.collection(things).updateOne({ _id: 'a' }, { $set: { number: (doc?.number ?? 0) + 1 } });
          }
        });
        return total() - before;
      };
      expect(await commandsOf(5)).toBe(await commandsOf(1));
      expect(await col().findOne({ _id: 'a' })).toEqual({ _id: 'a', number: 6 });
    });

    it('writes documents of one collection together', async () => {
      const total = () => [...suite.store.commands.values()].reduce((sum, count) => sum + count, 0);
      const commandsOf = async (all: readonly string[]): Promise<number> => {
        const before = total();
        await suite.store.transaction(async (tx) => {
          for (const _id of all) await tx.collection(things).insertOne({ _id });
        });
        return total() - before;
      };
      expect(await commandsOf(['b', 'c', 'd'])).toBe(await commandsOf(['a']));
    });

    it('keeps the order of writes that free and take a unique key', async () => {
      const [a, b] = [account('a'), account('b')];
      await suite.store.collection(accounts).insertMany([a, b]);
      await suite.store.transaction(async (tx) => {
        const all = tx.collection(accounts);
        await all.find({ _id: { $in: ['a', 'b'] } });
        await all.updateOne({ _id: 'a' }, { $set: { email: 'free@example.com' } });
        await all.updateOne({ _id: 'b' }, { $set: { email: a.email ?? null } });
        await all.updateOne({ _id: 'a' }, { $set: { email: b.email ?? null } });
      });
      expect(await suite.store.collection(accounts).find({}, byId)).toEqual([
        { ...a, email: b.email },
        { ...b, email: a.email },
      ]);
    });

    it('rejects a duplicate key at the flush, and writes nothing', async () => {
      await suite.store.collection(accounts).insertOne(account('a'));
      const twin = account('b', { email: 'a@example.com' });
      let isFlushed = false;
      const attempt = suite.store.transaction(async (tx) => {
        await tx.collection(things).insertOne({ _id: 'a' });
        await tx.collection(accounts).insertOne(twin);
        await tx.flush();
        isFlushed = true;
      });
      await expect(attempt).rejects.toMatchObject({ name: 'DuplicateKeyError', fields: ['email'] });
      expect(isFlushed).toBe(false);
      expect(await col().countDocuments({})).toBe(0);
      await expect(suite.store.transaction((tx) => tx.collection(accounts).insertOne(twin))).rejects.toBeInstanceOf(
        DuplicateKeyError,
      );
    });
  });
};
