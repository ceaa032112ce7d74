import { join } from 'node:path';
import { defineService, type ServiceDeps } from '@piecework/service-kit';
import { createEncoder } from './encoder';
import { createFileImageStore } from './file-image-store';
import { imageProblems } from './image.errors';
import { createImageOperations } from './image.routes';
import { images } from './image.store';

const create = (deps: ServiceDeps) => ({
  operations: createImageOperations({
    ...deps,
    imageStore: createFileImageStore({ dir: join(deps.settings.dataDir, 'images'), clock: deps.clock }),
    encoder: createEncoder(),
  }),
  // Pictures are kept when an account closes: tasks and testimonials still show them.
  consumers: [],
  problems: imageProblems,
});

export const mediaService = defineService({ name: 'media', collections: [images], create });
