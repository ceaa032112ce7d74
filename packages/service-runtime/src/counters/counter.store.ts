import { collection, type Document, type Filter, type Transaction, type Update } from '@piecework/store';
import { ALL, type AnyTally, addAmounts, dayGroup } from './tally';

type Sums = Record<string, Record<string, number>>;

/**
 * Counters of an owner (`_id`: `ownerKey`), or a shard of the counters over all documents (`_id`: {@link shardId}) or over those of a day (`_id`:
 * {@link documentOf}).
 */
export interface CounterDocument extends Document {
  /** Counts the transactions that wrote this document. */
  writes: number;
  /** By tally, then by field. A shard also has those of a recount in progress, by {@link recountOf}. */
  amounts?: Sums;
  /**
   * Shards only, equal in all of them: how far each tally, or its recount, has come. `true`: it counts all documents; else those with an `_id`
   * up to this one.
   */
  counted?: Record<string, string | true>;
}

export const counters = collection<CounterDocument>('counters');

/**
 * Transactions of different processes, or of one process at a time, write different shards and do not conflict. Of these
 * documents one is enough where a store has one writer.
 */
const SHARDS = 16;
export const shardId = (shard: number): string => `all#${String(shard).padStart(2, '0')}`;
export const SHARD_IDS: readonly string[] = Array.from({ length: SHARDS }, (_, shard) => shardId(shard));

export const shardsIn = async (tx: Transaction): Promise<CounterDocument[]> => {
  const shards = await tx.collection(counters).find({ _id: { $in: SHARD_IDS } });
  return shards.sort((one, other) => (one._id < other._id ? -1 : 1));
};

/** The recount of a tally adds up under a name of its own. */
export const recountOf = ({ name }: Pick<AnyTally, 'name'>): string => `${name}-recount`;

export const isComplete = (shard: CounterDocument | undefined, { name }: Pick<AnyTally, 'name'>): boolean =>
  shard?.counted?.[name] === true;

export const sumOf = (documents: Iterable<CounterDocument>, name: string): Record<string, number> => {
  const sums: Record<string, number> = {};
  for (const { amounts } of documents) addAmounts(sums, amounts?.[name] ?? {});
  return sums;
};

/** Additions to counters that are sent together. */
export const createAdditions = () => {
  const additions = new Map<string, Record<string, number>>();
  const touch = (_id: string): Record<string, number> => {
    const addition = additions.get(_id) ?? { writes: 1 };
    additions.set(_id, addition);
    return addition;
  };
  return {
    /** Writes the document even if nothing is added to it. */
    touch: (_id: string): void => void touch(_id),
    add: (_id: string, series: string, amounts: Readonly<Record<string, number>>): void => {
      const paths = Object.entries(amounts).map(([field, amount]) => [`amounts.${series}.${field}`, amount]);
      addAmounts(touch(_id), Object.fromEntries(paths));
    },
    write: async (tx: Transaction): Promise<void> => {
      const rows = tx.collection(counters);
      // One read, from which the unit of work answers those of the updates.
      await rows.find({ _id: { $in: [...additions.keys()] } });
      for (const [_id, $inc] of additions)
        await rows.updateOne({ _id }, { $inc } as Update<CounterDocument>, { upsert: true });
    },
  };
};

const isDay = (group: string): boolean => group.startsWith(dayGroup(''));

/** The document in which a transaction counts a group: transactions with different shards write no common one, except of an owner. */
export const documentOf = (group: string, shard: string): string => {
  if (group === ALL) return shard;
  return isDay(group) ? `${group}${shard.slice(shard.indexOf('#'))}` : group;
};

/** Inverts {@link documentOf}. */
export const groupOf = (_id: string): string => {
  if (SHARD_IDS.includes(_id)) return ALL;
  return isDay(_id) ? _id.slice(0, _id.indexOf('#')) : _id;
};

export const isOfOwner = ({ _id }: Pick<CounterDocument, '_id'>): boolean => !SHARD_IDS.includes(_id) && !isDay(_id);

/** Documents with the counters of {@link ALL} or of an owner. */
export const documentsOfGroup = (group: string): readonly string[] => (group === ALL ? SHARD_IDS : [group]);

/** From a day on, of all shards. */
export const documentsSince = (day: string): Filter<CounterDocument> => ({
  _id: { $gte: dayGroup(day), $lt: dayGroup('~') },
});
