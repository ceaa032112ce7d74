import type { ImageWidth } from '@piecework/contracts';

/**
 * Where pictures are kept: files or GridFS, which pass the one suite in `image-store.suite.ts`. Beside a picture there are smaller ones
 * that were made of it, named by their width; they can be made again.
 */
export interface ImageStore {
  /**
   * Keeps a WebP picture, whole or not at all: once it resolves, a crash does not lose it.
   *
   * @throws {StoreUnavailableError}
   */
  put(id: string, webp: Buffer, width?: ImageWidth): Promise<void>;
  /** @throws {StoreUnavailableError} */
  get(id: string, width?: ImageWidth): Promise<Buffer | null>;
  /** The picture and all that was made of it. Nothing happens when it is not there. */
  remove(id: string): Promise<void>;
  /** Gives back connections; every later call may reject. */
  close(): Promise<void>;
}
