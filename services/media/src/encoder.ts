import { IMAGE_LIMITS } from '@piecework/contracts';
import type { Failure } from '@piecework/service-kit';
import sharp from 'sharp';
import { type Format, MAX_EDGE, refusals, sniff } from './image';
import { createQueue } from './queue';

interface EncodedImage {
  webp: Buffer;
  width: number;
  height: number;
}

export interface Encoder {
  /** Makes any picture that we take a plain WebP: upright, in sRGB, without metadata, first frame only. */
  encode(bytes: Buffer): Promise<EncodedImage | Failure<'validation'>>;
  /** Makes one of our pictures so many pixels wide, in proportion; null when it is not wider than that. */
  shrink(webp: Buffer, width: number): Promise<Buffer | null>;
}

/** Pictures that are decoded at a time: one of 40 megapixels takes up to 160 MB while it is. */
const PARALLEL = 2;
/** Pictures that are shrunk at a time: ours have 1.6 megapixels or less, and whoever waits for them looks at a screen. */
const PARALLEL_SHRINKS = 2;
/** Seconds of decoding and encoding after which a picture is given up. */
const SECONDS = 20;

/** What libvips calls the formats that we sniff. */
const LOADERS: Record<Format, string> = { png: 'png', jpeg: 'jpeg', webp: 'webp', gif: 'gif', avif: 'heif' };

/**
 * The dimensions are read from the header alone and refused before a pixel is decoded. `failOn: 'error'` refuses what is truncated or
 * corrupt, and lets pass the harmless oddities (`warning`) that many phones and editors write.
 */
const inspect = async (bytes: Buffer): Promise<Failure<'validation'> | null> => {
  const format = sniff(bytes);
  if (!format) return refusals.wrongType();
  const header = await sharp(bytes, { failOn: 'error', limitInputPixels: false }).metadata();
  if (header.format !== LOADERS[format]) return refusals.unreadable();
  return header.width * header.height > IMAGE_LIMITS.maxPixels ? refusals.tooManyPixels() : null;
};

const convert = async (bytes: Buffer): Promise<EncodedImage> => {
  const { data, info } = await sharp(bytes, {
    failOn: 'error',
    limitInputPixels: IMAGE_LIMITS.maxPixels,
    sequentialRead: true,
    animated: false,
  })
    .timeout({ seconds: SECONDS })
    .autoOrient()
    .resize({ width: MAX_EDGE, height: MAX_EDGE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82, effort: 2 })
    .toBuffer({ resolveWithObject: true });
  return { webp: data, width: info.width, height: info.height };
};

const shrink = async (webp: Buffer, width: number): Promise<Buffer | null> => {
  const header = await sharp(webp).metadata();
  if (header.width <= width) return null;
  return sharp(webp)
    .timeout({ seconds: SECONDS })
    .resize({ width })
    .webp({ quality: 80, effort: 4 })
    .toBuffer();
};

export const createEncoder = (): Encoder => {
  // One thread a picture and nothing remembered between pictures: memory stays flat, and the other services keep a core.
  sharp.concurrency(1);
  sharp.cache(false);
  const queue = createQueue(PARALLEL);
  const shrinks = createQueue(PARALLEL_SHRINKS);

  return {
    encode: (bytes) =>
      queue.run(async () => {
        try {
          const refused = await inspect(bytes);
          return refused ?? (await convert(bytes));
        } catch {
          // libvips says no more than a sentence; whatever it stumbled over is in the file.
          return refusals.unreadable();
        }
      }),
    shrink: (webp, width) => shrinks.run(() => shrink(webp, width)),
  };
};
