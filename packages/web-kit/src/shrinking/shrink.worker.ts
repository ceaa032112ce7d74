import type { Outcome, Source } from './index';
import { encodeWithin, fittingSize, isOpaque, TARGET_BYTES } from './plan';

/** Upright, because the encoded picture has no EXIF orientation. Of an animation, the first frame, which is what the server stores too. */
const shrink = async ({ file, isConverted, maxMegapixels }: Source): Promise<Outcome> => {
  const original = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const megapixels = (original.width * original.height) / 1_000_000;
  if (megapixels > maxMegapixels) return { kind: 'too-many-pixels', megapixels };
  const { width, height } = fittingSize(original);
  const isFitting = width === original.width && height === original.height && !isConverted;
  if (isFitting && file.size <= TARGET_BYTES) return { kind: 'unchanged' };
  const small = await createImageBitmap(original, { resizeWidth: width, resizeHeight: height, resizeQuality: 'high' });
  original.close();
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return { kind: 'failed' };
  context.drawImage(small, 0, 0, width, height);
  small.close();
  const type =
    file.type === 'image/jpeg' || isOpaque(context.getImageData(0, 0, width, height).data)
      ? 'image/jpeg'
      : 'image/webp';
  const blob = await encodeWithin(type, (options) => canvas.convertToBlob(options));
  return isFitting && blob.size >= file.size ? { kind: 'unchanged' } : { kind: 'shrunk', blob };
};

addEventListener('message', async ({ data }: MessageEvent<Source>) => {
  const outcome = await shrink(data).catch((): Outcome => ({ kind: 'failed' }));
  postMessage(outcome);
});
