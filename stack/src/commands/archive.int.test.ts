import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { ArchiveError, type ArchiveLine, checkArchive, readArchive, writeArchive } from './archive';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-archive-'));
  file = join(folder, 'back-up');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const AT = '2026-11-22T06:00:00.000Z';
const line = (n: number): ArchiveLine => ({ record: { topic: 'task', key: `k${n}`, value: `é\u2028"\n${n}` } });
const write = (count: number) =>
  writeArchive(file, AT, async (put) => {
    for (let n = 0; n < count; n++) await put(line(n));
  });
const read = async () => {
  const lines: ArchiveLine[] = [];
  for await (const one of readArchive(file)) lines.push(one);
  return lines;
};

describe('an archive', () => {
  it.each([0, 1, 5_000])('returns the written lines in order: %i', async (count) => {
    await write(count);
    expect(await checkArchive(file)).toEqual({ at: AT });
    expect(await read()).toEqual(Array.from({ length: count }, (_, n) => line(n)));
  });

  it('is readable by its owner only', async () => {
    await write(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is deleted when writing fails', async () => {
    const broken = writeArchive(file, AT, async (put) => {
      await put(line(1));
      throw new Error('the store is unavailable');
    });
    await expect(broken).rejects.toThrow('the store is unavailable');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('in a missing folder is refused with a message, of any size', async () => {
    file = join(folder, 'nowhere', 'back-up');
    await expect(write(5_000)).rejects.toThrow(`${file} cannot be written (ENOENT). Name another file.`);
  });

  it('without its end is refused', async () => {
    await write(1000);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 20));
    await expect(checkArchive(file)).rejects.toThrow(ArchiveError);
  });

  it('with missing lines is refused', async () => {
    await write(10);
    const lines = gunzipSync(readFileSync(file)).toString().split('\n');
    for (const some of [lines.slice(0, -2), [...lines.slice(0, 3), ...lines.slice(4)], lines.slice(1)]) {
      writeFileSync(file, gzipSync(some.join('\n')));
      await expect(checkArchive(file)).rejects.toThrow(`${file} is not a complete back-up of Piecework`);
    }
  });

  it.each(['thesis', '', '{}'])('of other content is refused: %j', async (text) => {
    writeFileSync(file, text);
    await expect(checkArchive(file)).rejects.toThrow(ArchiveError);
    writeFileSync(file, gzipSync(text));
    await expect(checkArchive(file)).rejects.toThrow(ArchiveError);
  });

  it.each([
    ['a version before 1.0', undefined, 'is older than version 1.0'],
    ['a later major version', '2.3.4', 'is of version 2.3.4'],
  ])('of %s is refused', async (_what, version, reason) => {
    await write(1);
    const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString().split('\n');
    const other = JSON.stringify({ ...(JSON.parse(header) as object), version });
    writeFileSync(file, gzipSync([other, ...lines].join('\n')));
    await expect(checkArchive(file)).rejects.toThrow(`The back-up ${file} ${reason}`);
  });

  it('that does not exist is refused with a message', async () => {
    await expect(checkArchive(file)).rejects.toThrow(ArchiveError);
  });
});
