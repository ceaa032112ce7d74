import { defineService, type ServiceDeps, type ServiceModule } from '@piecework/service-runtime';
import { createEncoder } from './image/encoder';
import { createImageGauges } from './image/image.gauges';
import { createImageInternal } from './image/image.internal';
import { createImageOperations } from './image/image.routes';
import { hostedImages, images } from './image/image.store';
import { imageTally, referenceTally } from './image/image.tally';
import { createImageSweep } from './image/image.timers';
import { createReferenceConsumers } from './image/image-reference.consumers';
import { references } from './image/image-reference.store';
import { createImgbb } from './image/imgbb';
import { openImageStore } from './image/open-image-store';
import { mediaOwnData } from './own-data';
import { createRemotePictures } from './remote-image/remote-image';
import { createFetcher, type Fetcher } from './remote-image/remote-image.fetcher';
import { createUploadBudget } from './upload/upload-budget';
import { createQuota, quotaExpiry, uploadedBytes } from './upload/upload-quota.store';

const create = (deps: ServiceDeps, fetcher: Fetcher) => {
  const imageStore = openImageStore(deps);
  const { clock, log, settings } = deps;
  if (settings.images === 'imgbb' && !settings.imgbb)
    throw new Error('IMAGES=imgbb requires IMGBB_API_KEY, which this program does not read');
  const imageHost = settings.imgbb && createImgbb({ access: settings.imgbb, clock, log });
  const quota = createQuota(deps);
  const { sweep, swept } = createImageSweep({ ...deps, imageStore });
  const limits = settings.rateLimits;
  const encoder = createEncoder({ limits, clock, log });
  const budget = createUploadBudget({ limits, clock });
  const remote = createRemotePictures({ ...deps, imageStore, encoder, fetcher, quota });
  return {
    operations: createImageOperations({ ...deps, imageStore, imageHost, quota, encoder, budget, remote, fetcher }),
    consumers: createReferenceConsumers(deps),
    internal: createImageInternal(deps),
    gauges: { ...createImageGauges({ ...deps, swept, refusals: quota.refusals }), ...budget.gauges, ...encoder.gauges },
    timers: [sweep, quotaExpiry],
    close: async () => {
      encoder.close();
      await imageStore.close();
    },
  };
};

export const createMediaService = (openFetcher = createFetcher): ServiceModule<'media'> =>
  defineService({
    name: 'media',
    collections: [images, hostedImages, uploadedBytes, references],
    ownData: mediaOwnData,
    tallies: [imageTally, referenceTally],
    create: (deps) => create(deps, openFetcher(deps)),
  });

export const mediaService = createMediaService();
