import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@piecework/base';
import { HOUR_MS } from '@piecework/base';
import { IMAGE_WIDTHS, type ImageWidth } from '@piecework/contracts';
import { fileNameOf } from './image';
import { type ImageStore, unavailable } from './image-store';

const UNFINISHED = '.unfinished';
/** Milliseconds; older ones are leftovers of a crash. */
const UNFINISHED_MS = HOUR_MS;

const sync = async (path: string, flags: string, bytes?: Buffer) => {
  const handle = await open(path, flags);
  try {
    if (bytes) await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Exclusive: one process per folder. */
export const createFileImageStore = ({ dir, clock }: { dir: string; clock: Clock }): ImageStore => {
  const fileOf = (id: string, width?: ImageWidth) => join(dir, fileNameOf(id, width));

  const sweep = async () => {
    for (const name of await readdir(dir)) {
      const file = join(dir, name);
      if (name.endsWith(UNFINISHED) && (await stat(file)).mtimeMs < clock.now() - UNFINISHED_MS)
        await rm(file, { force: true });
    }
  };
  let prepared: Promise<void> | undefined;
  const prepare = () => {
    prepared ??= mkdir(dir, { recursive: true })
      .then(sweep)
      .catch((error: unknown) => {
        prepared = undefined;
        throw error;
      });
    return prepared;
  };

  return {
    put: async (id, webp, width) => {
      const file = fileOf(id, width);
      const unfinished = `${file}${UNFINISHED}`;
      try {
        await prepare();
        await sync(unfinished, 'wx', webp);
        await rename(unfinished, file);
        await sync(dir, 'r');
      } catch (error) {
        await Promise.allSettled([rm(unfinished, { force: true }), rm(file, { force: true })]);
        throw unavailable(error);
      }
    },
    get: async (id, width) => {
      const file = fileOf(id, width);
      try {
        return await readFile(file);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw unavailable(error);
      }
    },
    remove: async (id) => {
      for (const width of [undefined, ...IMAGE_WIDTHS]) await rm(fileOf(id, width), { force: true });
    },
    close: async () => {},
  };
};
