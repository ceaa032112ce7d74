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
const line = (n: number): ArchiveLine => ({
  record: { topic: 'task', key: `k${n}`, value: `é\u2028"\n${n}` },
});
const write = (count: number) =>
  writeArchive(file, AT, async (put) => {
    for (let n = 0; n < count; n++) await put(line(n));
  });
const read = async () => {
  const lines: ArchiveLine[] = [];
  for await (const one of readArchive(file)) lines.push(one);
  return lines;
};

describe('a back-up as a file', () => {
  it.each([0, 1, 5_000])('comes back as it was, in its order: %i lines', async (count) => {
    await write(count);
    expect(await checkArchive(file)).toEqual({ at: AT });
    expect(await read()).toEqual(Array.from({ length: count }, (_, n) => line(n)));
  });

  it('is nobody else’s to read', async () => {
    await write(1);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is not there when it could not be written to its end', async () => {
    const broken = writeArchive(file, AT, async (put) => {
      await put(line(1));
      throw new Error('the store is away');
    });
    await expect(broken).rejects.toThrow('the store is away');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('in a folder that is not there is a sentence, however much there is to write', async () => {
    file = join(folder, 'nowhere', 'back-up');
    await expect(write(5_000)).rejects.toThrow(`${file} cannot be written (ENOENT): name another file.`);
  });

  it('that lost its end is not whole', async () => {
    await write(1000);
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.subarray(0, bytes.length - 20));
    await expect(checkArchive(file)).rejects.toThrow(ArchiveError);
  });

  it('that lost lines is not whole', async () => {
    await write(10);
    const lines = gunzipSync(readFileSync(file)).toString().split('\n');
    for (const some of [lines.slice(0, -2), [...lines.slice(0, 3), ...lines.slice(4)], lines.slice(1)]) {
      writeFileSync(file, gzipSync(some.join('\n')));
      await expect(checkArchive(file)).rejects.toThrow(`${file} is no whole back-up of Piecework`);
    }
  });

  it.each(['thesis', '', '{}'])('is not this: %j', async (text) => {
    writeFileSync(file, text);
    await expect(checkArchive(file)).rejects.toThrow(ArchiveError);
    writeFileSync(file, gzipSync(text));
    await expect(checkArchive(file)).rejects.toThrow(ArchiveError);
  });

  it('that is not there is a sentence', async () => {
    await expect(checkArchive(file)).rejects.toThrow(ArchiveError);
  });
});
