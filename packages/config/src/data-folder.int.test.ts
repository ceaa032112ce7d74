import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DataFolderError, makeDataFolder, makeFile } from './data-folder';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-data-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the data folder', () => {
  test('is made with all that leads to it, and left as it is when it is there', () => {
    const deep = join(folder, 'a', 'b', 'c');
    makeDataFolder(deep);
    writeFileSync(join(deep, 'kept'), '');
    makeDataFolder(deep);
    expect(readdirSync(deep)).toEqual(['kept']);
  });

  test.each([
    ['file', 'there is a file of that name'],
    ['file/data', 'a part of its path is a file'],
  ])('that cannot be is one sentence that says why and what to do: %s', (path, reason) => {
    writeFileSync(join(folder, 'file'), '');
    const dir = join(folder, path);
    const fault = `The data folder ${dir} cannot be used, because ${reason}: mend that, or choose another with --data DIR or DATA_DIR.`;
    expect(() => makeDataFolder(dir)).toThrow(fault);
    expect(() => makeDataFolder(dir)).toThrow(DataFolderError);
  });

  test('where nothing can be made is a sentence too, and soon', () => {
    expect(() => makeDataFolder('/proc/piecework/data')).toThrow(DataFolderError);
  });
});

describe('a file that is made once', () => {
  const file = () => join(folder, 'file');

  test('is there whole, for those who may read it', () => {
    expect(makeFile(file(), 'text', 0o600)).toBe(true);
    expect(readFileSync(file(), 'utf8')).toBe('text');
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['file']);
  });

  test('is left as it is when it is there', () => {
    makeFile(file(), 'first', 0o600);
    expect(makeFile(file(), 'second', 0o600)).toBe(false);
    expect(readFileSync(file(), 'utf8')).toBe('first');
    expect(readdirSync(folder)).toEqual(['file']);
  });

  test('is not there at all after a crash in the middle of its writing', () => {
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

  test('in no folder is the caller’s to hear of', () => {
    expect(() => makeFile(join(folder, 'none', 'file'), 'text', 0o600)).toThrow('ENOENT');
  });
});
