import { type Clock, DAY_MS, type Log, sleep } from '@piecework/base';
import type { CollectionSpec, Document, Filter, Store, Transaction, UnitOfWork } from '@piecework/store';
import { outboxOwners } from '../events/outbox-owners';
import type { GaugeSpec } from '../gauges';
import { createIncrementalScan, type InvariantCheck } from '../invariant-checks';
import {
  type CounterDocument,
  counters,
  createAdditions,
  documentOf,
  documentsOfGroup,
  documentsSince,
  groupOf,
  isComplete,
  isOfOwner,
  recountOf,
  SHARD_IDS,
  shardId,
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
  equalAmounts,
  groupsOf,
  type Owner,
  ofDayId,
  ownerKey,
  type Tally,
} from './tally';

type AmountsOfEach<T extends readonly AnyTally[]> = {
  [I in keyof T]: T[I] extends { fields: readonly (infer F extends string)[] } ? Amounts<F> : never;
};

export interface Counters {
  /** Over all documents, or over those of one owner. */
  read<T extends Document, F extends string>(of: Tally<T, F>, owner?: Owner): Promise<Amounts<F>>;
  /** Over all documents; NaN while it is not complete. For gauges: a scrape must not recount. */
  readCounted<T extends Document, F extends string>(of: Tally<T, F>): Promise<Amounts<F>>;
  /** Over all documents, at one moment: what a transaction adds to several is in all of them or in none. Null while one is not complete. */
  readTogether<T extends readonly AnyTally[]>(...tallies: T): Promise<AmountsOfEach<T> | null>;
  /** By owner id. */
  readEach<T extends Document, F extends string>(
    of: Tally<T, F>,
    by: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Amounts<F>>>;
  /** Over all documents, and over those of each day (UTC) of a `daily` tally from one on: one read of as many documents as days and shards. */
  readDays<T extends Document, F extends string>(
    of: Tally<T, F>,
    since: string,
  ): Promise<{ all: Amounts<F>; days: ReadonlyMap<string, Amounts<F>> }>;
}

/** Documents per transaction of a count of the whole collection. */
const SLICE = 500;
/** Slices of a recount per round of the invariant checks. */
const SLICES_PER_ROUND = 4;
/** The recount of one owner reads all its documents at once; owners with more are left to `npm run audit`. */
const OWNER_LIMIT = 2_000;
/** Milliseconds between two slices, in which calls and events commit. */
const PAUSE_MS = 5;
const RETRY_MS = 5_000;

const sumsOf = (of: AnyTally, documents: readonly Document[]): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const document of documents) addAmounts(sums, of.amounts(document));
  return sums;
};

const ownedBy = (of: AnyTally, { by, id }: Owner): Filter<Document> => {
  const field = of.by[by];
  if (field === undefined) throw new Error(`${of.name} has no owners ${by}`);
  if (typeof field === 'string') return { [field]: id } as Filter<Document>;
  const { id: owner, start } = ofDayId(id);
  return { [field.field]: owner, [field.at]: { $gte: start, $lt: start + DAY_MS } } as Filter<Document>;
};

type SumsByGroup = Map<string, Record<string, number>>;

/** Of {@link ALL} and, of a daily tally, of each day. In slices: the collection may not fit into memory. */
const recountAll = async (store: Transaction, of: AnyTally): Promise<SumsByGroup> => {
  const rows = store.collection(of.of as CollectionSpec<Document>);
  const sums: SumsByGroup = new Map([[ALL, {}]]);
  for (let last = ''; ; ) {
    const slice = await rows.find({ _id: { $gt: last } }, { sort: { _id: 1 }, limit: SLICE });
    for (const document of slice)
      for (const group of groupsOf({ ...of, by: {} }, document)) {
        const own = sums.get(group) ?? {};
        addAmounts(own, of.amounts(document));
        sums.set(group, own);
      }
    if (slice.length < SLICE) return sums;
    last = slice.at(-1)?._id ?? '';
  }
};

const recount = async (store: Transaction, of: AnyTally, owner?: Owner): Promise<Record<string, number>> =>
  owner
    ? sumsOf(of, await store.collection(of.of as CollectionSpec<Document>).find(ownedBy(of, owner)))
    : ((await recountAll(store, of)).get(ALL) ?? {});

const countedByGroup = (of: AnyTally, documents: readonly CounterDocument[]): SumsByGroup => {
  const sums: SumsByGroup = new Map();
  for (const document of documents) {
    const own = sums.get(groupOf(document._id)) ?? {};
    addAmounts(own, sumOf([document], of.name));
    sums.set(groupOf(document._id), own);
  }
  return sums;
};

const shardsIn = async (tx: Transaction): Promise<CounterDocument[]> => {
  const found = await tx.collection(counters).find({ _id: { $in: SHARD_IDS } });
  return found.sort((one, other) => (one._id < other._id ? -1 : 1));
};

/** Reads from the counters; while a tally is not complete, from the documents. */
export const createCounters = (store: Transaction): Counters => {
  const rows = store.collection(counters);
  const first = shardId(0);
  return {
    read: async (of, owner) => {
      const ids = documentsOfGroup(owner ? ownerKey(owner) : ALL);
      const found = await rows.find({ _id: { $in: [first, ...ids] } });
      const shard = found.find(({ _id }) => _id === first);
      const isUsable = isComplete(shard, of);
      const own = found.filter(({ _id }) => ids.includes(_id));
      return amountsIn(of, isUsable ? sumOf(own, of.name) : await recount(store, of, owner));
    },
    readCounted: async (of) => {
      const shards = await shardsIn(store);
      const isUsable = isComplete(shards[0], of);
      const uncounted = () => Object.fromEntries(of.fields.map((field) => [field, Number.NaN]));
      return amountsIn(of, isUsable ? sumOf(shards, of.name) : uncounted());
    },
    readTogether: async <T extends readonly AnyTally[]>(...tallies: T) => {
      const shards = await shardsIn(store);
      if (!tallies.every((of) => isComplete(shards[0], of))) return null;
      return tallies.map((of) => amountsIn(of, sumOf(shards, of.name))) as unknown as AmountsOfEach<T>;
    },
    readEach: async (of, by, ids) => {
      const keys = new Map(ids.map((id) => [ownerKey({ by, id }), id]));
      const found = await rows.find({ _id: { $in: [first, ...keys.keys()] } });
      const shard = found.find(({ _id }) => _id === first);
      const isUsable = isComplete(shard, of);
      const known = new Map(found.map((document) => [document._id, document]));
      const amountsOf = async (key: string, id: string) => {
        const document = known.get(key);
        if (!isUsable) return recount(store, of, { by, id });
        return document ? sumOf([document], of.name) : {};
      };
      return new Map(
        await Promise.all(
          [...keys].map(async ([key, id]) => [id, amountsIn(of, await amountsOf(key, id))] as const),
        ),
      );
    },
    readDays: async (of, since) => {
      const found = await rows.find({ $or: [{ _id: { $in: SHARD_IDS } }, documentsSince(since)] });
      const shard = found.find(({ _id }) => _id === first);
      const sums = isComplete(shard, of) ? countedByGroup(of, found) : await recountAll(store, of);
      const days = [...sums].filter(([group]) => group >= dayGroup(since) && group !== ALL);
      return {
        all: amountsIn(of, sums.get(ALL)),
        days: new Map(days.map(([group, amounts]) => [dayOfGroup(group), amountsIn(of, amounts)])),
      };
    },
  };
};

interface Count {
  of: AnyTally;
  /** Under which name the counters hold the amounts. */
  series: string;
  /** Groups that contain the document. */
  groups: (document: Document) => readonly string[];
}

/**
 * Adds the next documents of each count, {@link SLICE} of all together. The write to every shard comes first: a transaction that has changed one of the
 * documents has written a shard too, so one of both is repeated and sees the other.
 *
 * @returns whether all documents of all counts are counted
 */
const countSlice = async (tx: UnitOfWork, counts: readonly Count[]): Promise<boolean> => {
  const shards = await shardsIn(tx);
  const unfinished = counts.flatMap((count) => {
    const last = shards[0]?.counted?.[count.series] ?? '';
    return last === true ? [] : [{ ...count, last }];
  });
  if (unfinished.length === 0) return true;
  const rows = tx.collection(counters);
  for (const { _id } of shards) await rows.updateOne({ _id }, { $inc: { writes: 1 } });
  await tx.flush();
  const additions = createAdditions();
  const counted: Record<`counted.${string}`, true | string> = {};
  const each = Math.max(1, Math.floor(SLICE / unfinished.length));
  for (const { of, series, groups, last } of unfinished) {
    const slice = await tx
      .collection(of.of as CollectionSpec<Document>)
      .find({ _id: { $gt: last } }, { sort: { _id: 1 }, limit: each });
    for (const document of slice) {
      const amounts = sumsOf(of, [document]);
      if (Object.keys(amounts).length === 0) continue;
      for (const group of groups(document)) additions.add(documentOf(group, shardId(0)), series, amounts);
    }
    counted[`counted.${series}`] = slice.length < each ? true : (slice.at(-1)?._id ?? '');
  }
  await additions.write(tx);
  for (const { _id } of shards) await rows.updateOne({ _id }, { $set: counted });
  return Object.values(counted).every((last) => last === true);
};

/** Counts the existing documents of new tallies, and recounts all of them in the background. */
export const createCounterUpkeep = (deps: {
  store: Store;
  tallies: readonly AnyTally[];
  clock: Clock;
  log: Log;
}) => {
  const { store, tallies, clock, log } = deps;
  const stopping = new AbortController();
  let building: Promise<void> = Promise.resolve();

  /** Creates the shards that this store needs; a new one has come as far as the others. */
  const prepare = (): Promise<void> =>
    store.transaction(async (tx) => {
      const [first, ...others] = await shardsIn(tx);
      const counted = first?.counted ?? {};
      const known = new Set([first, ...others].map((shard) => shard?._id));
      for (const _id of store.shared ? SHARD_IDS : SHARD_IDS.slice(0, 1))
        if (!known.has(_id)) await tx.collection(counters).insertOne({ _id, writes: 0, counted });
    });

  const buildSlice = (...of: readonly AnyTally[]): Promise<boolean> =>
    store.transaction((tx) =>
      countSlice(
        tx,
        of.map((one) => ({ of: one, series: one.name, groups: (document) => groupsOf(one, document) })),
      ),
    );

  const incomplete = async (): Promise<AnyTally[]> => {
    const [first] = await shardsIn(store);
    return tallies.filter((of) => !isComplete(first, of));
  };

  /** Incomplete ones that every process keeps. Others wait until the last process of the release before has ended: it changes documents past them. */
  const countable = async (): Promise<AnyTally[]> => {
    const processes = store.shared ? await store.collection(outboxOwners).find({}) : [];
    const isKept = ({ name }: AnyTally) => processes.every((one) => one.tallies.includes(name));
    return (await incomplete()).filter(isKept);
  };

  const build = async (): Promise<void> => {
    for (const of of await countable()) {
      while (!stopping.signal.aborted && !(await buildSlice(of)))
        await sleep(clock, PAUSE_MS, stopping.signal);
      if (!stopping.signal.aborted) log.info({ tally: of.name }, 'all documents of a new tally are counted');
    }
  };
  const complete = async (): Promise<void> => {
    for (let isDone = false; !isDone && !stopping.signal.aborted; ) {
      try {
        await build();
        isDone = (await incomplete()).length === 0;
      } catch (err) {
        if (!stopping.signal.aborted) log.warn({ err }, 'documents not counted, will be retried');
      }
      if (!isDone) await sleep(clock, RETRY_MS, stopping.signal);
    }
  };

  /** true or false when it has come to the end of the collection. */
  const recountSlice = (of: AnyTally): Promise<boolean | undefined> =>
    store.transaction(async (tx) => {
      const series = recountOf(of);
      const isLast = await countSlice(tx, [{ of, series, groups: () => [ALL] }]);
      if (!isLast) return undefined;
      const shards = await shardsIn(tx);
      for (const { _id } of shards)
        await tx
          .collection(counters)
          .updateOne(
            { _id },
            { $unset: { [`amounts.${series}`]: true as const, [`counted.${series}`]: true as const } },
          );
      return equalAmounts(of, sumOf(shards, of.name), sumOf(shards, series));
    });

  const broken = new Set<string>();
  const recountNext = async (of: AnyTally): Promise<void> => {
    for (let slices = 0; slices < SLICES_PER_ROUND; slices++) {
      const holds = await recountSlice(of);
      if (holds === undefined) continue;
      if (!holds && !broken.has(of.name)) log.error({ tally: of.name }, 'a counter differs from its recount');
      if (holds) broken.delete(of.name);
      else broken.add(of.name);
      return;
    }
  };

  const isSoundOwner = async (document: CounterDocument): Promise<boolean> => {
    const { _id, amounts = {} } = document;
    const at = _id.indexOf(':');
    const owner = { by: _id.slice(0, at), id: _id.slice(at + 1) };
    for (const of of tallies) {
      if (!(owner.by in of.by)) continue;
      const found = await store
        .collection(of.of as CollectionSpec<Document>)
        .find(ownedBy(of, owner), { limit: OWNER_LIMIT + 1 });
      if (found.length > OWNER_LIMIT) continue;
      if (!equalAmounts(of, amounts[of.name] ?? {}, sumsOf(of, found))) return false;
    }
    return true;
  };
  const ownersAreSound = createIncrementalScan({
    store,
    spec: counters,
    versionOf: ({ writes }) => writes,
    isSound: async (document) => !isOfOwner(document) || (await isSoundOwner(document)),
    log,
  });

  const check: InvariantCheck = {
    help: 'Whether the counters equal their recounts: 1 or 0',
    holds: async () => {
      if ((await incomplete()).length > 0) throw new Error('The documents of a new tally are still counted');
      for (const of of tallies) await recountNext(of);
      return (await ownersAreSound()) && broken.size === 0;
    },
  };
  const gauges: Record<string, GaugeSpec> = {
    piecework_counters_incomplete: {
      help: 'New tallies that do not contain all documents yet',
      value: async () => (await incomplete()).length,
    },
  };

  return {
    gauges,
    invariantChecks: { piecework_counters_exact: check },
    /** Counts the first documents: a new or small store is complete before it is served. */
    prepare: async (): Promise<void> => {
      await prepare();
      const uncounted = await countable();
      // Together, because each transaction writes every shard: an empty store needs one.
      if (uncounted.length > 1 && (await buildSlice(...uncounted))) return;
      for (const of of uncounted) await buildSlice(of);
    },
    start: () => {
      building = complete();
    },
    stop: async () => {
      stopping.abort();
      await building;
    },
  };
};
