import { setImmediate as turn } from 'node:timers/promises';
import type { ClientSession, Document as Fields, FindCursor, Collection as Rows } from 'mongodb';
import { applyUpdate, checkPath, checkUpdate, serialise, upsertedDocument } from './document';
import { checkOptions, checkPage, equalitiesOf, parseFilter } from './filter';
import { type Limits, within } from './mongo-limits';
import { needsOwnRules, toFilter, toSort, toUpdate } from './mongo-query';
import {
  COLLECTION_METHODS,
  type Collection,
  type Document,
  type FindOptions,
  type Update,
  type UpdateResult,
} from './store';
import { type Run, runsOf, type TransactionCollection } from './unit-of-work';

type AnyFilter = Parameters<typeof parseFilter>[0];
type AnyOptions = { upsert?: boolean; sort?: FindOptions<never>['sort'] };
type Row = Fields & Document;

export interface CommandsDeps {
  rows: Rows<Row>;
  session?: ClientSession;
  limits: Limits;
  where: string;
}

/** The longest list that the contract allows fits into one batch, so one round trip suffices. */
const BATCH = 5000;
/** Documents decoded between two yields to the event loop: a few milliseconds of work. */
const READ_AT_ONCE = 250;
/** Batch size of a read with `maxBytes`: bounds the number of documents fetched in excess. */
const LIMITED_BATCH = 64;

const NOTHING: UpdateResult = { matchedCount: 0, modifiedCount: 0, upsertedCount: 0 };

const METHODS = [...COLLECTION_METHODS.read, ...COLLECTION_METHODS.write];
export type MethodName = (typeof METHODS)[number];

export const collectionOf = <T extends Document>(
  run: (method: MethodName, args: unknown[]) => Promise<unknown>,
): Collection<T> => {
  const calls = METHODS.map((method) => [method, (...args: unknown[]) => run(method, args)]);
  return Object.fromEntries(calls) as Collection<T>;
};

export const invoke = (commands: Collection<Document>, method: MethodName, args: unknown[]) =>
  (commands[method] as (...args: unknown[]) => Promise<unknown>)(...args);

/** Calls that need more than one server command; only a transaction makes them atomic. */
export const isCompound = (method: MethodName, args: readonly unknown[]): boolean => {
  switch (method) {
    case 'insertMany':
    case 'updateMany':
      return true;
    case 'deleteMany':
      return (args[1] as { atomic?: boolean } | undefined)?.atomic !== false;
    case 'updateOne':
    case 'findOneAndUpdate': {
      const [, update, options] = args as [unknown, Update<never>, AnyOptions | undefined];
      checkUpdate(update);
      return options?.upsert === true || needsOwnRules(update);
    }
    default:
      return false;
  }
};

const toDocument = (doc: Document): Row => JSON.parse(serialise(doc)) as Row;

const createReads = ({ rows, session, limits, where }: CommandsDeps) => {
  const inSession = session === undefined ? {} : { session };
  /** A snapshot read shows one moment in all batches of an answer; a transaction has its own snapshot. */
  const reading = session === undefined ? { readConcern: 'snapshot' as const } : { session };
  const limited = <R>(work: Promise<R>): Promise<R> => within(limits.callMs, where, work);
  const bounded = { maxTimeMS: limits.callMs };

  /** `callMs` applies to each batch. */
  const readAll = async (cursor: FindCursor<Row>, maxBytes?: number): Promise<Row[]> => {
    const docs: Row[] = [];
    let bytes = 0;
    try {
      while (await limited(cursor.hasNext())) {
        for (const doc of cursor.readBufferedDocuments(READ_AT_ONCE)) {
          if (maxBytes !== undefined) bytes += Buffer.byteLength(serialise(doc));
          if (maxBytes !== undefined && bytes > maxBytes && docs.length > 0) return docs;
          docs.push(doc);
        }
        if (docs.length >= READ_AT_ONCE) await turn();
      }
      return docs;
    } finally {
      void cursor.close().catch(() => undefined);
    }
  };
  const find = (filter: Fields, { sort, skip = 0, limit = 0, maxBytes }: FindOptions<never>): Promise<Row[]> => {
    const batch = maxBytes === undefined ? BATCH : LIMITED_BATCH;
    const batchSize = limit > 0 ? Math.min(limit, batch) : batch;
    const cursor = rows.find(filter, { ...reading, sort: toSort(sort), skip, limit, batchSize });
    return readAll(cursor, maxBytes);
  };
  const first = async (filter: Fields, sort: AnyOptions['sort']): Promise<Row | null> =>
    limited(rows.findOne(filter, { ...inSession, ...bounded, sort: toSort(sort) }));
  return { inSession, reading, bounded, limited, find, first };
};

const createWrites = (rows: Rows<Row>, { inSession, limited, find, first }: ReturnType<typeof createReads>) => {
  const insert = async (doc: Row): Promise<void> => void (await limited(rows.insertOne(doc, inSession)));

  /** Requires a transaction: the document must not change between the read and this write. */
  const changeByOwnRules = async (before: Row, update: Update<never>): Promise<Row> => {
    const after = structuredClone(before);
    applyUpdate(after, update);
    const { _id, ...fields } = toDocument(after);
    await limited(rows.replaceOne({ _id }, fields, inSession));
    return { _id, ...fields };
  };
  const findOneAndChange = async (
    filter: Fields,
    update: Update<never>,
    sort: AnyOptions['sort'],
  ): Promise<Row | null> => {
    if (needsOwnRules(update)) {
      const before = await first(filter, sort);
      return before && changeByOwnRules(before, update);
    }
    const operators = toUpdate(update);
    if (operators === null) return first(filter, sort);
    const options = { ...inSession, sort: toSort(sort), returnDocument: 'after' } as const;
    return limited(rows.findOneAndUpdate(filter, operators, options));
  };
  const changeCounted = async (filter: Fields, update: Update<never>, all: boolean): Promise<UpdateResult> => {
    if (needsOwnRules(update, all)) {
      const docs = all ? await find(filter, {}) : await find(filter, { limit: 1 });
      let modifiedCount = 0;
      for (const before of docs) {
        const after = await changeByOwnRules(before, update);
        if (JSON.stringify(after) !== JSON.stringify(before)) modifiedCount += 1;
      }
      return { ...NOTHING, matchedCount: docs.length, modifiedCount };
    }
    const operators = toUpdate(update);
    if (operators === null) {
      const limit = all ? {} : { limit: 1 };
      const matchedCount = await limited(rows.countDocuments(filter, { ...inSession, ...limit }));
      return { ...NOTHING, matchedCount };
    }
    const { matchedCount, modifiedCount } = await limited(
      all ? rows.updateMany(filter, operators, inSession) : rows.updateOne(filter, operators, inSession),
    );
    return { ...NOTHING, matchedCount, modifiedCount };
  };
  const upsert = async (condition: ReturnType<typeof parseFilter>, update: Update<never>): Promise<Row> => {
    const doc = toDocument(upsertedDocument(equalitiesOf(condition), update));
    await insert(doc);
    return doc;
  };

  const writeTogether = async ({ kind, writes }: Run): Promise<void> => {
    const docs = writes.map(({ text }) => JSON.parse(text ?? 'null') as Row);
    if (kind === 'insert') return void (await limited(rows.insertMany(docs, { ...inSession, ordered: true })));
    if (kind === 'delete')
      return void (await limited(rows.deleteMany({ _id: { $in: writes.map(({ _id }) => _id) } }, inSession)));
    const replacements = docs.map(({ _id, ...fields }) => ({
      replaceOne: { filter: { _id }, replacement: fields as Row },
    }));
    await limited(rows.bulkWrite(replacements, { ...inSession, ordered: true }));
  };
  return { insert, upsert, findOneAndChange, changeCounted, writeTogether };
};

export const createCommands = (deps: CommandsDeps): TransactionCollection => {
  const { rows } = deps;
  const reads = createReads(deps);
  const { inSession, reading, bounded, limited, find, first } = reads;
  const { insert, upsert, findOneAndChange, changeCounted, writeTogether } = createWrites(rows, reads);

  return {
    textsOf: async (ids) => {
      const docs = await find(ids.length === 1 ? { _id: ids[0] } : { _id: { $in: ids } }, {});
      return docs.map((doc) => JSON.stringify(doc));
    },
    write: async (writes) => {
      for (const run of runsOf(writes)) await writeTogether(run);
    },
    insertOne: async (doc) => insert(toDocument(doc)),
    insertMany: async (docs) => {
      if (docs.length === 0) return;
      await limited(rows.insertMany(docs.map(toDocument), { ...inSession, ordered: true }));
    },
    findOne: async (filter: AnyFilter, options: AnyOptions = {}) => {
      checkOptions(options, ['sort']);
      return first(toFilter(parseFilter(filter)), options.sort);
    },
    find: async (filter: AnyFilter, options: FindOptions<never> = {}) => {
      checkOptions(options, ['sort', 'skip', 'limit', 'maxBytes']);
      checkPage(options);
      return find(toFilter(parseFilter(filter)), options);
    },
    countDocuments: async (filter: AnyFilter, options: { limit?: number } = {}) => {
      checkOptions(options, ['limit']);
      checkPage(options);
      return limited(rows.countDocuments(toFilter(parseFilter(filter)), { ...reading, ...bounded, ...options }));
    },
    sum: async (filter: AnyFilter, field: string) => {
      const stages = [
        { $match: toFilter(parseFilter(filter)) },
        { $group: { _id: null, total: { $sum: `$${checkPath(field)}` } } },
      ];
      const [group] = await limited(rows.aggregate(stages, { ...reading, ...bounded }).toArray());
      return Number(group?.total ?? 0);
    },
    updateOne: async (filter: AnyFilter, update: Update<never>, options: AnyOptions = {}) => {
      checkOptions(options, ['upsert']);
      const condition = parseFilter(filter);
      checkUpdate(update);
      const result = await changeCounted(toFilter(condition), update, false);
      if (result.matchedCount > 0 || options.upsert !== true) return result;
      await upsert(condition, update);
      return { ...NOTHING, upsertedCount: 1 };
    },
    updateMany: async (filter: AnyFilter, update: Update<never>) => {
      const condition = parseFilter(filter);
      checkUpdate(update);
      return changeCounted(toFilter(condition), update, true);
    },
    findOneAndUpdate: async (filter: AnyFilter, update: Update<never>, options: AnyOptions = {}) => {
      checkOptions(options, ['upsert', 'sort']);
      const condition = parseFilter(filter);
      checkUpdate(update);
      const after = await findOneAndChange(toFilter(condition), update, options.sort);
      return after ?? (options.upsert === true ? upsert(condition, update) : null);
    },
    deleteOne: async (filter: AnyFilter) => {
      const { deletedCount } = await limited(rows.deleteOne(toFilter(parseFilter(filter)), inSession));
      return { deletedCount };
    },
    deleteMany: async (filter: AnyFilter) => {
      const { deletedCount } = await limited(rows.deleteMany(toFilter(parseFilter(filter)), inSession));
      return { deletedCount };
    },
  };
};
