import type { CollectionSpec, Document, UnitOfWork } from '@piecework/store';
import { counters, createAdditions, documentOf, shardId, shardsIn } from './counter.store';
import { type AnyTally, sumsOf } from './tally';

/** Documents per transaction. */
const SLICE = 500;

export interface Count {
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
export const countSlice = async (tx: UnitOfWork, counts: readonly Count[]): Promise<boolean> => {
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
