import type { Clock, Log } from '@piecework/base';
import type { CollectionSpec, Document, Store } from '@piecework/store';
import type { GaugeSpec } from '../gauges';
import { createIncrementalScan, type InvariantCheck } from '../invariant-checks';
import { countSlice } from './count-slice';
import { type CounterDocument, counters, isOfOwner, recountOf, shardsIn, sumOf } from './counter.store';
import { createNewTallies } from './new-tallies';
import { ALL, type AnyTally, equalAmounts, ownedBy, sumsOf } from './tally';

interface UpkeepDeps {
  store: Store;
  tallies: readonly AnyTally[];
  clock: Clock;
  log: Log;
}

/** Slices per round of the invariant checks. */
const SLICES_PER_ROUND = 4;
/** The recount of one owner reads all its documents at once; owners with more are left to `npm run audit`. */
const OWNER_LIMIT = 2_000;

/** Compares the counters with their recounts, a part of them per round. Resolves to whether none is known to differ. */
const createRecount = ({ store, tallies, log }: UpkeepDeps) => {
  /** true or false when it has come to the end of the collection. */
  const recountSlice = (of: AnyTally): Promise<boolean | undefined> =>
    store.transaction(async (tx) => {
      const series = recountOf(of);
      const isLast = await countSlice(tx, [{ of, series, groups: () => [ALL] }]);
      if (!isLast) return undefined;
      const shards = await shardsIn(tx);
      const $unset = { [`amounts.${series}`]: true, [`counted.${series}`]: true } as const;
      for (const { _id } of shards) await tx.collection(counters).updateOne({ _id }, { $unset });
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
      const documents = await store
        .collection(of.of as CollectionSpec<Document>)
        .find(ownedBy(of, owner), { limit: OWNER_LIMIT + 1 });
      if (documents.length > OWNER_LIMIT) continue;
      if (!equalAmounts(of, amounts[of.name] ?? {}, sumsOf(of, documents))) return false;
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

  return async (): Promise<boolean> => {
    for (const of of tallies) await recountNext(of);
    return (await ownersAreSound()) && broken.size === 0;
  };
};

/** Counts the existing documents of new tallies, and recounts all of them in the background. */
export const createCounterUpkeep = (deps: UpkeepDeps) => {
  const { incomplete, prepare, start, stop } = createNewTallies(deps);
  const recount = createRecount(deps);
  const check: InvariantCheck = {
    help: 'Whether the counters equal their recounts: 1 or 0',
    holds: async () => {
      if ((await incomplete()).length > 0) throw new Error('The documents of a new tally are still counted');
      return recount();
    },
  };
  const gauges: Record<string, GaugeSpec> = {
    piecework_counters_incomplete: {
      help: 'New tallies that do not contain all documents yet',
      value: async () => (await incomplete()).length,
    },
  };

  return { gauges, invariantChecks: { piecework_counters_exact: check }, prepare, start, stop };
};
