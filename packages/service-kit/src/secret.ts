import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ids } from './ids';

/** The `JWT_SECRET` of an embedded installation: made once and kept in the data folder, readable by its owner only. */
export const embeddedSecret = (dataDir: string, ids: Pick<Ids, 'secret'>): string => {
  const file = join(dataDir, 'jwt-secret');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  mkdirSync(dataDir, { recursive: true });
  try {
    writeFileSync(file, `${ids.secret()}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    // Another process of the same installation made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
};
