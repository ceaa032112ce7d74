import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError, VERSION } from '@piecework/base';
import { requireReadable } from '@piecework/service-runtime/release';

/**
 * A back-up as a file: compressed lines of JSON. The first line is a header, the last holds the number of lines, so that a truncated file is
 * detected before anything is restored from it.
 */
export type ArchiveLine =
  | { documents: readonly { _id: string }[]; service: string; collection: string }
  | { record: { topic: string; key: string; value: string } }
  | { image: string; webp: string };

const FORMAT = 'piecework back-up 1';

/** The file is not a complete back-up; `message` names it. */
export class ArchiveError extends OperatorError {
  override readonly name = 'ArchiveError';
}

const sync = async (path: string) => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes a new file; on failure the partial file is removed. */
export const writeArchive = async (
  file: string,
  at: string,
  fill: (write: (line: ArchiveLine) => Promise<void>) => Promise<void>,
): Promise<{ lines: number }> => {
  const unfinished = `${file}.unfinished`;
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }));
  // A writer that awaits `drain` must be rejected when the stream fails.
  const broken = new AbortController();
  written.catch((error: unknown) => broken.abort(error));
  let lines = 0;
  const put = async (line: unknown) => {
    broken.signal.throwIfAborted();
    if (!gzip.write(`${JSON.stringify(line)}\n`)) await once(gzip, 'drain', { signal: broken.signal });
  };
  try {
    await put({ format: FORMAT, at, version: VERSION });
    await fill((line) => {
      lines += 1;
      return put(line);
    });
    await put({ end: lines });
    gzip.end();
    await written;
    await sync(unfinished);
    await rename(unfinished, file);
    await sync(dirname(file));
    return { lines };
  } catch (fault) {
    const error: unknown = broken.signal.aborted ? broken.signal.reason : fault;
    gzip.destroy();
    await written.catch(() => {});
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(unfinished, { force: true });
    const { code } = error as NodeJS.ErrnoException;
    throw code?.startsWith('E') && !code.startsWith('ERR_')
      ? new ArchiveError(`${file} cannot be written (${code}). Name another file.`, { cause: error })
      : error;
  }
};

async function* linesOf(file: string): AsyncGenerator<Record<string, unknown>> {
  const source = createReadStream(file);
  const unzipped = source.pipe(createGunzip());
  source.once('error', (error) => unzipped.destroy(error));
  try {
    for await (const line of createInterface({ input: unzipped, crlfDelay: Number.POSITIVE_INFINITY }))
      yield JSON.parse(line) as Record<string, unknown>;
    // readline ends without an error when its input fails.
    if (unzipped.errored) throw unzipped.errored;
  } finally {
    source.destroy();
  }
}

/** Reads the whole file once; returns when it was made. @throws {ArchiveError} unless it is complete @throws {ReleaseError} */
export const checkArchive = async (file: string): Promise<{ at: string }> => {
  let first: Record<string, unknown> | undefined;
  let last: Record<string, unknown> | undefined;
  let count = 0;
  try {
    for await (const line of linesOf(file)) {
      first ??= line;
      last = line;
      count += 1;
    }
  } catch (error) {
    throw new ArchiveError(`${file} cannot be read (${(error as Error).message}). Use another back-up.`, {
      cause: error,
    });
  }
  if (first?.format !== FORMAT || last?.end !== count - 2)
    throw new ArchiveError(`${file} is not a complete back-up of Piecework. Use another file.`);
  requireReadable(
    `The back-up ${file}`,
    typeof first.version === 'string' ? first.version : null,
    'restore it with the version that wrote it',
  );
  return { at: String(first.at) };
};

/** Reads a file that {@link checkArchive} has found complete. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveLine> {
  for await (const line of linesOf(file))
    if (line.format === undefined && line.end === undefined) yield line as unknown as ArchiveLine;
}
