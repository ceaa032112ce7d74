import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder } from './data-folder';
import type { Ids } from './ids';

/** The `JWT_SECRET` of an embedded installation: made once and kept in the data folder, readable by its owner only. */
export const embeddedSecret = (dataDir: string, ids: Pick<Ids, 'secret'>): string => {
  makeDataFolder(dataDir);
  const file = join(dataDir, 'jwt-secret');
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // Written whole under a name of its own first: nobody ever reads half a secret, not even after a crash at this moment.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${ids.secret()}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process of the same installation made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
};
