import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

// Only names with a hash: the compressed file can then never belong to different content.
const HASHED = /[.-][0-9a-f]{8,32}\.(css|js|svg|json)$/;
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes FILE.br and FILE.gz beside the hashed files of a build, at the highest compression; packages/front-server serves them. */
export async function compressHashedFiles(folder) {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  // The standalone pages are for the remote's team: compressed on request instead.
  const files = entries
    .filter((entry) => entry.isFile() && HASHED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.startsWith(join(folder, 'standalone')));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      await writeFile(`${file}.br`, await brotli(bytes, { params })); // the highest quality is the default
      await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }));
    }),
  );
}
