import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '@piecework/base';
import { makeDataFolder, makeFile } from '@piecework/config';

/** Another process holds the data folder; `message` names it. */
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
 * Start time of a process in the system's ticks; empty where the system does not provide it. It tells apart processes with a reused id: in a
 * container the same program gets the same id at each start.
 */
const startTimeOf = (pid: number): string => {
  try {
    // The program's name is in brackets and may itself contain spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
};

/** The process that holds a data folder. */
export interface Holder {
  pid: number;
  /** Base port of its stack; 0 for a command, which ends soon. */
  port: number;
}

const fileOf = (dataDir: string) => join(dataDir, 'stack.pid');

const read = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
};

/** The lock's holder; null when that process has ended. */
const holderOf = (lock: string): Holder | null => {
  const [pid = '', port = '', beginning = ''] = lock.split(' ');
  const isOther = Number(pid) > 0 && Number(pid) !== process.pid && isAlive(Number(pid));
  return isOther && beginning === startTimeOf(Number(pid)) ? { pid: Number(pid), port: Number(port) } : null;
};

export const lockHolder = (dataDir: string): Holder | null => {
  const lock = read(fileOf(dataDir));
  return lock === null ? null : holderOf(lock);
};

const inUse = (dataDir: string, { pid }: Holder) =>
  new DataFolderInUseError(
    `The data folder ${dataDir} is used by process ${pid}: stop that one, or choose another folder with --data DIR.`,
  );

/** @throws {DataFolderInUseError} */
export const requireFreeDataFolder = (dataDir: string): void => {
  const holder = lockHolder(dataDir);
  if (holder) throw inUse(dataDir, holder);
};

/** Removes the lock of a process that has ended. If another process has taken the folder in between, its lock is restored. */
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
 * Locks the data folder for this process and returns the function that unlocks it. Takes over the lock of a process that was killed.
 *
 * @param port the base port of a stack, 0 for a command
 * @throws {DataFolderInUseError}
 * @throws {DataFolderError}
 */
export const lockDataFolder = (dataDir: string, port: number): (() => void) => {
  makeDataFolder(dataDir);
  const file = fileOf(dataDir);
  const mine = `${process.pid} ${port} ${startTimeOf(process.pid)}`;
  while (!makeFile(file, mine, 0o644)) {
    const lock = read(file);
    const holder = lock === null ? null : holderOf(lock);
    if (holder !== null) throw inUse(dataDir, holder);
    if (lock !== null) clear(file, lock);
  }
  return () => rmSync(file, { force: true });
};
