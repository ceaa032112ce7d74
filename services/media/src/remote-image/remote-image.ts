import {
  createConcurrencyLimiter,
  DAY_MS,
  exponentialBackoff,
  MINUTE_MS,
  OverloadedError,
  sleep,
} from '@piecework/base';
import { isFailure } from '@piecework/http';
import type { ServiceDeps } from '@piecework/service-runtime';
import { StoreUnavailableError } from '@piecework/store';
import type { Encoder } from '../image/encoder';
import { type ImageRecord, images } from '../image/image.store';
import type { ImageStore } from '../image/image-store';
import type { Quota } from '../upload/upload-quota.store';
import type { Fetcher } from './remote-image.fetcher';

/** Beyond these limits a picture is fetched at a later request. */
const CONCURRENCY = { concurrency: 4, waiting: 32 };
const REMOTE = 'remote';
/** Milliseconds. The fetch continues in the background. */
export const FETCH_WAIT_MS = 3000;
const BACKOFF = { firstMs: 5 * MINUTE_MS, maxMs: DAY_MS, factor: 4 };

class QuotaExceededError extends Error {
  override readonly name = 'QuotaExceededError';
}

/** Fetches a picture at its first request and stores it permanently. Only URLs from events are fetched, so that it is not an open proxy. */
export const createRemotePictures = (
  deps: Pick<ServiceDeps, 'store' | 'transact' | 'clock' | 'log'> & {
    imageStore: ImageStore;
    encoder: Pick<Encoder, 'encode'>;
    fetcher: Pick<Fetcher, 'fetch'>;
    quota: Pick<Quota, 'refuseExhausted' | 'charge'>;
  },
) => {
  const { store, transact, clock, log, imageStore, encoder, fetcher, quota } = deps;
  const limited = createConcurrencyLimiter(CONCURRENCY);
  const underway = new Map<string, Promise<boolean>>();

  /** @throws {OverloadedError} @throws {QuotaExceededError} @throws {StoreUnavailableError} */
  const fetchAndStore = async ({ _id, owner }: ImageRecord, url: string): Promise<void> => {
    const spent = await quota.refuseExhausted(owner);
    if (spent) throw new QuotaExceededError(spent.message);
    const image = await encoder.encode(await fetcher.fetch(url), { key: REMOTE });
    if (isFailure(image)) {
      const reason = image.message ?? image.failure;
      throw image.failure === 'unavailable' ? new OverloadedError(reason) : new Error(reason);
    }
    const { webp, width, height } = image;
    const kept = await quota.charge(owner, webp.length, async () => {
      await imageStore.put(_id, webp);
      const $set = { bytes: webp.length, width, height, failures: 0 };
      const { matchedCount } = await transact((unit) =>
        unit.collection(images).updateOne({ _id, removing: { $exists: false } }, { $set }),
      );
      // The sweep has removed the record.
      if (matchedCount === 0) await imageStore.remove(_id);
    });
    if (isFailure(kept)) throw new QuotaExceededError(kept.message);
  };

  const fetchNow = async (record: ImageRecord, url: string): Promise<boolean> => {
    const { _id, failures = 0 } = record;
    try {
      await fetchAndStore(record, url);
      return true;
    } catch (err) {
      if (err instanceof OverloadedError) throw err;
      // Back off only for the host's faults.
      const isOwnFault = err instanceof QuotaExceededError || err instanceof StoreUnavailableError;
      const counted = isOwnFault ? failures : failures + 1;
      log.warn({ err, image: _id, failures: counted }, 'fetching a remote picture failed');
      const retryAt = clock.now() + (isOwnFault ? BACKOFF.firstMs : exponentialBackoff(counted, BACKOFF));
      await transact((unit) => unit.collection(images).updateOne({ _id }, { $set: { failures: counted, retryAt } }));
      return false;
    }
  };

  const ensureStored = (record: ImageRecord, url: string): Promise<boolean> => {
    const running = underway.get(record._id);
    if (running) return running;
    const fetching = limited(() => fetchNow(record, url), { key: record.owner })
      .catch((err: unknown) => {
        if (!(err instanceof OverloadedError)) log.warn({ err, image: record._id }, 'a remote picture was not fetched');
        return false;
      })
      .finally(() => underway.delete(record._id));
    underway.set(record._id, fetching);
    return fetching;
  };

  return {
    /** True once stored. @throws {StoreUnavailableError} */
    ensureStored: async (id: string): Promise<boolean> => {
      const record = await store.collection(images).findOne({ _id: id });
      if (!record?.url || record.removing || (record.retryAt ?? 0) > clock.now()) return false;
      const waiting = new AbortController();
      const late = sleep(clock, FETCH_WAIT_MS, waiting.signal).then(() => false);
      const isStored = await Promise.race([ensureStored(record, record.url), late]);
      waiting.abort();
      return isStored;
    },
  };
};
export type RemotePictures = ReturnType<typeof createRemotePictures>;
