import { createConcurrencyLimiter, OverloadedError, sleep } from '@piecework/base';
import { isFailure } from '@piecework/http';
import type { ServiceDeps } from '@piecework/service-runtime';
import { StoreUnavailableError } from '@piecework/store';
import type { Encoder } from './encoder';
import { type ImageRecord, images } from './image.store';
import type { ImageStore } from './image-store';
import type { Fetcher } from './remote-image.fetcher';
import type { Quota } from './upload-quota.store';

/** Beyond these limits a picture is fetched at a later request. */
const TURNS = { atATime: 4, waiting: 32 };
const REMOTE = 'remote';
/** Milliseconds. The fetch continues in the background. */
export const COMING_MS = 3000;
const FIRST_PAUSE_MS = 5 * 60 * 1000;
const LONGEST_PAUSE_MS = 24 * 3600 * 1000;

const pauseAfter = (failures: number): number =>
  Math.min(FIRST_PAUSE_MS * 4 ** (failures - 1), LONGEST_PAUSE_MS);

class NoRoomError extends Error {
  override readonly name = 'NoRoomError';
}

/** Fetches a picture at its first request and keeps it unchanged. Only addresses from events are fetched: this is no open proxy. */
export const createRemotePictures = (
  deps: Pick<ServiceDeps, 'store' | 'clock' | 'log'> & {
    imageStore: ImageStore;
    encoder: Pick<Encoder, 'encode'>;
    fetcher: Fetcher;
    quota: Pick<Quota, 'refuseSpent' | 'charge'>;
  },
) => {
  const { store, clock, log, imageStore, encoder, fetcher, quota } = deps;
  const records = store.collection(images);
  const turns = createConcurrencyLimiter(TURNS);
  const underway = new Map<string, Promise<boolean>>();

  /** @throws {OverloadedError} @throws {NoRoomError} @throws {StoreUnavailableError} */
  const keep = async ({ _id, owner }: ImageRecord, url: string): Promise<void> => {
    const spent = await quota.refuseSpent(owner);
    if (spent) throw new NoRoomError(spent.message);
    const image = await encoder.encode(await fetcher.fetch(url), { key: REMOTE });
    if (isFailure(image)) {
      const reason = image.message ?? image.failure;
      throw image.failure === 'unavailable' ? new OverloadedError(reason) : new Error(reason);
    }
    const { webp, width, height } = image;
    const kept = await quota.charge(owner, webp.length, async () => {
      await imageStore.put(_id, webp);
      const $set = { bytes: webp.length, width, height, failures: 0 };
      const { matchedCount } = await records.updateOne({ _id, removing: { $exists: false } }, { $set });
      // The sweep has removed the record.
      if (matchedCount === 0) await imageStore.remove(_id);
    });
    if (isFailure(kept)) throw new NoRoomError(kept.message);
  };

  const fetchNow = async (record: ImageRecord, url: string): Promise<boolean> => {
    const { _id, failures = 0 } = record;
    try {
      await keep(record, url);
      return true;
    } catch (err) {
      if (err instanceof OverloadedError) throw err;
      // Back off only for the host's faults.
      const isOurs = err instanceof NoRoomError || err instanceof StoreUnavailableError;
      const counted = isOurs ? failures : failures + 1;
      log.warn({ err, image: _id, failures: counted }, 'a picture of another host does not come');
      const retryAt = clock.now() + (isOurs ? FIRST_PAUSE_MS : pauseAfter(counted));
      await records.updateOne({ _id }, { $set: { failures: counted, retryAt } });
      return false;
    }
  };

  const bring = (record: ImageRecord, url: string): Promise<boolean> => {
    const known = underway.get(record._id);
    if (known) return known;
    const coming = turns(() => fetchNow(record, url), { key: record.owner })
      .catch((err: unknown) => {
        if (!(err instanceof OverloadedError))
          log.warn({ err, image: record._id }, 'a picture is not fetched');
        return false;
      })
      .finally(() => underway.delete(record._id));
    underway.set(record._id, coming);
    return coming;
  };

  return {
    /** True once stored. @throws {StoreUnavailableError} */
    bring: async (id: string): Promise<boolean> => {
      const record = await records.findOne({ _id: id });
      if (!record?.url || record.removing || (record.retryAt ?? 0) > clock.now()) return false;
      const waiting = new AbortController();
      const late = sleep(clock, COMING_MS, waiting.signal).then(() => false);
      const comes = await Promise.race([bring(record, record.url), late]);
      waiting.abort();
      return comes;
    },
  };
};
export type RemotePictures = ReturnType<typeof createRemotePictures>;
