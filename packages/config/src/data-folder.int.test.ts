import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderError, makeDataFolder, makeFile } from './data-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-data-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('makeDataFolder', () => {
  test('creates the folder with its parents and keeps an existing one', () => {
    const deep = join(folder, 'a', 'b', 'c');
    makeDataFolder(deep);
    writeFileSync(join(deep, 'kept'), '');
    makeDataFolder(deep);
    expect(readdirSync(deep)).toEqual(['kept']);
  });

  test.each([
    ['file', 'there is a file of that name'],
    ['file/data', 'a part of its path is a file'],
  ])('throws a message with cause and remedy: %s', (path, reason) => {
    writeFileSync(join(folder, 'file'), '');
    const dir = join(folder, path);
    const fault = `The data folder ${dir} cannot be used, because ${reason}. Fix that, or choose another folder with --data DIR or DATA_DIR.`;
    expect(() => makeDataFolder(dir)).toThrow(fault);
    expect(() => makeDataFolder(dir)).toThrow(DataFolderError);
  });

  test('throws at once where no folder can be created', () => {
    expect(() => makeDataFolder('/proc/piecework/data')).toThrow(DataFolderError);
  });
});

describe('makeFile', () => {
  const file = () => join(folder, 'file');

  test('writes the complete text with its mode', () => {
    expect(makeFile(file(), 'text', 0o600)).toBe(true);
    expect(readFileSync(file(), 'utf8')).toBe('text');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  test('keeps an existing file', () => {
    makeFile(file(), 'first', 0o600);
    expect(makeFile(file(), 'second', 0o600)).toBe(false);
    expect(readFileSync(file(), 'utf8')).toBe('first');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  test('leaves no file after a crash during the write', () => {
    const { writeFileSync: write } = fs;
    const spy = jest.spyOn(fs, 'writeFileSync').mockImplementationOnce((path) => {
      write(path, 'te');
      throw new Error('killed');
    });
    expect(() => makeFile(file(), 'text', 0o600)).toThrow('killed');
    spy.mockRestore();
    expect(existsSync(file())).toBe(false);
    expect(makeFile(file(), 'text', 0o600)).toBe(true);
    expect(readFileSync(file(), 'utf8')).toBe('text');
  });

  test('throws when the folder does not exist', () => {
    expect(() => makeFile(join(folder, 'none', 'file'), 'text', 0o600)).toThrow('ENOENT');
  });
});
