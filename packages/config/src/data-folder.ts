import { accessSync, constants, linkSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OperatorError } from '@piecework/base';

export class DataFolderError extends OperatorError {
  override readonly name = 'DataFolderError';
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;
const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Node's `recursive` option never returns where no folder can be created, such as in /proc. */
const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 }); // emails and password hashes: owner only
  } catch (error) {
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

/** Creates the folder if it is missing. @throws {DataFolderError} when the process cannot write there */
export const makeDataFolder = (dataDir: string): void => {
  try {
    makeFolder(resolve(dataDir));
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = codeOf(error) ?? String(error);
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be used, because ${REASONS[code] ?? code}. Fix that, or choose another folder with --data DIR or DATA_DIR.`,
      { cause: error },
    );
  }
};

/** False when the file exists. Links a complete draft, so that no reader sees a partial file, even after a crash. */
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
