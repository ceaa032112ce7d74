import { accessSync, constants, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OperatorError } from '@piecework/base';

/** The data folder cannot be used; `message` says which, why, and what to do. */
export class DataFolderError extends OperatorError {
  override readonly name = 'DataFolderError';
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** As `mkdir -p`. Not Node's own `recursive`, which never ends where nothing can be made (in /proc). */
const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 }); // emails and password hashes are nobody else's to read
  } catch (error) {
    // Another process of the same installation may have made it in the meantime.
    if (codeOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
  }
};

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'you have no right to write there',
  EPERM: 'you have no right to write there',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  EEXIST: 'there is a file of that name',
  ENOTDIR: 'a part of its path is a file',
  ENOENT: 'no folder can be made there',
};

/** Makes the data folder where it is missing; afterwards files can be written in it. @throws {DataFolderError} */
export const makeDataFolder = (dataDir: string): void => {
  try {
    makeFolder(resolve(dataDir));
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = codeOf(error) ?? String(error);
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be used, because ${REASONS[code] ?? code}: mend that, or choose another with --data DIR or DATA_DIR.`,
      { cause: error },
    );
  }
};

/**
 * Makes a file unless it is there; whether it did. It is written under a name of its own first, so that nobody ever reads a part of it, not
 * even after a crash in the middle.
 */
export const makeFile = (file: string, text: string, mode: number): boolean => {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
};
