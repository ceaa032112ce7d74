import type { ImageWidth } from '@piecework/contracts';

/** The port for files and GridFS (suite: `image-store.suite.ts`). Resized copies are stored by width and can be recreated. */
export interface ImageStore {
  /** Atomic and durable. @throws {StoreUnavailableError} */
  put(id: string, webp: Buffer, width?: ImageWidth): Promise<void>;
  /** @throws {StoreUnavailableError} */
  get(id: string, width?: ImageWidth): Promise<Buffer | null>;
  /** Removes the resized copies too. Idempotent. */
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}
