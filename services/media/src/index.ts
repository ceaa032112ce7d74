import { defineService, type ServiceDeps } from '@piecework/service-kit';
import { createEncoder } from './encoder';
import { createImageOperations } from './image.routes';
import { hostedImages, images } from './image.store';
import { createImgbb } from './imgbb';
import { openImageStore } from './open-image-store';

const create = (deps: ServiceDeps) => {
  const imageStore = openImageStore(deps);
  const { clock, log, settings } = deps;
  if (settings.images === 'imgbb' && !settings.imgbb)
    throw new Error('IMAGES=imgbb, and these settings were read by a program without its key');
  const imageHost = settings.imgbb && createImgbb({ access: settings.imgbb, clock, log });
  return {
    operations: createImageOperations({ ...deps, imageStore, imageHost, encoder: createEncoder() }),
    // Pictures are kept when an account closes: tasks and testimonials still show them.
    consumers: [],
    close: imageStore.close,
  };
};

export const mediaService = defineService({ name: 'media', collections: [images, hostedImages], create });
