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

describe('the secret of an embedded installation', () => {
  test('is made once and kept, long enough for a JWT_SECRET', () => {
    const secret = embeddedSecret(dataDir(), ids);
    expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32);
    expect(embeddedSecret(dataDir(), ids)).toBe(secret);
    expect(readdirSync(dataDir())).toEqual(['jwt-secret']);
  });

  test('can be read by its owner only', () => {
    embeddedSecret(dataDir(), ids);
    expect(statSync(join(dataDir(), 'jwt-secret')).mode & 0o777).toBe(0o600);
  });

  test('is another one in another folder', () => {
    expect(embeddedSecret(join(folder, 'a'), ids)).not.toBe(embeddedSecret(join(folder, 'b'), ids));
  });

  test('is the one that another process made in the meantime', () => {
    const dir = dataDir();
    const late = {
      secret: () => {
        // Between the read and the write of this process.
        writeFileSync(join(dir, 'jwt-secret'), 'made by somebody else\n');
        return 'too late';
      },
    };
    expect(embeddedSecret(dir, late)).toBe('made by somebody else');
    expect(readdirSync(dir)).toEqual(['jwt-secret']);
  });

  test('is never there in part: what a crash in the middle of writing leaves is not taken for it', () => {
    const { writeFileSync: write } = fs;
    const spy = jest.spyOn(fs, 'writeFileSync').mockImplementationOnce((file) => {
      write(file, '');
      throw new Error('killed');
    });
    expect(() => embeddedSecret(dataDir(), ids)).toThrow('killed');
    spy.mockRestore();
    expect(embeddedSecret(dataDir(), ids)).toHaveLength(43);
  });

  test('is the same for processes that start at the same moment', async () => {
    const dir = dataDir();
    const secrets = await Promise.all(Array.from({ length: 4 }, () => inAnotherProcess(dir)));
    expect(new Set(secrets).size).toBe(1);
    expect(secrets[0]).toBe(embeddedSecret(dir, ids));
  });

  test('a folder that cannot be made is the caller’s to hear of', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => embeddedSecret(join(folder, 'file', 'data'), ids)).toThrow('a part of its path is a file');
  });
});
