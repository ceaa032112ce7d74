import { join } from 'node:path';
import type { ServiceDeps } from '@piecework/service-runtime';
import { databaseOf } from '@piecework/service-runtime/run';
import { createFileImageStore } from './file-image-store';
import { createGridFsImageStore } from './gridfs-image-store';
import type { ImageStore } from './image-store';

/** Needed with an image host too: it serves the earlier uploads. */
export const openImageStore = (deps: Pick<ServiceDeps, 'settings' | 'clock' | 'log'>): ImageStore => {
  const { settings, clock, log } = deps;
  const chosen = settings.images === 'imgbb' ? (settings.mongodbUri ? 'gridfs' : 'files') : settings.images;
  switch (chosen) {
    case 'files':
      return createFileImageStore({ dir: join(settings.dataDir, 'images'), clock });
    case 'gridfs':
      return createGridFsImageStore({ uri: settings.mongodbUri ?? '', database: databaseOf('media'), clock, log });
  }
};
