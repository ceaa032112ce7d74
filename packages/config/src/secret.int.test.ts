import { execFile } from 'node:child_process';
import fs, { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createIds } from '@piecework/base';
import { embeddedSecret } from './secret';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ids = createIds();
const dataDir = () => join(folder, 'not there yet', 'data');

const inAnotherProcess = async (dir: string): Promise<string> => {
  const child = ['--import', 'tsx', 'packages/config/testing/secret.child.ts', dir];
  return (await promisify(execFile)(process.execPath, child)).stdout.trim();
};

describe('embeddedSecret', () => {
  test('creates a secret once, long enough for JWT_SECRET', () => {
    const secret = embeddedSecret(dataDir(), ids);
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
    expect(embeddedSecret(dataDir(), ids)).toBe(secret);
    expect(readdirSync(dataDir())).toEqual(['jwt-secret']);
  });

  test('is readable by the owner only', () => {
    embeddedSecret(dataDir(), ids);
    expect(statSync(join(dataDir(), 'jwt-secret')).mode & 0o777).toBe(0o600);
  });

  test('differs per data folder', () => {
    expect(embeddedSecret(join(folder, 'a'), ids)).not.toBe(embeddedSecret(join(folder, 'b'), ids));
  });

  test('returns the secret of a concurrent process', () => {
    const dir = dataDir();
    const late = {
      secret: () => {
        // Between the read and the write of this process.
        writeFileSync(join(dir, 'jwt-secret'), 'secret of another process\n');
        return 'too late';
      },
    };
    expect(embeddedSecret(dir, late)).toBe('secret of another process');
    expect(readdirSync(dir)).toEqual(['jwt-secret']);
  });

  test('ignores a partially written file of a crash', () => {
    const { writeFileSync: write } = fs;
    const spy = jest.spyOn(fs, 'writeFileSync').mockImplementationOnce((file) => {
      write(file, '');
      throw new Error('killed');
    });
    expect(() => embeddedSecret(dataDir(), ids)).toThrow('killed');
    spy.mockRestore();
    expect(embeddedSecret(dataDir(), ids)).toHaveLength(43);
  });

  test('is equal for processes that start concurrently', async () => {
    const dir = dataDir();
    const secrets = await Promise.all(Array.from({ length: 4 }, () => inAnotherProcess(dir)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toBe(embeddedSecret(dir, ids));
  });

  test('throws when the folder cannot be created', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => embeddedSecret(join(folder, 'file', 'data'), ids)).toThrow('a part of its path is a file');
  });
});
