import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataFolder, OperatorError } from '@piecework/service-kit';

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

/** The program that runs over this folder, or null. */
export const runningOver = (dataDir: string): Holder | null => {
  try {
    const [pid = '', port = '', beginning = ''] = readFileSync(fileOf(dataDir), 'utf8').split(' ');
    const isOther = Number(pid) > 0 && Number(pid) !== process.pid && isAlive(Number(pid));
    return isOther && beginning === beginningOf(Number(pid))
      ? { pid: Number(pid), port: Number(port) }
      : null;
  } catch {
    return null; // no lock
  }
};

/** Makes the file unless it is there; whether it did. */
const leave = (file: string, text: string): boolean => {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
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
  while (!leave(file, mine)) {
    const holder = runningOver(dataDir);
    if (holder !== null) {
      throw new DataFolderInUseError(
        `The data folder ${dataDir} is used by process ${holder.pid}: stop that one, or choose another folder with --data DIR.`,
      );
    }
    rmSync(file, { force: true });
  }
  return () => rmSync(file, { force: true });
};
