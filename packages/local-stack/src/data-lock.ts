import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Another stack runs over the same data folder; `message` names its process. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/** The data folder cannot be written; `message` says which and what to do. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Who runs over a data folder. */
export interface Holder {
  pid: number;
  /** The base port of its stack. */
  port: number;
}

const holderOf = (file: string): Holder | null => {
  try {
    const [pid = 0, port = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
    return pid > 0 && port > 0 && pid !== process.pid && isAlive(pid) ? { pid, port } : null;
  } catch {
    return null; // no lock, or one that nobody can have written to the end
  }
};

/** The stack that runs over this folder, or null. */
export const runningOver = (dataDir: string): Holder | null => holderOf(join(dataDir, 'stack.pid'));

/**
 * Takes the data folder for this process; a lock left by a process that was killed is taken over. Answers how to give it back.
 *
 * @throws {DataFolderInUseError}
 * @throws {DataFolderError}
 */
export const lockDataFolder = (dataDir: string, port: number): (() => void) => {
  const file = join(dataDir, 'stack.pid');
  try {
    mkdirSync(dataDir, { recursive: true });
    const holder = holderOf(file);
    if (holder !== null) {
      throw new DataFolderInUseError(
        `The data folder ${dataDir} is used by process ${holder.pid}: stop that one, or choose another folder with --data DIR.`,
      );
    }
    writeFileSync(file, `${process.pid} ${port}`);
  } catch (error) {
    if (error instanceof DataFolderInUseError) throw error;
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be written (${(error as NodeJS.ErrnoException).code}): give yourself the right to, or choose another with --data DIR.`,
      { cause: error },
    );
  }
  return () => rmSync(file, { force: true });
};
