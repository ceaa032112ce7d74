import type { Job, ServiceDeps } from '@piecework/service-runtime';
import { type ImageRecord, images } from './image.store';
import type { ImageStore } from './image-store';
import type { Quota } from './upload-quota.store';

/** Milliseconds. Open forms may still hold the address, and events may be late. */
export const UNREFERENCED_MS = 24 * 3600 * 1000;
export const SWEEP_EVERY_MS = 10 * 60 * 1000;
const BATCH = 100;
const MAX_PER_ROUND = 1000;

export const createImageSweep = (
  deps: Pick<ServiceDeps, 'store' | 'clock' | 'log'> & { imageStore: ImageStore; quota: Quota },
) => {
  const { store, clock, log, imageStore, quota } = deps;
  const records = store.collection(images);
  let swept = 0;
  /** Id of the last record that was looked at; '' at the start. Kept across rounds, so that a thousand stuck records starve no others. */
  let last = '';

  /** `removing` blocks new references; after a crash the next round continues. */
  const remove = async ({ _id, owner, bytes }: ImageRecord, before: number): Promise<void> => {
    const unreferenced = { _id, references: 0, freeSince: { $lte: before } };
    const { matchedCount } = await records.updateOne(unreferenced, { $set: { removing: true } });
    if (matchedCount === 0) return;
    await imageStore.remove(_id);
    const { deletedCount } = await records.deleteOne({ _id, removing: true });
    if (deletedCount === 0) return;
    swept += 1;
    log.info({ image: _id, owner, bytes }, 'unreferenced picture removed');
  };

  const sweep = async (): Promise<void> => {
    const before = clock.now() - UNREFERENCED_MS;
    for (let seen = 0; seen < MAX_PER_ROUND; seen += BATCH) {
      const batch = await records.find(
        { references: 0, freeSince: { $lte: before }, _id: { $gt: last } },
        { sort: { _id: 1 }, limit: BATCH },
      );
      for (const record of batch)
        await remove(record, before).catch((err: unknown) =>
          log.warn({ err, image: record._id }, 'a picture could not be removed; the next round retries'),
        );
      const isEnd = batch.length < BATCH;
      last = isEnd ? '' : (batch.at(-1)?._id ?? '');
      if (isEnd) return;
    }
  };

  const job: Job = {
    name: 'sweep of pictures',
    everyMs: SWEEP_EVERY_MS,
    run: async ({ isCaughtUp }) => {
      await quota.purge();
      // A pending event may reference the picture.
      if (await isCaughtUp()) await sweep();
      else log.debug({}, 'sweep skipped: events are pending');
    },
  };
  return { job, swept: () => swept };
};
