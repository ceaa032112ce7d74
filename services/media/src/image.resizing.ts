import type { Log } from '@piecework/base';
import type { ImageWidth } from '@piecework/contracts';
import type { Encoder } from './encoder';
import type { ImageStore } from './image-store';

/** Pictures in the widths that screens ask for: each is made when it is first asked for, once, and kept beside the original. */
export const createImageResizer = (deps: {
  imageStore: ImageStore;
  encoder: Pick<Encoder, 'shrink'>;
  log: Pick<Log, 'warn'>;
}) => {
  const { imageStore, encoder, log } = deps;
  /** Whoever asks for what is just being made gets that one. */
  const underway = new Map<string, Promise<Buffer>>();

  const make = async (id: string, original: Buffer, width: ImageWidth): Promise<Buffer> => {
    try {
      const smaller = await encoder.shrink(original, width);
      if (!smaller) return original;
      await imageStore
        .put(id, smaller, width)
        .catch((err: unknown) => log.warn({ err, image: id, width }, 'a smaller picture could not be kept'));
      return smaller;
    } catch (err) {
      log.warn({ err, image: id, width }, 'a picture could not be made smaller: the large one does as well');
      return original;
    }
  };

  return {
    /**
     * The picture, no wider than asked for; it is never enlarged.
     *
     * @throws {StoreUnavailableError}
     */
    get: async (id: string, width?: ImageWidth): Promise<Buffer | null> => {
      const kept = width === undefined ? null : await imageStore.get(id, width);
      if (kept) return kept;
      const original = await imageStore.get(id);
      if (!original || width === undefined) return original;
      const key = `${id}-${width}`;
      const made = underway.get(key) ?? make(id, original, width).finally(() => underway.delete(key));
      underway.set(key, made);
      return made;
    },
  };
};
