import { type Clock, type Log, sleep } from '@piecework/base';
import type { CollectionSpec, Store } from '@piecework/store';
import { type Heartbeat, heartbeats } from '../heartbeat/heartbeat';
import { countSlice } from './count-slice';
import { counters, isComplete, SHARD_IDS, shardsIn } from './counter.store';
import { type AnyTally, groupsOf } from './tally';

/** Milliseconds between two slices, in which calls and events commit. */
const PAUSE_MS = 5;
const RETRY_MS = 5_000;

/** What the heartbeat of a process announces: the names of the tallies that it keeps. */
export const announcementOf = (tallies: readonly AnyTally[]) => ({ tallies: tallies.map(({ name }) => name) });

type Announced = Heartbeat & ReturnType<typeof announcementOf>;

/** Counts the existing documents of new tallies (docs/adr/0051). */
export const createNewTallies = (deps: { store: Store; tallies: readonly AnyTally[]; clock: Clock; log: Log }) => {
  const { store, tallies, clock, log } = deps;
  const stopping = new AbortController();
  let building: Promise<void> = Promise.resolve();

  /** Creates the shards that this store needs; a new one has come as far as the others. */
  const prepare = (): Promise<void> =>
    store.transaction(async (tx) => {
      const [first, ...others] = await shardsIn(tx);
      const counted = first?.counted ?? {};
      const existingIds = new Set([first, ...others].map((shard) => shard?._id));
      for (const _id of store.shared ? SHARD_IDS : SHARD_IDS.slice(0, 1))
        if (!existingIds.has(_id)) await tx.collection(counters).insertOne({ _id, writes: 0, counted });
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
    const processes = store.shared ? await store.collection(heartbeats as CollectionSpec<Announced>).find({}) : [];
    const isKept = ({ name }: AnyTally) => processes.every((one) => one.tallies.includes(name));
    return (await incomplete()).filter(isKept);
  };

  const build = async (): Promise<void> => {
    for (const of of await countable()) {
      while (!stopping.signal.aborted && !(await buildSlice(of))) await sleep(clock, PAUSE_MS, stopping.signal);
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

  return {
    incomplete,
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
