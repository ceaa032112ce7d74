import { pictureAddressOf } from '@piecework/domain';
import { collection, type Document, type Transaction } from '@piecework/store';
import { images } from './image.store';

interface Reference extends Document {
  /** `task:{id}`, `user:{id}`, `testimonial:{id}`, `submission:{id}:{picture}`, `message:{id}:{picture}`, `batch:{id}` or `rows:{file}:{picture}`. */
  _id: string;
  image: string | null;
  /** Whose picture it is here: `user:{id}`. Absent in older ones, of pictures that nothing names, and of tombstones. */
  owner?: string;
  /** An upload that did not exist when the event arrived. */
  missing?: true;
  /** Tombstone: the ending event arrived first, from another topic. */
  ended?: true;
}

export const references = collection<Reference>('references', [
  { key: { missing: 1 }, partialFilterExpression: { missing: true } },
  { key: { image: 1 } },
  { key: { owner: 1 } },
]);

/** False when the picture does not exist. Writes the record, to conflict with a concurrent sweep. */
const incrementReferences = async (tx: Transaction, image: string): Promise<boolean> => {
  const record = await tx.collection(images).findOne({ _id: image });
  if (!record || record.removing) return false;
  if (record.references !== undefined)
    await tx.collection(images).updateOne({ _id: image }, { $inc: { references: 1 } });
  return true;
};

interface ReferencedPicture {
  /** Charged to this quota. */
  owner: string;
  url: string;
  /** Milliseconds since 1970. */
  at: number;
}

const countRemoteReference = async (tx: Transaction, image: string, { owner, url, at }: ReferencedPicture) => {
  const records = tx.collection(images);
  const record = await records.findOne({ _id: image });
  const uncounted = { bytes: 0, width: 0, height: 0, at, references: 1, freeSince: at };
  if (!record) await records.insertOne({ _id: image, owner, url, ...uncounted });
  // Its files may be deleted already.
  else if (record.removing) await records.updateOne({ _id: image }, { $set: uncounted, $unset: { removing: true } });
  else await records.updateOne({ _id: image }, { $inc: { references: 1 } });
};

/** False for an upload that does not exist. */
export const addReference = async (
  tx: Transaction,
  referrer: string,
  target: ReferencedPicture | null,
): Promise<boolean> => {
  const reference = await tx.collection(references).findOne({ _id: referrer });
  if (reference) {
    if (reference.ended) await tx.collection(references).deleteOne({ _id: referrer });
    return true;
  }
  const picture = target && pictureAddressOf(target.url);
  let isKept = true;
  if (target && picture?.isRemote) await countRemoteReference(tx, picture.id, target);
  else if (picture) isKept = await incrementReferences(tx, picture.id);
  const missing = isKept ? {} : { missing: true as const };
  await tx
    .collection(references)
    .insertOne({ _id: referrer, image: picture?.id ?? null, ...(target && { owner: target.owner }), ...missing });
  return isKept;
};

/** Referrers that begin with the prefix, which ends with a colon. */
export const referrersBelow = async (tx: Transaction, prefix: string): Promise<string[]> => {
  const below = { $gt: prefix, $lt: `${prefix.slice(0, -1)};` };
  return (await tx.collection(references).find({ _id: below })).map(({ _id }) => _id);
};

/** A referrer that has one picture at a time. */
export const replaceReference = async (
  tx: Transaction,
  referrer: string,
  target: ReferencedPicture | null,
  at: number,
): Promise<boolean> => {
  const reference = await tx.collection(references).findOne({ _id: referrer });
  if (reference?.ended) return true;
  if (reference) await removeReference(tx, referrer, at);
  return addReference(tx, referrer, target);
};

export const removeReference = async (tx: Transaction, referrer: string, at: number): Promise<void> => {
  const reference = await tx.collection(references).findOne({ _id: referrer });
  if (!reference) return tx.collection(references).insertOne({ _id: referrer, image: null, ended: true });
  if (reference.ended) return;
  await tx.collection(references).deleteOne({ _id: referrer });
  const record =
    reference.image && !reference.missing && (await tx.collection(images).findOne({ _id: reference.image }));
  if (!record || record.references === undefined) return;
  const freeSince = Math.max(record.freeSince ?? 0, at);
  await tx.collection(images).updateOne({ _id: record._id }, { $inc: { references: -1 }, $set: { freeSince } });
};
