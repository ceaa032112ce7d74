import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ids } from '@piecework/base';
import { makeDataFolder, makeFile } from './data-folder';

/** The `JWT_SECRET` of an embedded installation: made once and kept in the data folder, readable by its owner only. */
export const embeddedSecret = (dataDir: string, ids: Pick<Ids, 'secret'>): string => {
  makeDataFolder(dataDir);
  const file = join(dataDir, 'jwt-secret');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // When another process of the same installation was quicker, its secret is the one.
  makeFile(file, `${ids.secret()}\n`, 0o600);
  return readFileSync(file, 'utf8').trim();
};
