import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

export interface BuiltFile {
  extension: string;
  /** The name contains a hash of the content, so the content under this name never changes. */
  isHashed: boolean;
  text(): string;
  tag: string;
  /** The best accepted encoding, and the content in it. */
  encoded(accepted: ReadonlySet<Encoding>): Promise<{ encoding: Encoding; bytes: Buffer }>;
}

export interface BuiltFiles {
  /** @param path of the address, decoded or not; null when there is no such file, or it is not servable */
  find(path: string): Promise<BuiltFile | null>;
}

const COMPRESSIBLE = new Set('.css .html .js .json .map .mjs .svg .txt .webmanifest .xml'.split(' '));
/** Below this size the headers outweigh the savings. */
const MIN_BYTES = 512;
const HASHED_NAME = /[.-][0-9a-f]{8,32}\.\w+$/;

const compressions = {
  // Not the highest quality: it compresses on request what the build has not compressed already.
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};
/** Extensions of the files that scripts/lib/compress.mjs writes beside the hashed files of a build. */
const ENDINGS = { br: '.br', gzip: '.gz' };

const compressed = async (file: string, bytes: Buffer, encoding: 'br' | 'gzip', isHashed: boolean): Promise<Buffer> => {
  const beside = isHashed ? await readFile(file + ENDINGS[encoding]).catch(() => null) : null;
  return beside ?? compressions[encoding](bytes);
};

const readBuiltFile = async (file: string): Promise<BuiltFile> => builtFileOf(file, await readFile(file));

/** A file with this content, as if the build had written it. */
export const builtFileOf = (file: string, bytes: Buffer): BuiltFile => {
  const extension = extname(file);
  const isHashed = HASHED_NAME.test(file);
  const isCompressible = COMPRESSIBLE.has(extension) && bytes.length >= MIN_BYTES;
  const byEncoding = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]]);
  return {
    extension,
    isHashed,
    text: () => bytes.toString(),
    tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 16),
    encoded: async (accepted) => {
      const encoding = isCompressible
        ? ((['br', 'gzip'] as const).find((one) => accepted.has(one)) ?? 'identity')
        : 'identity';
      if (encoding !== 'identity' && !byEncoding.has(encoding))
        byEncoding.set(encoding, compressed(file, bytes, encoding, isHashed));
      return { encoding, bytes: (await byEncoding.get(encoding)) ?? bytes };
    },
  };
};

/** HTML → the page that is served: its compressed forms are made once. */
export const createPages = (max: number) => {
  const pages = new Map<string, BuiltFile>();
  return (html: string): BuiltFile => {
    const key = createHash('sha256').update(html).digest('hex');
    const page = pages.get(key) ?? builtFileOf('index.html', Buffer.from(html));
    if (pages.size >= max) pages.clear();
    pages.set(key, page);
    return page;
  };
};

const isServable = (path: string) =>
  !path.includes('\0') &&
  !/(^|[\\/])\./.test(path) &&
  !/\.(map|br|gz)$/.test(path) &&
  (sep === '/' || !path.includes('\\'));

const decoded = (path: string): string | null => {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
};

/** The files of a build, cached in memory. Replaced, added or removed files are detected at the next request. */
export const createBuiltFiles = (dir: string): BuiltFiles => {
  const cache = new Map<string, { version: string; file: Promise<BuiltFile> }>();

  return {
    find: async (encodedPath) => {
      const path = decoded(encodedPath);
      if (path === null || !isServable(path)) return null;
      const name = join(dir, path);
      const stats = await stat(name).catch(() => null);
      if (!stats?.isFile()) {
        cache.delete(name);
        return null;
      }
      const version = `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
      const cached = cache.get(name);
      if (cached?.version === version) return cached.file;
      const file = readBuiltFile(name);
      cache.set(name, { version, file });
      file.catch(() => cache.delete(name));
      return file;
    },
  };
};
