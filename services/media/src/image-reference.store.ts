import { pictureAddressOf } from '@piecework/domain';
import { collection, type Document, type Transaction } from '@piecework/store';
import { images } from './image.store';

/** Who shows which picture, as the events say. */
interface Reference extends Document {
  /** `task:{id}`, `user:{id}` or `testimonial:{id}`. */
  _id: string;
  /** The id of the picture; null when there is none. */
  image: string | null;
  /** Its id is one of ours, but there was no such picture when the event came. */
  missing?: true;
  /** The end was heard of before the beginning, which comes on another topic; the beginning removes this document. */
  ended?: true;
}

export const references = collection<Reference>('references', [
  { key: { missing: 1 }, partialFilterExpression: { missing: true } },
]);

/**
 * Counts the reference in the record of its picture. References and sweep both write that record, so that a store whose transactions run
 * side by side notices when they meet. Answers false when the picture is not kept.
 */
const count = async (tx: Transaction, image: string): Promise<boolean> => {
  const record = await tx.collection(images).findOne({ _id: image });
  if (!record || record.removing) return false;
  if (record.references !== undefined)
    await tx.collection(images).updateOne({ _id: image }, { $inc: { references: 1 } });
  return true;
};

interface Showing {
  /** Whose quota a picture on another host is counted by. */
  owner: string;
  /** Where the picture is. */
  url: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** The same for a picture on another host, which has a record from the first reference on. */
const countRemote = async (tx: Transaction, image: string, { owner, url, at }: Showing) => {
  const records = tx.collection(images);
  const known = await records.findOne({ _id: image });
  const uncounted = { bytes: 0, width: 0, height: 0, at, references: 1, freeSince: at };
  if (!known) await records.insertOne({ _id: image, owner, url, ...uncounted });
  // Its files may be gone already: it is fetched again.
  else if (known.removing)
    await records.updateOne({ _id: image }, { $set: uncounted, $unset: { removing: true } });
  else await records.updateOne({ _id: image }, { $inc: { references: 1 } });
};

/** `referrer` shows a picture from now on, or none. Answers false when it is one of ours that is not kept. */
export const hold = async (tx: Transaction, referrer: string, showing: Showing | null): Promise<boolean> => {
  const known = await tx.collection(references).findOne({ _id: referrer });
  if (known) {
    if (known.ended) await tx.collection(references).deleteOne({ _id: referrer });
    return true;
  }
  const picture = showing && pictureAddressOf(showing.url);
  let isKept = true;
  if (showing && picture?.isRemote) await countRemote(tx, picture.id, showing);
  else if (picture) isKept = await count(tx, picture.id);
  const missing = isKept ? {} : { missing: true as const };
  await tx.collection(references).insertOne({ _id: referrer, image: picture?.id ?? null, ...missing });
  return isKept;
};

/** `referrer` shows no picture any more, since `at` (milliseconds since 1970). */
export const release = async (tx: Transaction, referrer: string, at: number): Promise<void> => {
  const known = await tx.collection(references).findOne({ _id: referrer });
  if (!known) return tx.collection(references).insertOne({ _id: referrer, image: null, ended: true });
  if (known.ended) return;
  await tx.collection(references).deleteOne({ _id: referrer });
  const record = known.image && !known.missing && (await tx.collection(images).findOne({ _id: known.image }));
  if (!record || record.references === undefined) return;
  const freeSince = Math.max(record.freeSince ?? 0, at);
  await tx
    .collection(images)
    .updateOne({ _id: record._id }, { $inc: { references: -1 }, $set: { freeSince } });
};
