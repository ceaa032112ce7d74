import { IMAGE_LIMITS, type ImageWidth } from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/service-kit';

/** Pure rules of pictures: what is taken, what is wrong with the rest, and where a picture is found. */

const FORMATS = ['png', 'jpeg', 'webp', 'gif', 'avif'] as const;
export type Format = (typeof FORMATS)[number];

/** Longest edge of what is kept, in pixels. */
export const MAX_EDGE = 1600;

const MEGABYTE = 1024 * 1024;

export const refusals = {
  missing: () => failField('image', 'Choose an image and send it in the field image'),
  several: () => failField('image', 'Send one image at a time'),
  empty: () => failField('image', 'This file is empty. Choose another image'),
  wrongType: () => failField('image', 'The image must be a PNG, JPEG, WebP, GIF or AVIF file'),
  unreadable: () =>
    failField(
      'image',
      'This image cannot be read: the file is damaged or not what it says. Choose another one',
    ),
  tooManyPixels: () =>
    failField('image', `The image must have at most ${IMAGE_LIMITS.maxPixels / 1_000_000} megapixels`),
  tooLarge: () =>
    fail('too-large', { message: `The image must be at most ${IMAGE_LIMITS.maxBytes / MEGABYTE} MB.` }),
  notMultipart: () =>
    fail('unsupported-media-type', { message: 'Send the image as multipart/form-data, in the field image.' }),
  incomplete: () => fail('upload-incomplete'),
} as const satisfies Record<string, () => Failure>;

const startsWith = (bytes: Buffer, signature: string, at = 0) =>
  bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));

/** The `ftyp` box that AVIF begins with names its brands, four bytes each: the major one, a version, then those that also fit. */
const isAvif = (bytes: Buffer) => {
  if (bytes.length < 16 || !startsWith(bytes, 'ftyp', 4)) return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12 && (startsWith(bytes, 'avif', at) || startsWith(bytes, 'avis', at))) return true;
  return false;
};

/** What a file is by its first bytes; its name and declared type are not believed. */
export const sniff = (bytes: Buffer): Format | null => {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  return isAvif(bytes) ? 'avif' : null;
};

export const isImageId = (text: string): boolean => /^[0-9a-z]{26}$/.test(text);

/** What a picture is kept as: `{id}.webp`, or `{id}-{width}.webp` for a smaller one that was made of it. */
export const fileNameOf = (id: string, width?: ImageWidth): string => {
  if (!isImageId(id)) throw new Error(`Not the id of an image: ${JSON.stringify(id)}`);
  return width === undefined ? `${id}.webp` : `${id}-${width}.webp`;
};

/** The id in `{id}` or `{id}.webp`. */
export const imageIdOf = (name: string): string => name.replace(/\.webp$/, '');

/**
 * The id of the picture of ours that an address names, on whatever host: installations move, and the host of an address is that of its day.
 */
export const imageIdIn = (url: string): string | null =>
  /^(?:https?:\/\/[^/]+)?\/images\/([0-9a-z]{26})(?:\.webp)?$/.exec(url)?.[1] ?? null;

/** The address that `<img src>` takes on any origin. */
export const displayUrl = (id: string, { gatewayOrigin }: { gatewayOrigin: string }): string =>
  new URL(`/images/${id}.webp`, gatewayOrigin).href;
