import fc from 'fast-check';
import { containing, type Filter, type Update } from '../src/store';
import { matches, sorted, updated } from './store.reference';
import { byId, type Suite, type Thing } from './store.suite.fixtures';

export const describeRandom = (suite: Suite): void => {
  const { col } = suite;

  describe('random documents, filters and updates', () => {
    const texts = fc.constantFrom(
      '',
      'a',
      'A',
      'ab',
      'b',
      '1',
      'true',
      'null',
      '[1]',
      '{"a":1}',
      'é',
      '😀',
      '\uFFFD',
      `it's`,
      '%',
      '.*',
      '\\',
    );
    const numbers = fc.constantFrom(0, 1, -1, 2, 10, 0.5, -0.5, Number.MAX_SAFE_INTEGER, 1e21);
    const scalars = fc.oneof(texts, numbers, fc.boolean(), fc.constant(null));
    const fields = {
      any: fc.oneof(scalars, fc.constant({ a: 1 }), fc.string({ unit: 'grapheme' })),
      number: fc.oneof(numbers, fc.integer()),
      text: fc.oneof(texts, fc.string({ unit: 'grapheme' })),
      inner: fc.record({ value: scalars, count: numbers }, { requiredKeys: [] }),
    };
    const documents = fc.uniqueArray(
      fc.record({ _id: fc.constantFrom(...'abcdefghijkl'), ...fields }, { requiredKeys: ['_id'] }),
      { selector: (doc) => doc._id, maxLength: 10 },
    );

    const path = fc.constantFrom('any', 'number', 'text', 'inner.value', 'inner.count', 'nowhere.at.all');
    const bound = fc.oneof(texts, numbers, fc.boolean());
    const operators = fc.oneof(
      fc
        .record({ $gt: bound, $gte: bound, $lt: bound, $lte: bound }, { requiredKeys: [] })
        .filter((range) => Object.keys(range).length > 0),
      fc.record({ $in: fc.array(scalars, { maxLength: 4 }) }),
      fc.record({ $nin: fc.array(scalars, { maxLength: 4 }) }),
      fc.record({ $ne: scalars }),
      fc.record({ $exists: fc.boolean() }),
      texts.map(containing),
    );
    const condition = fc.oneof(scalars, operators);
    const { filters } = fc.letrec<{ filters: Filter<Thing> }>((tie) => ({
      filters: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        fc.dictionary(path, condition, { maxKeys: 2, noNullPrototype: true }) as fc.Arbitrary<Filter<Thing>>,
        fc.record({ $or: fc.array(tie('filters'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ $and: fc.array(tie('filters'), { minLength: 1, maxLength: 3 }) }),
      ),
    }));
    /** Operators use distinct fields, so that no update conflicts with itself. */
    const updates = fc
      .record(
        {
          $set: fc.record(
            { any: fields.any, text: texts, 'inner.value': scalars, 'more.deep.value': scalars },
            { requiredKeys: [] },
          ),
          $inc: fc.record(
            { number: fc.integer({ min: -5, max: 5 }), 'inner.count': fc.constantFrom(1, -1, 0.5) },
            { requiredKeys: [] },
          ),
          $unset: fc.record(
            {
              flag: fc.constant(true as const),
              'inner.deeper': fc.constant(true as const),
              'away.value': fc.constant(true as const),
            },
            { requiredKeys: [] },
          ),
        },
        { requiredKeys: [] },
      )
      .filter((update) => Object.keys(update).length > 0) as fc.Arbitrary<Update<Thing>>;
    const sorts = fc.constantFrom<Record<string, 1 | -1>>(
      { number: 1 },
      { number: -1, text: 1 },
      { text: -1 },
      { 'inner.count': 1, number: -1 },
      { _id: -1 },
    );
    const page = fc.record(
      { skip: fc.integer({ min: 0, max: 4 }), limit: fc.integer({ min: 1, max: 6 }) },
      { requiredKeys: [] },
    );

    const fill = async (docs: readonly Thing[]): Promise<void> => {
      await col().deleteMany({});
      await col().insertMany(docs);
    };

    it('find, sort, page, count and sum like the reference', async () => {
      await fc.assert(
        fc.asyncProperty(
          documents,
          fc.array(fc.tuple(filters, sorts, page), { minLength: 1, maxLength: 6 }),
          async (docs, queries) => {
            await fill(docs);
            for (const [filter, sort, { skip = 0, limit }] of queries) {
              const expected = sorted(
                docs.filter((doc) => matches(doc, filter)),
                sort,
              );
              const options = { sort, ...(skip > 0 ? { skip } : {}), ...(limit === undefined ? {} : { limit }) };
              expect(await col().find(filter, options)).toEqual(
                expected.slice(skip, limit === undefined ? undefined : skip + limit),
              );
              expect(await col().countDocuments(filter)).toBe(expected.length);
            }
          },
        ),
        { numRuns: 200 },
      );
    });

    it('update, delete and count changes like the reference', async () => {
      await fc.assert(
        fc.asyncProperty(documents, filters, updates, filters, async (docs, filter, update, doomed) => {
          await fill(docs);
          const expected = docs.map((doc) => (matches(doc, filter) ? updated(doc, update) : doc));
          const matched = docs.filter((doc) => matches(doc, filter)).length;
          const modified = docs.filter((doc, i) => JSON.stringify(doc) !== JSON.stringify(expected[i])).length;
          expect(await col().updateMany(filter, update)).toEqual({
            matchedCount: matched,
            modifiedCount: modified,
            upsertedCount: 0,
          });
          expect(await col().find({}, byId)).toEqual(sorted(expected, { _id: 1 }));
          const { deletedCount } = await col().deleteMany(doomed);
          const kept = expected.filter((doc) => !matches(doc, doomed));
          expect(deletedCount).toBe(expected.length - kept.length);
          expect(await col().find({}, byId)).toEqual(sorted(kept, { _id: 1 }));
        }),
        { numRuns: 200 },
      );
    });
  });
};
