import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@piecework/base';
import { imageStoreSuite } from '../../testing/image-store.suite';
import { createFileImageStore } from './file-image-store';

imageStoreSuite('files', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'piecework-images-'));
  return { store: createFileImageStore({ dir, clock: systemClock }), another: null, kept: () => readdir(dir) };
});
