import { Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Clock, MINUTE_MS } from '@piecework/base';
import type { OperationSpec } from '@piecework/contracts';
import { fail, type PlainRequest } from '@piecework/http';
import { MAX_JSON_BYTES } from '@piecework/http/server';
import type { GatewayFailure } from '../gateway-failure';

export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

export class BodyTooSlowError extends Error {
  override readonly name = 'BodyTooSlowError';
}

const endAfter = (ms: number, clock: Clock, body: Readable): Readable => {
  const cancel = clock.after(ms, () => body.destroy(new BodyTooSlowError()));
  return body.once('close', cancel);
};

/** Separate: destroying it keeps the connection for the refusal. */
const counted = (raw: Readable, maxBytes: number): Readable => {
  let bytes = 0;
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new BodyTooLargeError());
      else done(null, chunk);
    },
  });
  // An error after the last reader left would otherwise crash the process.
  counter.on('error', () => {});
  raw.once('close', () => {
    if (!raw.readableEnded) counter.destroy(raw.errored ?? new Error('The sender disconnected'));
  });
  raw.on('error', () => {});
  return raw.pipe(counter);
};

/** Streamed to the service; other bodies are small. */
export const isUpload = ({ rawBody }: Pick<OperationSpec, 'rawBody'>): boolean =>
  rawBody !== undefined && ['multipart/form-data', 'text/csv'].includes(rawBody.contentType);

/** Milliseconds for a file of rows: 10 MB at 35 KB/s. The service enforces the pace of a picture. */
const ROWS_MS = 5 * MINUTE_MS;

export const bufferBody = async (raw: Readable): Promise<Buffer | null> => {
  const chunks: Buffer[] = [];
  for await (const chunk of raw) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? null : Buffer.concat(chunks);
};

/** As a service reads it: names with escapes, and behind a byte-order mark. */
export const parseJson = (bytes: Buffer): { ok: true; body: unknown } | { ok: false } => {
  try {
    return { ok: true, body: JSON.parse(new TextDecoder().decode(bytes)) };
  } catch {
    return { ok: false };
  }
};

/** Consumes a small JSON body; returns a readable copy. `body`: undefined for what is not JSON. */
export const readBody = async ({
  raw,
  body,
}: Pick<PlainRequest, 'raw' | 'body'>): Promise<{ body: unknown; isJson: boolean; raw: Readable | undefined }> => {
  if (!raw) return { body, isJson: true, raw };
  const bytes = await buffer(raw);
  const parsed = parseJson(bytes);
  return { body: parsed.ok ? parsed.body : undefined, isJson: parsed.ok, raw: Readable.from([bytes]) };
};

const isUtf8 = (parameters: readonly string[]): boolean =>
  parameters.every((parameter) => !/charset/i.test(parameter) || /^\s*charset="?utf-8"?\s*$/i.test(parameter));

export type Body = { ok: true; raw: Readable | undefined } | { ok: false; failure: GatewayFailure };
const refuse = (failure: GatewayFailure): Body => ({ ok: false, failure });

/** Checks type and declared size first, then bytes and time while reading. */
export const guardBody = (
  spec: OperationSpec,
  { raw, headers }: Pick<PlainRequest, 'raw' | 'headers'>,
  { clock, withinMs }: { clock: Clock; withinMs: number },
): Body => {
  if (!raw || (!spec.body && !spec.rawBody)) return { ok: true, raw: undefined };
  const { contentType, maxBytes } = spec.rawBody ?? { contentType: 'application/json', maxBytes: MAX_JSON_BYTES };
  const [given = '', ...parameters] = (headers['content-type'] ?? '').split(';');
  if (given.trim().toLowerCase() !== contentType) {
    return refuse(fail('unsupported-media-type', { message: `Send the content-type ${contentType}.` }));
  }
  // Gateway and service would read different bodies.
  if (contentType === 'application/json' && !isUtf8(parameters)) {
    return refuse(fail('unsupported-media-type', { message: 'Send the body in UTF-8.' }));
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return refuse(fail('unsupported-media-type', { message: 'Send the body without a content-encoding.' }));
  }
  if (Number(headers['content-length']) > maxBytes) return refuse(fail('too-large'));
  const body = counted(raw, maxBytes);
  if (contentType === 'multipart/form-data') return { ok: true, raw: body };
  return { ok: true, raw: endAfter(isUpload(spec) ? ROWS_MS : withinMs, clock, body) };
};
