import { collection, type Document } from '@piecework/store';

/** Who uploaded or showed what; the picture itself is in the {@link ImageStore}. */
export interface ImageRecord extends Document {
  /** The id of the picture. */
  _id: string;
  /** `user:{id}`, or `identity:{uid}` of someone who is only about to register; of a picture on another host, who showed it first (`testimonial:{id}` of a testimonial). */
  owner: string;
  /** Size of the WebP file. */
  bytes: number;
  width: number;
  height: number;
  /** Milliseconds since 1970. */
  at: number;
  /** How many show it. Absent in records that are older than the sweep, which never removes them. */
  references?: number;
  /** Milliseconds since 1970: when it was uploaded, or the last one ended that showed it. */
  freeSince?: number;
  /** The sweep is removing it. */
  removing?: true;
  /** Of a picture on another host: where. Its `bytes` are 0 until it has been fetched. */
  url?: string;
  /** How often in a row it could not be fetched, and before when that is not tried again (milliseconds since 1970). */
  failures?: number;
  retryAt?: number;
}

/** Who has handed what to the image host, where the picture is. */
export interface HostedImage extends ImageRecord {
  url: string;
}

export const hostedImages = collection<HostedImage>('hostedImages', [{ key: { owner: 1, at: 1 } }]);
export const images = collection<ImageRecord>('images', [
  { key: { owner: 1, at: 1 } },
  { key: { references: 1 } },
]);
