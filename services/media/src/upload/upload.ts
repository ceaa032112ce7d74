import type { Readable } from 'node:stream';
import type { Clock } from '@piecework/base';
import { IMAGE_LIMITS, OPERATIONS } from '@piecework/contracts';
import { isFailure } from '@piecework/http';
import busboy from 'busboy';
import { type Refusal, refusals } from '../image/image';
import type { Slot } from './upload-budget';

/** Milliseconds until the minimum rate applies. */
export const GRACE_MS = 5000;
/** Milliseconds that a faster sender may pause. */
export const MAX_PAUSE_MS = 30_000;
const CHECK_EVERY_MS = 1000;
/** Bytes. A refused body is drained so that the sender can read the response. */
const MAX_READ_BYTES = 2 * OPERATIONS.uploadImage.rawBody.maxBytes;

interface Form {
  parser: busboy.Busboy;
  image: Buffer[];
  imageFiles: number;
  otherFiles: number;
  broken: boolean;
}

const openForm = (contentType: string): Form | null => {
  // One extra byte distinguishes a file that is too large from one of exactly the limit.
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

const uploadedImage = (form: Form): Buffer | Refusal => {
  const bytes = Buffer.concat(form.image);
  if (bytes.length > IMAGE_LIMITS.maxBytes) return refusals.tooLarge();
  if (form.broken) return refusals.incomplete();
  if (form.imageFiles === 0) return refusals.missing();
  if (form.imageFiles + form.otherFiles > 1) return refusals.several();
  return bytes.length === 0 ? refusals.empty() : bytes;
};

interface Pace {
  clock: Clock;
  bytesPerSecond: number;
}

/** Each byte pays for its time at the minimum rate, so the size limit bounds the whole upload: 5 MB at 8 KiB/s end within 11 minutes. */
const watch = ({ clock, bytesPerSecond }: Pace, read: () => number, stop: () => void): (() => void) => {
  let paidUntil = clock.now() + GRACE_MS;
  let paidBytes = 0;
  const check = () => {
    const now = clock.now();
    const bought = ((read() - paidBytes) / bytesPerSecond) * 1000;
    paidBytes = read();
    paidUntil = Math.min(paidUntil + bought, now + MAX_PAUSE_MS);
    if (paidUntil < now) return stop();
    cancel = clock.after(CHECK_EVERY_MS, check);
  };
  let cancel = clock.after(CHECK_EVERY_MS, check);
  return () => cancel();
};

/** Drains up to {@link MAX_READ_BYTES} after a failure, so that the sender can read the response. */
const feed = (
  raw: Readable,
  parser: busboy.Busboy | undefined,
  slot: Slot,
  pace: Pace,
): Promise<'complete' | 'too long' | Refusal> =>
  new Promise((resolve, reject) => {
    let read = 0;
    const settle = (end: 'complete' | 'too long' | Refusal) => {
      unwatch();
      slot.arrived();
      raw.off('data', onData);
      if (end === 'too long') raw.destroy();
      else raw.resume();
      resolve(end);
    };
    const onData = (chunk: Buffer) => {
      read += chunk.length;
      const refused = slot.reserve(chunk.length);
      if (refused) return settle(refused);
      if (read > MAX_READ_BYTES) return settle('too long');
      if (parser && !parser.destroyed) parser.write(chunk);
    };
    const onGone = () => {
      unwatch();
      reject(new Error('The sender disconnected'));
    };
    const isRead = () => read;
    const unwatch = watch(pace, isRead, () => settle(refusals.incomplete()));
    slot.arriving(settle);
    raw
      .once('end', () => settle('complete'))
      .once('error', onGone)
      .once('close', onGone);
    if (raw.destroyed) return onGone();
    raw.on('data', onData);
  });

const close = async (parser: busboy.Busboy): Promise<void> => {
  if (parser.closed) return;
  const closed = new Promise<void>((resolve) => parser.once('close', resolve));
  parser.end();
  await closed;
};

/** Drains or destroys `raw`: an unread body would block the socket. */
export const readUpload = async (
  raw: Readable,
  contentType: string | undefined,
  slot: Slot,
  pace: Pace,
): Promise<Buffer | Refusal> => {
  const form = /^multipart\/form-data\b/i.test(contentType ?? '') ? openForm(contentType ?? '') : null;
  try {
    const end = await feed(raw, form?.parser, slot, pace);
    if (isFailure(end)) return end;
    if (!form) return refusals.notMultipart();
    if (end === 'too long') return refusals.tooLarge();
    await close(form.parser);
    return uploadedImage(form);
  } catch {
    return refusals.incomplete();
  } finally {
    form?.parser.destroy();
  }
};
