import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DataFolderInUseError, lockDataFolder, lockHolder } from './data-lock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const data = () => join(folder, 'data');
const lock = () => join(data(), 'stack.pid');

/** Processes that hold a lock, killed after the test. */
const others: ChildProcess[] = [];
afterEach(() => {
  for (const child of others.splice(0)) child.kill('SIGKILL');
});
const runningProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  others.push(child);
  await new Promise((resolve) => child.once('spawn', resolve));
  return child.pid as number;
};
/** The id of a process that has ended. */
const endedProcess = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid as number;
};
/** Start time of a process, where the system provides it. */
const startTimeOf = (pid: number) => {
  const file = `/proc/${pid}/stat`;
  return existsSync(file)
    ? readFileSync(file, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')[19]
    : '';
};
const leaveLock = (text: string) => {
  fs.mkdirSync(data(), { recursive: true });
  writeFileSync(lock(), text);
};

describe('the lock of a data folder', () => {
  test('is created with the folder and released', () => {
    const unlock = lockDataFolder(data(), 3000);
    expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${process.pid} 3000 `));
    unlock();
    expect(readdirSync(data())).toEqual([]);
  });

  test('of a running process is refused, with its id and port in the message', async () => {
    const pid = await runningProcess();
    leaveLock(`${pid} 4000 ${startTimeOf(pid)}`);
    expect(lockHolder(data())).toEqual({ pid, port: 4000 });
    expect(() => lockDataFolder(data(), 3000)).toThrow(
      new DataFolderInUseError(
        `The data folder ${data()} is used by process ${pid}: stop that one, or choose another folder with --data DIR.`,
      ),
    );
    expect(readFileSync(lock(), 'utf8')).toContain(String(pid));
  });

  test('of a killed process is taken over', async () => {
    leaveLock(`${await endedProcess()} 3000 12345`);
    expect(lockHolder(data())).toBeNull();
    lockDataFolder(data(), 3000);
    expect(readFileSync(lock(), 'utf8')).toMatch(new RegExp(`^${process.pid} `));
    expect(readdirSync(data())).toEqual(['stack.pid']);
  });

  test('of a process id that another program has now is taken over', async () => {
    const pid = await runningProcess();
    leaveLock(`${pid} 3000 1`);
    expect(lockHolder(data())).toBeNull();
    lockDataFolder(data(), 3000)();
  });

  test.each([
    ['left in an earlier life', '1'],
    ['did not give back', startTimeOf(process.pid)],
  ])('with this process id %s is taken over', (_what, beginning) => {
    leaveLock(`${process.pid} 3000 ${beginning}`);
    lockDataFolder(data(), 3000)();
    expect(existsSync(lock())).toBe(false);
  });

  test.each(['', 'rubbish', '0 3000', '-1 3000', '12'])('that is malformed is taken over: %j', (text) => {
    leaveLock(text);
    expect(lockHolder(data())).toBeNull();
    lockDataFolder(data(), 3000)();
  });

  test('does not exist without a folder, or when the folder is a file', () => {
    expect(lockHolder(data())).toBeNull();
    writeFileSync(data(), '');
    expect(lockHolder(data())).toBeNull();
  });

  test('that another process took over meanwhile is restored', async () => {
    const pid = await runningProcess();
    const quicker = `${pid} 4000 ${startTimeOf(pid)}`;
    leaveLock(`${await endedProcess()} 3000 12345`);
    const { renameSync: rename } = fs;
    const spy = jest.spyOn(fs, 'renameSync').mockImplementationOnce((from, to) => {
      // Between reading the stale lock and removing it.
      writeFileSync(lock(), quicker);
      rename(from, to);
    });
    expect(() => lockDataFolder(data(), 3000)).toThrow(DataFolderInUseError);
    spy.mockRestore();
    expect(readFileSync(lock(), 'utf8')).toBe(quicker);
    expect(readdirSync(data())).toEqual(['stack.pid']);
  });

  test('is acquired by one of several concurrent processes, stale or not', async () => {
    leaveLock(`${await endedProcess()} 3000 12345`);
    const child = `
      require('tsx/cjs');
      const { lockDataFolder } = require('./stack/src/data-lock.ts');
      const at = Math.ceil(Date.now() / 2000 + 0.5) * 2000;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, at - Date.now());
      try { lockDataFolder(process.argv[1], 3000); console.log('has it'); setTimeout(() => {}, 2500); } catch (error) { console.log(error.name); }
    `;
    const outputOfChild = async () =>
      (await promisify(execFile)(process.execPath, ['-e', child, data()])).stdout.trim();
    const answers = await Promise.all(Array.from({ length: 4 }, outputOfChild));
    expect(answers.sort()).toEqual(['DataFolderInUseError', 'DataFolderInUseError', 'DataFolderInUseError', 'has it']);
  });
});
