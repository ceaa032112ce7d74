import type {
  Collection,
  CollectionSpec,
  Document,
  Filter,
  FindOptions,
  Transaction,
  UnitOfWork,
  Update,
} from '@piecework/store';
import { counters, createAdditions, documentOf, recountOf, SHARD_IDS } from './counter.store';
import { ALL, type AnyTally, addAmounts, groupsOf } from './tally';

type Sums = Map<string, Record<string, number>>;

const sumsOf = (sums: Sums, key: string): Record<string, number> => {
  const amounts = sums.get(key) ?? {};
  sums.set(key, amounts);
  return amounts;
};

const isZero = (amounts: Record<string, number>): boolean => Object.values(amounts).every((amount) => amount === 0);

/** By group: what a change of one document adds. */
const changeOf = (of: AnyTally, before: Document | null, after: Document | null): Sums => {
  const change: Sums = new Map();
  for (const [document, factor] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (document === null) continue;
    const amounts = of.amounts(document);
    for (const group of groupsOf(of, document)) addAmounts(sumsOf(change, group), amounts, factor);
  }
  for (const [group, amounts] of change) if (isZero(amounts)) change.delete(group);
  return change;
};

interface Watched {
  spec: CollectionSpec<Document>;
  /** Each changed document as it was before the transaction. */
  before: Map<string, Document | null>;
  rows: Collection<Document>;
}

type AnyFilter = Filter<Document>;
type AnyUpdate = Update<Document>;
type AnyOptions = { upsert?: boolean; sort?: FindOptions<Document>['sort'] };

/** Changes documents one by one, by `_id`: the unit of work then has read each and sends the writes together. */
const watch = (rows: Collection<Document>, before: Watched['before']): Collection<Document> => {
  /** @param document not given to anyone else, who might change it */
  const note = (_id: string, document: Document | null): void => {
    if (!before.has(_id)) before.set(_id, document);
  };
  const noteAll = (documents: readonly Document[]): void => {
    for (const document of documents) note(document._id, document);
  };
  const noteUpserted = (filter: AnyFilter, { upsert }: AnyOptions): void => {
    if (upsert && typeof filter._id === 'string') note(filter._id, null);
  };
  return {
    ...rows,
    insertOne: async (document) => {
      note(document._id, null);
      await rows.insertOne(document);
    },
    insertMany: async (documents) => {
      for (const { _id } of documents) note(_id, null);
      await rows.insertMany(documents);
    },
    updateOne: async (filter: AnyFilter, update: AnyUpdate, options: AnyOptions = {}) => {
      const document = await rows.findOne(filter);
      if (document) noteAll([document]);
      else noteUpserted(filter, options);
      return rows.updateOne(document ? { _id: document._id } : filter, update, options);
    },
    updateMany: async (filter: AnyFilter, update: AnyUpdate) => {
      const documents = await rows.find(filter);
      noteAll(documents);
      let modifiedCount = 0;
      for (const { _id } of documents) modifiedCount += (await rows.updateOne({ _id }, update)).modifiedCount;
      return { matchedCount: documents.length, modifiedCount, upsertedCount: 0 };
    },
    findOneAndUpdate: async (filter: AnyFilter, update: AnyUpdate, options: AnyOptions = {}) => {
      const { sort, upsert } = options;
      const document = await rows.findOne(filter, sort ? { sort } : {});
      if (document) noteAll([document]);
      else noteUpserted(filter, options);
      return rows.findOneAndUpdate(document ? { _id: document._id } : filter, update, upsert ? { upsert } : {});
    },
    deleteOne: async (filter: AnyFilter) => {
      const document = await rows.findOne(filter);
      if (!document) return { deletedCount: 0 };
      noteAll([document]);
      return rows.deleteOne({ _id: document._id });
    },
    deleteMany: async (filter: AnyFilter) => {
      const documents = await rows.find(filter);
      noteAll(documents);
      for (const { _id } of documents) await rows.deleteOne({ _id });
      return { deletedCount: documents.length };
    },
  };
};

/** Whether a count that has come this far contains the document. */
const contains = (counted: string | true | undefined, _id: string): boolean =>
  counted === true || (counted !== undefined && _id <= counted);

export interface CountedTransaction extends Transaction {
  /** Adds what the transaction has changed to the counters. Call it last: other transactions write the same documents. */
  count(): Promise<void>;
}

/** @param shard the document that takes the changes of the counters over all documents */
export const countChanges = (tx: UnitOfWork, tallies: readonly AnyTally[], shard: string): CountedTransaction => {
  const watched = new Map<string, Watched>();

  /** By tally and document. */
  const changes = async (): Promise<{ of: AnyTally; _id: string; change: Sums }[]> => {
    const changes: { of: AnyTally; _id: string; change: Sums }[] = [];
    for (const [name, { spec, before }] of watched) {
      const rows = await tx.collection(spec).find({ _id: { $in: [...before.keys()] } });
      const after = new Map(rows.map((document) => [document._id, document]));
      for (const of of tallies.filter((one) => one.of.name === name))
        for (const [_id, document] of before) {
          const change = changeOf(of, document, after.get(_id) ?? null);
          if (change.size > 0) changes.push({ of, _id, change });
        }
    }
    return changes;
  };

  const watchedOf = (spec: CollectionSpec<Document>): Watched | undefined => {
    if (!tallies.some((of) => of.of.name === spec.name)) return undefined;
    const before: Watched['before'] = new Map();
    const created = { spec, before, rows: watch(tx.collection(spec), before) };
    watched.set(spec.name, created);
    return created;
  };

  return {
    collection: <T extends Document>(spec: CollectionSpec<T>): Collection<T> => {
      const entry = watched.get(spec.name) ?? watchedOf(spec as unknown as CollectionSpec<Document>);
      return (entry?.rows ?? tx.collection(spec)) as unknown as Collection<T>;
    },
    count: async () => {
      const changed = await changes();
      if (changed.length === 0) return;
      const ids = changed.flatMap(({ change }) => [...change.keys()].map((group) => documentOf(group, shard)));
      const documents = await tx.collection(counters).find({ _id: { $in: [...new Set([shard, ...ids])] } });
      const shardDocument = documents.find(({ _id }) => _id === shard);
      if (!shardDocument) throw new Error(`the counters have no document ${shard}: they have not been prepared`);
      const { counted = {} } = shardDocument;
      const additions = createAdditions();
      for (const { of, _id, change } of changed)
        for (const [group, amounts] of change) {
          if (contains(counted[of.name], _id)) additions.add(documentOf(group, shard), of.name, amounts);
          if (group === ALL && contains(counted[recountOf(of)], _id)) additions.add(shard, recountOf(of), amounts);
        }
      // In any case, so that this transaction conflicts with one that moves `counted` past a document which it has changed.
      additions.touch(shard);
      await additions.write(tx);
    },
  };
};

/** A shard for each transaction that runs: those of one process at a time differ, and processes begin at different ones. */
export const createShardChoice = (isShared: boolean, owner = '') => {
  if (!isShared) return { take: () => SHARD_IDS[0] as string, release: () => {} };
  const taken = new Set<string>();
  let first = 0;
  for (const character of owner) first = (first * 31 + character.charCodeAt(0)) % SHARD_IDS.length;
  const inOrder = [...SHARD_IDS.slice(first), ...SHARD_IDS.slice(0, first)];
  return {
    take: (): string => {
      const shard = inOrder.find((id) => !taken.has(id)) ?? (inOrder[0] as string);
      taken.add(shard);
      return shard;
    },
    release: (shard: string): void => void taken.delete(shard),
  };
};
