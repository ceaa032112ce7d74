import { defineService, type ServiceDeps } from '@piecework/service-kit';
import { createEncoder } from './encoder';
import { imageProblems } from './image.errors';
import { createImageOperations } from './image.routes';
import { images } from './image.store';
import { openImageStore } from './open-image-store';

const create = (deps: ServiceDeps) => {
  const imageStore = openImageStore(deps);
  return {
    operations: createImageOperations({ ...deps, imageStore, encoder: createEncoder() }),
    // Pictures are kept when an account closes: tasks and testimonials still show them.
    consumers: [],
    problems: imageProblems,
    close: imageStore.close,
  };
};

export const mediaService = defineService({ name: 'media', collections: [images], create });
