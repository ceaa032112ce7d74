import type { Log } from '@piecework/base';
import type { ImageWidth } from '@piecework/contracts';
import type { Encoder } from './encoder';
import type { ImageStore } from './image-store';

export const createImageResizer = (deps: {
  imageStore: ImageStore;
  encoder: Pick<Encoder, 'shrink'>;
  log: Pick<Log, 'warn'>;
}) => {
  const { imageStore, encoder, log } = deps;
  const underway = new Map<string, Promise<Buffer>>();

  const keep = async (id: string, smaller: Buffer, width: ImageWidth): Promise<void> => {
    await imageStore.put(id, smaller, width);
    // The sweep may have removed the picture meanwhile; it does not check the resized copies again.
    if (!(await imageStore.get(id))) await imageStore.remove(id);
  };

  const make = async (id: string, original: Buffer, width: ImageWidth): Promise<Buffer> => {
    try {
      const smaller = await encoder.shrink(original, width);
      if (!smaller) return original;
      await keep(id, smaller, width).catch((err: unknown) =>
        log.warn({ err, image: id, width }, 'a resized picture could not be stored'),
      );
      return smaller;
    } catch (err) {
      log.warn({ err, image: id, width }, 'resizing failed: serving the original');
      return original;
    }
  };

  return {
    /** Never enlarges. @throws {StoreUnavailableError} */
    get: async (id: string, width?: ImageWidth): Promise<Buffer | null> => {
      const kept = width === undefined ? null : await imageStore.get(id, width);
      if (kept) return kept;
      const original = await imageStore.get(id);
      if (!original || width === undefined) return original;
      const key = `${id}-${width}`;
      const resized = underway.get(key) ?? make(id, original, width).finally(() => underway.delete(key));
      underway.set(key, resized);
      return resized;
    },
  };
};
