import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@piecework/base';
import { makeDataFolder, makeFile } from '@piecework/config';

/** Another program runs over the same data folder; `message` names its process. */
export class DataFolderInUseError extends OperatorError {
  override readonly name = 'DataFolderInUseError';
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * When a process began, in the system's own ticks; empty where the system does not tell. Numbers of processes are given again, in a
 * container to the very same program at each start.
 */
const beginningOf = (pid: number): string => {
  try {
    // The name of the program stands in brackets and may hold spaces and brackets itself.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

/** Who runs over a data folder. */
export interface Holder {
  pid: number;
  /** The base port of its stack; 0 for a command, which is soon done. */
  port: number;
}

const fileOf = (dataDir: string) => join(dataDir, 'stack.pid');

/** What the lock says; null when there is none. */
const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
};

/** Whose lock it is; null when they are gone. */
const holderOf = (lock: string): Holder | null => {
  const [pid = '', port = '', beginning = ''] = lock.split(' ');
  const isOther = Number(pid) > 0 && Number(pid) !== process.pid && isAlive(Number(pid));
  return isOther && beginning === beginningOf(Number(pid)) ? { pid: Number(pid), port: Number(port) } : null;
};

/** The program that runs over this folder, or null. */
export const runningOver = (dataDir: string): Holder | null => {
  const lock = read(fileOf(dataDir));
  return lock === null ? null : holderOf(lock);
};

/** Removes the lock of a process that is gone. Another one may have done so and taken the folder since: its lock is put back. */
const clear = (file: string, left: string): void => {
  const aside = `${file}.${process.pid}.left`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (read(aside) !== left) linkSync(aside, file);
  rmSync(aside);
};

/**
 * Takes the data folder for this process; a lock left by a process that was killed is taken over. Answers how to give it back.
 *
 * @param port the base port of a stack, 0 for a command
 * @throws {DataFolderInUseError}
 * @throws {DataFolderError}
 */
export const lockDataFolder = (dataDir: string, port: number): (() => void) => {
  makeDataFolder(dataDir);
  const file = fileOf(dataDir);
  const mine = `${process.pid} ${port} ${beginningOf(process.pid)}`;
  while (!makeFile(file, mine, 0o644)) {
    const lock = read(file);
    const holder = lock === null ? null : holderOf(lock);
    if (holder !== null) {
      throw new DataFolderInUseError(
        `The data folder ${dataDir} is used by process ${holder.pid}: stop that one, or choose another folder with --data DIR.`,
      );
    }
    if (lock !== null) clear(file, lock);
  }
  return () => rmSync(file, { force: true });
};
