import type { ImageWidth } from '@piecework/contracts';
import { StoreUnavailableError } from '@piecework/store';

/** Resized copies are stored by width and can be recreated. Contract tests: `image-store.suite.ts`. */
export interface ImageStore {
  /** Atomic and durable. @throws {StoreUnavailableError} */
  put(id: string, webp: Buffer, width?: ImageWidth): Promise<void>;
  /** @throws {StoreUnavailableError} */
  get(id: string, width?: ImageWidth): Promise<Buffer | null>;
  /** The original first, then the resized copies. Idempotent. */
  remove(id: string): Promise<void>;
  close(): Promise<void>;
}

export const unavailable = (error: unknown): StoreUnavailableError =>
  new StoreUnavailableError(`images: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
