import type { Transaction } from '@piecework/store';
import { type ImageRecord, images } from './image.store';
import { references } from './image-reference.store';

/** Pictures of the person, and references to them and to equal ones, that are read. */
const MAX_PICTURES = 100;
const MAX_REFERENCES = 500;

const OF_USER = /^user:(.+)$/;
/** Of `user:{id}`: an upload before the registration is owned by an identity, which no other service knows. */
const userIn = (owner: string | undefined): string | undefined => owner?.match(OF_USER)?.[1];

/** Users who uploaded, or show in a profile, a task or work, a picture that this one uploaded or shows, or an equal one; and how many. */
export const sharingPictures = async (
  store: Transaction,
  userId: string,
): Promise<{ userId: string; count: number }[]> => {
  const owner = `user:${userId}`;
  const [records, referrers] = [store.collection(images), store.collection(references)];
  const [uploaded, shown, profile] = await Promise.all([
    records.find({ owner }, { sort: { at: -1 }, limit: MAX_PICTURES }),
    referrers.find({ owner }, { limit: MAX_PICTURES }),
    // One from before references had an owner.
    referrers.findOne({ _id: owner }),
  ]);
  const shownIds = [...shown, ...(profile ? [profile] : [])].flatMap(({ image }) => image ?? []);
  const own = await records.find({ _id: { $in: [...new Set([...uploaded.map(({ _id }) => _id), ...shownIds])] } });
  const hashes = own.flatMap(({ hash }) => hash ?? []);
  const equal = hashes.length > 0 ? await records.find({ hash: { $in: hashes } }, { limit: MAX_REFERENCES }) : [];
  const pictures = new Map([...own, ...equal].map((picture) => [picture._id, picture]));
  if (pictures.size === 0) return [];
  const uses = await referrers.find({ image: { $in: [...pictures.keys()] } }, { limit: MAX_REFERENCES });
  /** Equal pictures count once. */
  const contentOf = ({ _id, hash = _id }: ImageRecord) => hash;
  const seen = new Map<string, Set<string>>();
  const note = (user: string | undefined, picture: ImageRecord | undefined) => {
    if (user === undefined || user === userId || !picture) return;
    seen.set(user, (seen.get(user) ?? new Set()).add(contentOf(picture)));
  };
  for (const picture of pictures.values()) note(userIn(picture.owner), picture);
  for (const { _id, owner: user = _id, image } of uses) note(userIn(user), pictures.get(image ?? ''));
  return [...seen].map(([user, contents]) => ({ userId: user, count: contents.size }));
};
