import { containing, type Filter } from '../src/store';
import { byId, idsOf, type Suite, type Thing, things } from './store.suite.fixtures';

export const describeQueries = (suite: Suite): void => {
  const { col, found } = suite;

  describe('documents', () => {
    it.each<[string, Omit<Thing, '_id'>]>([
      ['empty and blank text', { text: '', any: ' \n\t' }],
      ['quotes, backslashes and control characters', { text: `it's "so" \\ \u0001 \u007f \u2028 %_` }],
      ['text outside the basic plane', { text: '😀 é e\u0301 \uFFFD 漢字 🏳️‍🌈 \u{10FFFF}' }],
      ['the largest safe integers', { number: Number.MAX_SAFE_INTEGER, any: Number.MIN_SAFE_INTEGER }],
      ['fractions and extremes', { any: [0.1, -1.5e-300, 1.7976931348623157e308, 5e-324, 1e21] }],
      ['null, true, false and empty containers', { any: [null, true, false, {}, []], number: null }],
      ['field names of other objects', { any: { constructor: 1, toString: 'x', 'with space': 2, ünï: 3, '0': 4 } }],
      ['long text', { text: 'x'.repeat(200_000) }],
    ])('keep %s', async (_, fields) => {
      await col().insertOne({ _id: 'a', ...fields });
      expect(await col().findOne({ _id: 'a' })).toEqual({ _id: 'a', ...fields });
    });

    it('keep objects and arrays of 90 levels', async () => {
      let deep: unknown = 'bottom';
      for (let level = 0; level < 45; level += 1) deep = [{ down: deep }];
      await col().insertOne({ _id: 'a', any: deep });
      expect((await col().findOne({ _id: 'a' }))?.any).toEqual(deep);
    });

    it('are found by an _id of any characters', async () => {
      const ids = [`'; DROP TABLE things; --`, '"', '😀', ' ', '$', 'a.b', '{"a":1}', '1'];
      await col().insertMany(ids.map((_id) => ({ _id })));
      for (const _id of ids) expect(await col().findOne({ _id })).toEqual({ _id });
    });

    it('drop undefined fields', async () => {
      await col().insertOne({ _id: 'a', text: undefined as never, inner: { value: undefined, count: 1 } });
      const doc = await col().findOne({ _id: 'a' });
      expect(Object.keys(doc as object)).toEqual(['_id', 'inner']);
      expect(Object.keys(doc?.inner as object)).toEqual(['count']);
    });

    it('are copied: neither inserted nor read objects share state with the store', async () => {
      const given = { _id: 'a', inner: { count: 1 } };
      await col().insertOne(given);
      given.inner.count = 2;
      const first = await col().findOne({ _id: 'a' });
      if (first?.inner) first.inner.count = 3;
      const change = { count: 4 };
      const after = await col().findOneAndUpdate({ _id: 'a' }, { $set: { any: change } });
      change.count = 5;
      expect((await col().findOne({ _id: 'a' }))?.inner).toEqual({ count: 1 });
      expect(after?.any).toEqual({ count: 4 });
    });

    it.each<[string, unknown]>([
      ['no _id', { text: 'x' }],
      ['an empty _id', { _id: '' }],
      ['a numeric _id', { _id: 1 }],
      ['NaN', { _id: 'a', number: Number.NaN }],
      ['Infinity, deep inside', { _id: 'a', any: { list: [1, Number.POSITIVE_INFINITY] } }],
      ['a Date', { _id: 'a', any: new Date(0) }],
      ['a Map', { _id: 'a', any: new Map() }],
      ['a bigint', { _id: 'a', any: 1n }],
      ['a function', { _id: 'a', any: () => 1 }],
      ['a field name with a dot', { _id: 'a', any: { 'a.b': 1 } }],
      ['a field name that starts with $', { _id: 'a', any: { $set: 1 } }],
      ['more than 100 levels', { _id: 'a', any: JSON.parse(`${'['.repeat(120)}${']'.repeat(120)}`) }],
    ])('with %s are refused', async (_, doc) => {
      await expect(col().insertOne(doc as Thing)).rejects.toThrow(Error);
      expect(await col().countDocuments({})).toBe(0);
    });

    it('are inserted in bulk', async () => {
      await col().insertMany([{ _id: 'a' }, { _id: 'b' }, { _id: 'c' }]);
      await col().insertMany([]);
      expect(await found({})).toEqual(['a', 'b', 'c']);
    });

    it('are null when no document matches', async () => {
      expect(await col().findOne({ _id: 'a' })).toBeNull();
    });
  });

  describe('filters', () => {
    const values: Record<string, unknown> = {
      array: [1],
      emptyText: '',
      false: false,
      half: 0.5,
      jsonText: '{"a":1}',
      listText: '[1]',
      null: null,
      object: { a: 1 },
      one: 1,
      oneText: '1',
      ten: 10,
      text: 'text',
      true: true,
      trueText: 'true',
      zero: 0,
    };
    beforeEach(async () => {
      await col().insertMany(Object.entries(values).map(([_id, any]) => ({ _id, any })));
      await col().insertOne({ _id: 'missing' });
    });
    const all = [...Object.keys(values), 'missing'].sort();
    /** Leaves arrays out: the port does not define conditions on them. */
    const ids = async (filter: Filter<Thing>): Promise<string[]> =>
      (await found(filter)).filter((id) => id !== 'array');
    const others = (...without: string[]): string[] => all.filter((id) => id !== 'array' && !without.includes(id));

    it.each([
      'emptyText',
      'false',
      'half',
      'jsonText',
      'listText',
      'one',
      'oneText',
      'ten',
      'text',
      'true',
      'trueText',
      'zero',
    ])('equality, $ne, $in and $nin distinguish %s from every other value', async (id) => {
      const value = values[id];
      expect(await ids({ any: value })).toEqual([id]);
      expect(await ids({ any: { $ne: value } })).toEqual(others(id));
      expect(await ids({ any: { $in: [value] } })).toEqual([id]);
      expect(await ids({ any: { $nin: [value] } })).toEqual(others(id));
    });

    it('null matches missing fields', async () => {
      expect(await ids({ any: null })).toEqual(['missing', 'null']);
      expect(await ids({ any: { $ne: null } })).toEqual(others('missing', 'null'));
      expect(await ids({ any: { $in: [null, 'text'] } })).toEqual(['missing', 'null', 'text']);
      expect(await ids({ any: { $nin: [null, 'text'] } })).toEqual(others('missing', 'null', 'text'));
    });

    it('$exists distinguishes missing from null', async () => {
      expect(await found({ any: { $exists: false } })).toEqual(['missing']);
      expect(await found({ any: { $exists: true } })).toEqual(all.filter((id) => id !== 'missing'));
    });

    it('$in accepts a mixed, a long, a repeated and an empty list', async () => {
      expect(await ids({ any: { $in: [1, 'text', true, '[1]', 10, null] } })).toEqual([
        'listText',
        'missing',
        'null',
        'one',
        'ten',
        'text',
        'true',
      ]);
      expect(await ids({ any: { $in: [...Array(2000).keys()].map((n) => n + 10) } })).toEqual(['ten']);
      expect(await ids({ any: { $in: ['text', 'text'] } })).toEqual(['text']);
      expect(await ids({ any: { $in: [] } })).toEqual([]);
      expect(await ids({ any: { $nin: [] } })).toEqual(others());
    });

    it('ranges of numbers match numbers only', async () => {
      expect(await ids({ any: { $gt: 0.5 } })).toEqual(['one', 'ten']);
      expect(await ids({ any: { $gte: 0.5 } })).toEqual(['half', 'one', 'ten']);
      expect(await ids({ any: { $lt: 1 } })).toEqual(['half', 'zero']);
      expect(await ids({ any: { $lte: 1 } })).toEqual(['half', 'one', 'zero']);
      expect(await ids({ any: { $gt: 0, $lt: 10 } })).toEqual(['half', 'one']);
    });

    it('ranges of text match text only', async () => {
      expect(await ids({ any: { $gte: '' } })).toEqual([
        'emptyText',
        'jsonText',
        'listText',
        'oneText',
        'text',
        'trueText',
      ]);
      expect(await ids({ any: { $gt: '1' } })).toEqual(['jsonText', 'listText', 'text', 'trueText']);
      expect(await ids({ any: { $lt: '[' } })).toEqual(['emptyText', 'oneText']);
    });

    it('containing matches a literal text, in texts only', async () => {
      expect(await ids({ any: containing('t') })).toEqual(['text', 'trueText']);
      expect(await ids({ any: containing('1') })).toEqual(['jsonText', 'listText', 'oneText']);
      expect(await ids({ any: containing('T') })).toEqual([]);
      expect(await ids({ any: containing('') })).toEqual([
        'emptyText',
        'jsonText',
        'listText',
        'oneText',
        'text',
        'trueText',
      ]);
    });

    it('$or and $and combine and nest; sibling conditions must all hold', async () => {
      expect(await ids({ $or: [{ any: 1 }, { any: 'text' }] })).toEqual(['one', 'text']);
      expect(await ids({ $and: [{ any: { $gte: 0 } }, { $or: [{ any: { $lt: 1 } }, { any: 10 }] }] })).toEqual([
        'half',
        'ten',
        'zero',
      ]);
      expect(await ids({ _id: { $in: ['one', 'ten'] }, $or: [{ any: 10 }, { any: 0 }] })).toEqual(['ten']);
      expect(await ids({ $or: [{ any: 1 }, {}] })).toEqual(others());
      expect(await ids({ any: 1, $or: [{ _id: 'ten' }, { _id: 'zero' }] })).toEqual([]);
    });

    it('countDocuments stops at its limit', async () => {
      const five = { _id: { $in: ['one', 'ten', 'zero', 'half', 'text'] } };
      expect(await col().countDocuments(five, { limit: 4 })).toBe(4);
      expect(await col().countDocuments(five, { limit: 5 })).toBe(5);
      expect(await col().countDocuments(five, { limit: 6 })).toBe(5);
      expect(await col().countDocuments({ _id: 'nothing' }, { limit: 6 })).toBe(0);
      await suite.store.transaction(async (tx) => {
        expect(await tx.collection(things).countDocuments(five, { limit: 4 })).toBe(4);
      });
      await expect(col().countDocuments(five, { limit: 0 })).rejects.toThrow('limit');
    });

    it('_id accepts every operator', async () => {
      expect(await found({ _id: { $in: ['one', 'ten', 'unknown'] } })).toEqual(['one', 'ten']);
      expect(await found({ _id: { $gte: 'text', $lt: 'u' } })).toEqual(['text', 'true', 'trueText']);
      expect(await found({ _id: containing('Text') })).toEqual([
        'emptyText',
        'jsonText',
        'listText',
        'oneText',
        'trueText',
      ]);
      expect(await found({ _id: { $ne: 'one', $nin: ['ten'] } })).toEqual(
        all.filter((id) => id !== 'one' && id !== 'ten'),
      );
      expect(await found({ _id: null as never })).toEqual([]);
    });

    it('dotted paths reach into objects only', async () => {
      await col().deleteMany({});
      await col().insertMany([
        { _id: 'a', inner: { value: 1, deeper: { value: 'x' } } },
        { _id: 'b', inner: { value: null } },
        { _id: 'c', inner: 5 as never },
        { _id: 'd', any: { 'with-dash': 1, '9': 2 } },
      ]);
      expect(await found({ 'inner.value': 1 })).toEqual(['a']);
      expect(await found({ 'inner.deeper.value': 'x' })).toEqual(['a']);
      expect(await found({ 'inner.value': null })).toEqual(['b', 'c', 'd']);
      expect(await found({ 'inner.value': { $exists: true } })).toEqual(['a', 'b']);
      expect(await found({ 'any.with-dash': 1, 'any.9': 2 })).toEqual(['d']);
    });

    it('containing follows every write to a search field', async () => {
      await col().deleteMany({});
      const birds = () => found({ text: containing('bird') });
      await col().insertMany([
        { _id: 'a', text: 'a bird' },
        { _id: 'b', text: 'blackbirds' },
        { _id: 'c', text: 'BIRD' },
        { _id: 'd', text: 'wren' },
        { _id: 'e', text: { bird: 'bird' } as never },
      ]);
      expect(await birds()).toEqual(['a', 'b']);
      await col().updateOne({ _id: 'a' }, { $set: { text: 'a fish' } });
      await col().updateMany({ _id: { $in: ['c', 'd'] } }, { $set: { text: 'two birds' } });
      await col().updateOne({ _id: 'f' }, { $set: { text: 'one bird' } }, { upsert: true });
      expect(await birds()).toEqual(['b', 'c', 'd', 'f']);
      await col().updateOne({ _id: 'b' }, { $unset: { text: true } });
      await col().updateOne({ _id: 'c' }, { $set: { text: 5 as never } });
      await col().deleteOne({ _id: 'd' });
      await col().updateOne({ _id: 'f' }, { $inc: { number: 1 } });
      expect(await birds()).toEqual(['f']);
      await suite.store.transaction(async (tx) => {
        const rows = tx.collection(things);
        await rows.findOne({ _id: 'a' });
        await rows.updateOne({ _id: 'a' }, { $set: { text: 'birdsong' } });
        await rows.insertOne({ _id: 'g', text: 'a bird' });
        expect(idsOf(await rows.find({ text: containing('bird') }, byId))).toEqual(['a', 'f', 'g']);
      });
      const undone = suite.store.transaction(async (tx) => {
        await tx.collection(things).deleteMany({});
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
      expect(await birds()).toEqual(['a', 'f', 'g']);
      await col().deleteMany({});
      expect(await birds()).toEqual([]);
    });

    it('containing in a search field combines with conditions, order, pages and counts', async () => {
      await col().deleteMany({});
      const text = (number: number) => `${number % 2 ? 'a robin' : 'a wren'}, "quoted" é漢字 ${number}`;
      await col().insertMany(
        Array.from({ length: 9 }, (_, number) => ({ _id: `${number}`, number, text: text(number) })),
      );
      const robins = { text: containing('robin'), number: { $gt: 2 } };
      expect(idsOf(await col().find(robins, { sort: { number: -1 }, skip: 1, limit: 1 }))).toEqual(['5']);
      expect(await col().countDocuments(robins)).toBe(3);
      expect(await col().countDocuments(robins, { limit: 2 })).toBe(2);
      expect(await col().countDocuments({ $and: [{ number: 3 }, robins] })).toBe(1);
      expect(await found({ $or: [{ text: containing('robin') }, { number: 0 }] })).toEqual([
        ...['0', '1', '3', '5', '7'],
      ]);
      expect(await found({ text: containing('"quoted" é漢字 4') })).toEqual(['4']);
      expect(await found({ text: containing('é漢字 4') })).toEqual(['4']);
      expect(await found({ text: containing('字 ') })).toHaveLength(9);
      expect(await found({ text: containing('Robin') })).toEqual([]);
      const bytes = { sort: { number: 1 } as const, maxBytes: 1 };
      expect(idsOf(await col().find({ text: containing('wren') }, bytes))).toEqual(['0']);
    });

    it('containing takes special characters literally', async () => {
      const special = `.*+?^\${}()|[]\\/-%_'"&`;
      await col().insertMany([
        { _id: 'special', text: `<${special}>` },
        { _id: 'plain', text: 'abc' },
        { _id: 'emoji', text: 'x😀y' },
      ]);
      for (const character of special) expect(await found({ text: containing(character) })).toEqual(['special']);
      expect(await found({ text: containing(special) })).toEqual(['special']);
      expect(await found({ text: containing('😀') })).toEqual(['emoji']);
    });

    it.each<[string, object]>([
      ['an unknown operator', { any: { $mod: [2, 0] } }],
      ['an unknown operator at the top', { $nor: [{ any: 1 }] }],
      ['undefined', { any: undefined }],
      ['undefined as an operand', { any: { $ne: undefined } }],
      ['undefined in a list', { any: { $in: [1, undefined] } }],
      ['an object to compare with', { any: { a: 1 } }],
      ['an empty condition', { any: {} }],
      ['an array to compare with', { any: [1] }],
      ['a Date', { any: { $gt: new Date(0) } }],
      ['NaN', { any: Number.NaN }],
      ['a range from null', { any: { $gt: null } }],
      ['a list that is none', { any: { $in: 'abc' } }],
      ['a number for _id', { _id: 1 }],
      ['a real regular expression', { any: { $regex: '^a' } }],
      ['a RegExp', { any: /a/ }],
      ['regular expression options', { any: { $regex: 'a', $options: 'i' } }],
      ['an empty $or', { $or: [] }],
      ['$exists without a boolean', { any: { $exists: 1 } }],
      ['a quote in a field name', { "any') OR 1=1 --": 1 }],
      ['a bracket in a field name', { 'any[0]': 1 }],
      ['a $ in a field name', { 'any.$x': 1 }],
      ['an empty segment', { 'any..x': 1 }],
      ['__proto__', { 'any.__proto__.x': 1 }],
    ])('refuse %s, in every call', async (_, filter) => {
      const bad = filter as Filter<Thing>;
      await expect(col().find(bad)).rejects.toThrow(Error);
      await expect(col().countDocuments(bad)).rejects.toThrow(Error);
      await expect(col().updateOne(bad, { $set: { text: 'x' } })).rejects.toThrow(Error);
      await expect(col().deleteMany(bad)).rejects.toThrow(Error);
      expect(await col().countDocuments({})).toBe(all.length);
    });
  });

  describe('order and pages', () => {
    beforeEach(() =>
      col().insertMany([
        { _id: 'a', number: 2, text: 'x' },
        { _id: 'b', number: 1, text: 'y' },
        { _id: 'c', number: 2, text: 'w' },
        { _id: 'd' },
        { _id: 'e', number: null, text: 'x' },
        { _id: 'f', number: -1.5, inner: { count: 1 } },
      ]),
    );

    it('sort missing and null first, and equal values by _id in the same direction', async () => {
      expect(idsOf(await col().find({}, { sort: { number: 1 } }))).toEqual(['d', 'e', 'f', 'b', 'a', 'c']);
      expect(idsOf(await col().find({}, { sort: { number: -1 } }))).toEqual(['c', 'a', 'b', 'f', 'e', 'd']);
    });

    it('sort by several fields in the given order', async () => {
      expect(idsOf(await col().find({}, { sort: { text: 1, number: -1 } }))).toEqual(['f', 'd', 'c', 'a', 'e', 'b']);
      expect(idsOf(await col().find({}, { sort: { text: -1, _id: 1 } }))).toEqual(['b', 'a', 'e', 'c', 'd', 'f']);
    });

    it('sort by a dotted path', async () => {
      expect(idsOf(await col().find({}, { sort: { 'inner.count': -1 }, limit: 1 }))).toEqual(['f']);
    });

    it('sort text by code point', async () => {
      await col().deleteMany({});
      const texts = ['', 'A', 'B', 'a', 'b', 'é', '\uFFFD', '😀'];
      await col().insertMany(texts.map((text, i) => ({ _id: `${9 - i}`, text })));
      expect((await col().find({}, { sort: { text: 1 } })).map((doc) => doc.text)).toEqual(texts);
    });

    it('skip and limit, alone and together, past the end too', async () => {
      const page = async (options: { skip?: number; limit?: number }): Promise<string> =>
        idsOf(await col().find({}, { sort: { _id: 1 }, ...options })).join('');
      expect(await page({ limit: 2 })).toBe('ab');
      expect(await page({ skip: 4 })).toBe('ef');
      expect(await page({ skip: 2, limit: 3 })).toBe('cde');
      expect(await page({ skip: 5, limit: 3 })).toBe('f');
      expect(await page({ skip: 6, limit: 3 })).toBe('');
    });

    it('limit the bytes of a result to maxBytes, and return at least one document', async () => {
      await col().deleteMany({});
      // 3 bytes per character: the limit counts bytes.
      const docs = ['a', 'b', 'c', 'd'].map((_id) => ({ _id, text: '字'.repeat(100) }));
      await col().insertMany(docs);
      const size = Buffer.byteLength(JSON.stringify(docs[0]));
      const page = async (options: { skip?: number; limit?: number; maxBytes: number }): Promise<string> =>
        idsOf(await col().find({}, { sort: { _id: 1 }, ...options })).join('');
      expect(await page({ maxBytes: 2 * size })).toBe('ab');
      expect(await page({ maxBytes: 2 * size - 1 })).toBe('a');
      expect(await page({ maxBytes: 1 })).toBe('a');
      expect(await page({ maxBytes: 3 * size, skip: 2 })).toBe('cd');
      expect(await page({ maxBytes: 3 * size, skip: 4 })).toBe('');
      expect(await page({ maxBytes: 3 * size, limit: 1 })).toBe('a');
      await expect(col().find({}, { maxBytes: 0 })).rejects.toThrow('maxBytes');
    });

    it('apply to findOne and findOneAndUpdate', async () => {
      expect((await col().findOne({}, { sort: { number: -1 } }))?._id).toBe('c');
      expect((await col().findOneAndUpdate({}, { $set: { text: 'z' } }, { sort: { number: 1 } }))?._id).toBe('d');
    });

    it.each<[string, object]>([
      ['limit 0', { limit: 0 }],
      ['a fraction', { skip: 0.5 }],
      ['a negative skip', { skip: -1 }],
      ['a sort direction of 2', { sort: { number: 2 } }],
      ['a sort field that is none', { sort: { 'number; DROP': 1 } }],
      ['a projection', { projection: { number: 1 } }],
    ])('refuse %s', async (_, options) => {
      await expect(col().find({}, options)).rejects.toThrow(Error);
    });
  });

  describe('countDocuments and sum', () => {
    it('count matches', async () => {
      await col().insertMany([{ _id: 'a', number: 1 }, { _id: 'b', number: 2 }, { _id: 'c' }]);
      expect(await col().countDocuments({})).toBe(3);
      expect(await col().countDocuments({ number: { $gte: 2 } })).toBe(1);
      expect(await col().countDocuments({ _id: 'missing' })).toBe(0);
    });

    it('add up numbers; other values count as 0', async () => {
      await col().insertMany([
        { _id: 'a', any: 5, inner: { count: 1 } },
        { _id: 'b', any: -2.5 },
        { _id: 'c', any: '100' },
        { _id: 'd', any: true },
        { _id: 'e', any: null },
        { _id: 'f', any: Number.MAX_SAFE_INTEGER - 10 },
      ]);
      expect(await col().sum({ _id: { $ne: 'f' } }, 'any')).toBe(2.5);
      expect(await col().sum({ _id: 'f' }, 'any')).toBe(Number.MAX_SAFE_INTEGER - 10);
      expect(await col().sum({ any: null }, 'any')).toBe(0);
      expect(await col().sum({}, 'inner.count')).toBe(1);
      await expect(col().sum({}, `x') FROM things --.x` as never)).rejects.toThrow(Error);
    });
  });
};
