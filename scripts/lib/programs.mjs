import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the first of these programs that exists in PATH, or null. */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
