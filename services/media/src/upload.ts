import type { Readable } from 'node:stream';
import { IMAGE_LIMITS, OPERATIONS } from '@piecework/contracts';
import type { Clock } from '@piecework/service-kit';
import busboy from 'busboy';
import { refusals } from './image';

/** Milliseconds that an upload may take to arrive. */
export const UPLOAD_MS = 60_000;
/** Bytes that are read of an upload, those included that are thrown away after a refusal so that its sender gets to read it. */
const MAX_READ = 2 * OPERATIONS.uploadImage.rawBody.maxBytes;

interface Form {
  parser: busboy.Busboy;
  /** The file of the field `image`, as far as it has come. */
  image: Buffer[];
  imageFiles: number;
  otherFiles: number;
  broken: boolean;
}

const openForm = (contentType: string): Form | null => {
  // One byte over the limit is kept, to tell a file that is too large from one that just fits.
  const limits = { fileSize: IMAGE_LIMITS.maxBytes + 1, fields: 20, fieldSize: 4096, parts: 40 };
  let parser: busboy.Busboy;
  try {
    parser = busboy({ headers: { 'content-type': contentType }, limits });
  } catch {
    return null;
  }
  const form: Form = { parser, image: [], imageFiles: 0, otherFiles: 0, broken: false };
  parser.on('file', (name, file) => {
    const wanted = name === 'image' && form.imageFiles++ === 0;
    if (name !== 'image') form.otherFiles += 1;
    file.on('error', () => {});
    file.on('data', (chunk: Buffer) => {
      if (wanted) form.image.push(chunk);
    });
  });
  parser.on('error', () => {
    form.broken = true;
  });
  return form;
};

type Refusal = ReturnType<(typeof refusals)[keyof typeof refusals]>;

const verdict = (form: Form): Buffer | Refusal => {
  const bytes = Buffer.concat(form.image);
  if (bytes.length > IMAGE_LIMITS.maxBytes) return refusals.tooLarge();
  if (form.broken) return refusals.incomplete();
  if (form.imageFiles === 0) return refusals.missing();
  if (form.imageFiles + form.otherFiles > 1) return refusals.several();
  return bytes.length === 0 ? refusals.empty() : bytes;
};

/** Feeds `raw` to its end (or to {@link MAX_READ}, where it is cut off); what comes after a fault is thrown away. */
const feed = async (raw: Readable, parser: busboy.Busboy | undefined): Promise<'whole' | 'cut off'> => {
  let read = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    read += chunk.length;
    if (read > MAX_READ) return 'cut off';
    if (parser && !parser.destroyed)
      await new Promise<void>((written) => parser.write(chunk, () => written()));
  }
  return 'whole';
};

const close = async (parser: busboy.Busboy): Promise<void> => {
  if (parser.closed) return;
  const closed = new Promise<void>((resolve) => parser.once('close', resolve));
  parser.end();
  await closed;
};

/**
 * Reads the one file of the field `image`. Whatever happens, `raw` has been read to its end or destroyed afterwards: no socket is left with an
 * unread body.
 */
export const readUpload = async (
  raw: Readable,
  contentType: string | undefined,
  clock: Clock,
): Promise<Buffer | Refusal> => {
  const form = /^multipart\/form-data\b/i.test(contentType ?? '') ? openForm(contentType ?? '') : null;
  const cancelDeadline = clock.after(UPLOAD_MS, () => raw.destroy(new Error('The upload takes too long')));
  try {
    const end = await feed(raw, form?.parser);
    if (!form) return refusals.notMultipart();
    if (end === 'cut off') return refusals.tooLarge();
    await close(form.parser);
    return verdict(form);
  } catch {
    // The sender has gone, or was too slow.
    return refusals.incomplete();
  } finally {
    cancelDeadline();
    form?.parser.destroy();
  }
};
