import { StoreUnavailableError } from '@piecework/store';
import type { ImageStore } from '../src/image/image-store';

const ID = '01k9zzzzzzzzzzzzzzzzzzzzzz';
const OTHER = '01k9yyyyyyyyyyyyyyyyyyyyyy';
const bytes = (length: number, seed = 1) =>
  Buffer.from(Uint8Array.from({ length }, (_, at) => (at * 31 + seed * 7) % 256));

export interface Opened {
  store: ImageStore;
  /** A second process over the same pictures; null for an exclusive store. */
  another: (() => ImageStore) | null;
  /** Names of everything that uses space, orphans included. */
  kept(): Promise<string[]>;
}

export const imageStoreSuite = (name: string, open: () => Promise<Opened>): void => {
  describe(`ImageStore: ${name}`, () => {
    let opened: Opened;
    let store: ImageStore;
    beforeEach(async () => {
      opened = await open();
      store = opened.store;
    });
    afterEach(() => store.close());

    it.each([0, 1, 1000, 255 * 1024, 255 * 1024 + 1, 3_000_000])('returns the stored bytes: %i', async (length) => {
      await store.put(ID, bytes(length));
      expect((await store.get(ID))?.equals(bytes(length))).toBe(true);
    });

    it('answers null for an unknown id', async () => {
      expect(await store.get(ID)).toBeNull();
      await store.put(OTHER, bytes(10));
      expect(await store.get(ID)).toBeNull();
      expect(await store.get(OTHER, 80)).toBeNull();
    });

    it('stores resized copies beside the original', async () => {
      await store.put(ID, bytes(500));
      await store.put(ID, bytes(50, 2), 160);
      expect((await store.get(ID))?.equals(bytes(500))).toBe(true);
      expect((await store.get(ID, 160))?.equals(bytes(50, 2))).toBe(true);
      expect(await store.get(ID, 320)).toBeNull();
    });

    it('removes a picture with its resized copies and nothing else', async () => {
      await store.put(ID, bytes(500));
      await store.put(ID, bytes(50), 160);
      await store.put(OTHER, bytes(70));
      const before = await opened.kept();
      await store.remove(ID);
      expect(await store.get(ID)).toBeNull();
      expect(await store.get(ID, 160)).toBeNull();
      expect(await store.get(OTHER)).not.toBeNull();
      expect((await opened.kept()).length).toBeLessThan(before.length);
      await store.remove(OTHER);
      expect(await opened.kept()).toEqual([]);
    });

    it('ignores the removal of an unknown id', async () => {
      await store.remove(ID);
    });

    it('stores the same id twice at the same time without a torn file', async () => {
      const mine = bytes(600_000);
      const processes = [store, opened.another?.()].filter((one) => one !== undefined);
      if (opened.another) {
        await Promise.all(processes.map((one) => one.put(ID, mine, 640)));
        await Promise.all(processes.slice(1).map((one) => one.close()));
      } else await store.put(ID, mine, 640);
      expect((await store.get(ID, 640))?.equals(mine)).toBe(true);
      await store.remove(ID);
      expect(await opened.kept()).toEqual([]);
    });

    it.each(['../jwt-secret', '', 'ID', `${ID}.webp`, `${ID}/..`])('rejects the id %j', async (id) => {
      await expect(store.get(id)).rejects.toThrow('Not the id of an image');
      await expect(store.put(id, bytes(1))).rejects.toThrow('Not the id of an image');
      await expect(store.remove(id)).rejects.toThrow('Not the id of an image');
      await expect(store.get(id)).rejects.not.toThrow(StoreUnavailableError);
    });
  });
};
