import { DAY_MS } from '@piecework/base';
import { type ServiceDeps, timer } from '@piecework/service-runtime';
import { images } from './image.store';
import type { ImageStore } from './image-store';

/** Milliseconds. Open forms may still hold the address, and events may be late. */
export const UNREFERENCED_MS = DAY_MS;

export const createImageSweep = (deps: Pick<ServiceDeps, 'transact' | 'log'> & { imageStore: ImageStore }) => {
  const { transact, log, imageStore } = deps;
  let swept = 0;

  const sweep = timer({
    name: 'unreferenced-pictures',
    emits: [],
    of: images,
    deadline: 'freeSince',
    after: UNREFERENCED_MS,
    where: { references: 0 },
    // A pending event may reference the picture.
    waitsForEvents: true,
    fire: async (unit, { _id, owner, bytes }) => {
      // Blocks new references.
      await unit.collection(images).updateOne({ _id }, { $set: { removing: true } });
      return async () => {
        await imageStore.remove(_id);
        const { deletedCount } = await transact((tx) => tx.collection(images).deleteOne({ _id, removing: true }));
        if (deletedCount === 0) return;
        swept += 1;
        log.info({ image: _id, owner, bytes }, 'unreferenced picture removed');
      };
    },
  });
  return { sweep, swept: () => swept };
};
