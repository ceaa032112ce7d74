import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ids } from '@piecework/base';
import { makeDataFolder, makeFile } from './data-folder';

/** Creates a secret of an embedded installation once, readable by its owner only. */
export const embeddedSecret = (
  dataDir: string,
  ids: Pick<Ids, 'secret'>,
  name: 'jwt-secret' | 'payout-key' = 'jwt-secret',
): string => {
  makeDataFolder(dataDir);
  const file = join(dataDir, name);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  // If another process creates the file first, its secret is used.
  makeFile(file, `${ids.secret()}\n`, 0o600);
  return readFileSync(file, 'utf8').trim();
};
