/** Where pictures are kept: files here; a database or an image host are other adapters of the same port. */
export interface ImageStore {
  /**
   * Keeps a WebP picture, whole or not at all: once it resolves, a crash does not lose it.
   *
   * @throws {StoreUnavailableError}
   */
  put(id: string, webp: Buffer): Promise<void>;
  /** @throws {StoreUnavailableError} */
  get(id: string): Promise<Buffer | null>;
  /** Nothing happens when it is not there. */
  remove(id: string): Promise<void>;
}
