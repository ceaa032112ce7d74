import { type CollectionSpec, type Document, pagesOf, type Transaction } from '@piecework/store';
import {
  type CounterDocument,
  counters,
  documentsOfGroup,
  documentsSince,
  groupOf,
  isComplete,
  SHARD_IDS,
  shardId,
  shardsIn,
  sumOf,
} from './counter.store';
import {
  ALL,
  type Amounts,
  type AnyTally,
  addAmounts,
  amountsIn,
  dayGroup,
  dayOfGroup,
  groupsOf,
  type Owner,
  ownedBy,
  ownerKey,
  sumsOf,
  type Tally,
} from './tally';

type AmountsOfEach<T extends readonly AnyTally[]> = {
  [I in keyof T]: T[I] extends { fields: readonly (infer F extends string)[] } ? Amounts<F> : never;
};

type SumsByGroup = Map<string, Record<string, number>>;

/** Sums of {@link ALL} and, of a daily tally, of each day. */
const recountAll = async (store: Transaction, of: AnyTally): Promise<SumsByGroup> => {
  const rows = store.collection(of.of as CollectionSpec<Document>);
  const sums: SumsByGroup = new Map([[ALL, {}]]);
  for await (const slice of pagesOf(rows))
    for (const document of slice)
      for (const group of groupsOf({ ...of, by: {} }, document)) {
        const total = sums.get(group) ?? {};
        addAmounts(total, of.amounts(document));
        sums.set(group, total);
      }
  return sums;
};

const recount = async (store: Transaction, of: AnyTally, owner?: Owner): Promise<Record<string, number>> =>
  owner
    ? sumsOf(of, await store.collection(of.of as CollectionSpec<Document>).find(ownedBy(of, owner)))
    : ((await recountAll(store, of)).get(ALL) ?? {});

const countedByGroup = (of: AnyTally, documents: readonly CounterDocument[]): SumsByGroup => {
  const sums: SumsByGroup = new Map();
  for (const document of documents) {
    const total = sums.get(groupOf(document._id)) ?? {};
    addAmounts(total, sumOf([document], of.name));
    sums.set(groupOf(document._id), total);
  }
  return sums;
};

/** Reads from the counters; while a tally is not complete, from the documents. */
export const createCounters = (store: Transaction) => {
  const rows = store.collection(counters);
  const first = shardId(0);
  return {
    /** Over all documents, or over those of one owner. */
    read: async <T extends Document, F extends string>(of: Tally<T, F>, owner?: Owner): Promise<Amounts<F>> => {
      const ids = documentsOfGroup(owner ? ownerKey(owner) : ALL);
      const documents = await rows.find({ _id: { $in: [first, ...ids] } });
      const shard = documents.find(({ _id }) => _id === first);
      const isUsable = isComplete(shard, of);
      const requested = documents.filter(({ _id }) => ids.includes(_id));
      return amountsIn(of, isUsable ? sumOf(requested, of.name) : await recount(store, of, owner));
    },
    /** Over all documents; NaN while it is not complete. For gauges: a scrape must not recount. */
    readCounted: async <T extends Document, F extends string>(of: Tally<T, F>): Promise<Amounts<F>> => {
      const shards = await shardsIn(store);
      const isUsable = isComplete(shards[0], of);
      const uncounted = () => Object.fromEntries(of.fields.map((field) => [field, Number.NaN]));
      return amountsIn(of, isUsable ? sumOf(shards, of.name) : uncounted());
    },
    /** Over all documents, at one moment: what a transaction adds to several is in all of them or in none. Null while one is not complete. */
    readTogether: async <T extends readonly AnyTally[]>(...tallies: T): Promise<AmountsOfEach<T> | null> => {
      const shards = await shardsIn(store);
      if (!tallies.every((of) => isComplete(shards[0], of))) return null;
      return tallies.map((of) => amountsIn(of, sumOf(shards, of.name))) as unknown as AmountsOfEach<T>;
    },
    /** By owner id. */
    readEach: async <T extends Document, F extends string>(of: Tally<T, F>, by: string, ids: readonly string[]) => {
      const keys = new Map(ids.map((id) => [ownerKey({ by, id }), id]));
      const documents = await rows.find({ _id: { $in: [first, ...keys.keys()] } });
      const shard = documents.find(({ _id }) => _id === first);
      const isUsable = isComplete(shard, of);
      const byId = new Map(documents.map((document) => [document._id, document]));
      const amountsOf = async (key: string, id: string) => {
        const document = byId.get(key);
        if (!isUsable) return recount(store, of, { by, id });
        return document ? sumOf([document], of.name) : {};
      };
      return new Map(
        await Promise.all([...keys].map(async ([key, id]) => [id, amountsIn(of, await amountsOf(key, id))] as const)),
      );
    },
    /** Over all documents, and over those of each day (UTC) of a `daily` tally from one on: one read of as many documents as days and shards. */
    readDays: async <T extends Document, F extends string>(of: Tally<T, F>, since: string) => {
      const documents = await rows.find({ $or: [{ _id: { $in: SHARD_IDS } }, documentsSince(since)] });
      const shard = documents.find(({ _id }) => _id === first);
      const sums = isComplete(shard, of) ? countedByGroup(of, documents) : await recountAll(store, of);
      const days = [...sums].filter(([group]) => group >= dayGroup(since) && group !== ALL);
      return {
        all: amountsIn(of, sums.get(ALL)),
        days: new Map(days.map(([group, amounts]) => [dayOfGroup(group), amountsIn(of, amounts)])),
      };
    },
  };
};
export type Counters = ReturnType<typeof createCounters>;
