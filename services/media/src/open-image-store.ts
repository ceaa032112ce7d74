import { join } from 'node:path';
import type { ServiceDeps } from '@piecework/service-kit';
import { databaseOf } from '@piecework/service-kit/run';
import { createFileImageStore } from './file-image-store';
import { createGridFsImageStore } from './gridfs-image-store';
import type { ImageStore } from './image-store';

/** Where pictures are kept, as the settings choose. */
export const openImageStore = ({
  settings,
  clock,
  log,
}: Pick<ServiceDeps, 'settings' | 'clock' | 'log'>): ImageStore => {
  switch (settings.images) {
    case 'files':
      return createFileImageStore({ dir: join(settings.dataDir, 'images'), clock });
    case 'gridfs':
      return createGridFsImageStore({
        uri: settings.mongodbUri ?? '',
        database: databaseOf('media'),
        clock,
        log,
      });
  }
};
