import {
  IMAGE_FORMAT_NAMES,
  type IMAGE_FORMATS,
  IMAGE_LIMITS,
  IMAGE_MEGABYTES,
  type ImageWidth,
} from '@piecework/contracts';
import { type Failure, fail, failField } from '@piecework/http';
import type { Header } from './decoder';

export type Format = (typeof IMAGE_FORMATS)[number];

/** Pixels. */
export const MAX_EDGE = 1600;

const MEGABYTE = 1024 * 1024;

const RETRY_AFTER_SECONDS = 5;

const tenths = (value: number) => Math.floor(value * 10) / 10;

export const refusals = {
  missing: () => failField('image', 'Choose a picture and send it in the field image'),
  several: () => failField('image', 'Send one picture at a time'),
  empty: () => failField('image', 'This file is empty. Choose another picture'),
  wrongType: () => failField('image', `The picture must be a ${IMAGE_FORMAT_NAMES} file`),
  unreadable: () =>
    failField('image', 'This picture can’t be read. The file is damaged or has the wrong type. Choose another one'),
  tooManyPixels: (kind: string, pixels: number) =>
    failField('image', `${kind} must have at most ${tenths(pixels / 1_000_000)} megapixels`),
  tooWide: () => failField('image', `This kind of picture must be at most ${MAX_WIDTH} pixels wide`),
  tooHeavy: () =>
    failField(
      'image',
      'This picture takes too much memory or time to open. Make it smaller, or save it as a JPEG, and choose it again',
    ),
  tooLarge: () => fail('too-large', { message: `The picture must be at most ${IMAGE_MEGABYTES} MB.` }),
  notMultipart: () =>
    fail('unsupported-media-type', { message: 'Send the picture as multipart/form-data, in the field image.' }),
  incomplete: () => fail('upload-incomplete'),
  tooMany: () =>
    fail('too-many-requests', {
      message: 'Too many pictures are uploading at the same time. Wait a moment and send this one again.',
      retryAfter: RETRY_AFTER_SECONDS,
    }),
  crowded: () =>
    fail('unavailable', {
      message: 'Many people are uploading pictures right now. Wait a moment and send this one again.',
      retryAfter: RETRY_AFTER_SECONDS,
    }),
} as const satisfies Record<string, (...details: never[]) => Failure>;
export type Refusal = ReturnType<(typeof refusals)[keyof typeof refusals]>;

const startsWith = (bytes: Buffer, signature: string, at = 0) =>
  bytes.subarray(at, at + signature.length).equals(Buffer.from(signature, 'latin1'));

/** An `ftyp` box of four-byte brands: major brand, version, compatible brands. */
const isAvif = (bytes: Buffer) => {
  if (bytes.length < 16 || !startsWith(bytes, 'ftyp', 4)) return false;
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  for (let at = 8; at + 4 <= end; at += 4)
    if (at !== 12 && (startsWith(bytes, 'avif', at) || startsWith(bytes, 'avis', at))) return true;
  return false;
};

/** Reads the signature: name and declared type are untrusted. */
export const sniff = (bytes: Buffer): Format | null => {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'gif';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'webp';
  return isAvif(bytes) ? 'avif' : null;
};

const LOADERS: Record<Format, string> = { png: 'png', jpeg: 'jpeg', webp: 'webp', gif: 'gif', avif: 'heif' };

/** Pixels; baseline JPEGs are exempt. libvips buffers hundreds of rows while it shrinks a picture. */
const MAX_WIDTH = 10_000;

/** RSS of the idle process (75) plus a reserve. */
const BASE_MB = 112;
/** Decodes in less than about 0.4 s. */
const LIGHT_MB = 32;

interface Cost {
  kind: string;
  /** Worst case, measured in docs/adr/0029. */
  bytesPerPixel: number;
  anyWidth?: true;
}

const costOf = (format: Format, { channels, depth, isProgressive }: Header): Cost => {
  const isDeep = depth !== 'uchar';
  switch (format) {
    case 'jpeg':
      if (!isProgressive) return { kind: 'The picture', bytesPerPixel: 0.8, anyWidth: true };
      return { kind: 'A progressive JPEG', bytesPerPixel: channels > 3 ? 9 : 6.5 };
    case 'png': {
      const bytes = channels * (isDeep ? 2 : 1);
      if (!isProgressive) return { kind: 'The picture', bytesPerPixel: isDeep ? 7 : 2 };
      return { kind: isDeep ? 'An interlaced PNG of 16 bits' : 'An interlaced PNG', bytesPerPixel: 1.6 * bytes };
    }
    case 'webp':
      return { kind: 'A WebP', bytesPerPixel: 5 };
    case 'gif':
      return { kind: 'A GIF', bytesPerPixel: 7 };
    case 'avif':
      return isDeep ? { kind: 'An AVIF of 10 or 12 bits', bytesPerPixel: 28 } : { kind: 'An AVIF', bytesPerPixel: 20 };
  }
};

/** Decides by the header whether decoding fits into `megabytes`. */
export const weigh = (format: Format, header: Header, megabytes: number): Refusal | { light: boolean } => {
  if (header.format !== LOADERS[format]) return refusals.unreadable();
  const { kind, bytesPerPixel, anyWidth } = costOf(format, header);
  const affordable = ((megabytes - BASE_MB) * MEGABYTE) / bytesPerPixel;
  const pixels = header.width * header.height;
  if (pixels > IMAGE_LIMITS.maxPixels) return refusals.tooManyPixels('The picture', IMAGE_LIMITS.maxPixels);
  if (pixels > affordable) return refusals.tooManyPixels(kind, affordable);
  if (!anyWidth && header.width > MAX_WIDTH) return refusals.tooWide();
  return { light: pixels * bytesPerPixel <= LIGHT_MB * MEGABYTE };
};

export const isImageId = (text: string): boolean => /^[0-9a-z]{26}$/.test(text);

export const fileNameOf = (id: string, width?: ImageWidth): string => {
  if (!isImageId(id)) throw new Error(`Not the id of an image: ${JSON.stringify(id)}`);
  return width === undefined ? `${id}.webp` : `${id}-${width}.webp`;
};

export const imageIdOf = (name: string): string => name.replace(/\.webp$/, '');
