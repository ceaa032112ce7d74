import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true });

export const tempFolder = async (remove: (folder: string) => Promise<void> = removeFolder) => {
  const folder = await mkdtemp(join(tmpdir(), 'piecework-test-'));
  return { path: (name: string) => join(folder, name), remove: () => remove(folder) };
};
