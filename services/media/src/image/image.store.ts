import { collection, type Document } from '@piecework/store';

export interface ImageRecord extends Document {
  _id: string;
  /** `user:{id}`, or `identity:{uid}` before registration; of a remote picture its first referrer's owner or `testimonial:{id}`. */
  owner: string;
  bytes: number;
  width: number;
  height: number;
  /** Milliseconds since 1970. */
  at: number;
  /** SHA-256 of the encoded picture. Absent in older records and of pictures of other hosts. */
  hash?: string;
  /** Absent in records older than the sweep, which keeps those. */
  references?: number;
  /** Milliseconds since 1970: the upload, or the end of the last reference. */
  freeSince?: number;
  removing?: true;
  /** Remote pictures only. `bytes` is 0 until the fetch. */
  url?: string;
  /** Consecutive failures, and the earliest next attempt (milliseconds since 1970). */
  failures?: number;
  retryAt?: number;
}

export interface HostedImage extends ImageRecord {
  url: string;
}

export const hostedImages = collection<HostedImage>('hostedImages', [{ key: { owner: 1, at: 1 } }]);
export const images = collection<ImageRecord>('images', [
  { key: { owner: 1, at: 1 } },
  { key: { references: 1, freeSince: 1 } },
  { key: { hash: 1 } },
]);
