import { type Readable, Transform } from 'node:stream';
import type { OperationSpec } from '@piecework/contracts';
import { type Failure, fail, type PlainRequest } from '@piecework/service-kit';
import { MAX_JSON_BYTES } from '@piecework/service-kit/server';

/** A body turned out to be longer than its operation takes. */
export class BodyTooLargeError extends Error {
  override readonly name = 'BodyTooLargeError';
}

/** The body behind a stream of its own, so that whoever gives up on it does not end the connection on which the refusal is to be read. */
const counted = (raw: Readable, maxBytes: number): Readable => {
  let bytes = 0;
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new BodyTooLargeError());
      else done(null, chunk);
    },
  });
  // Nobody may be reading any more when the sender goes.
  counter.on('error', () => {});
  raw.once('close', () => {
    if (!raw.readableEnded) counter.destroy(raw.errored ?? new Error('The sender went away'));
  });
  raw.on('error', () => {});
  return raw.pipe(counter);
};

export type Body = { ok: true; raw: Readable | undefined } | { ok: false; failure: Failure };
const refuse = (failure: Failure): Body => ({ ok: false, failure });

/**
 * Checks the kind and the declared size of a body before any of it is read; its bytes are counted as they come.
 */
export const guardBody = (
  spec: OperationSpec,
  { raw, headers }: Pick<PlainRequest, 'raw' | 'headers'>,
): Body => {
  if (!raw || (!spec.body && !spec.rawBody)) return { ok: true, raw: undefined };
  const { contentType, maxBytes } = spec.rawBody ?? {
    contentType: 'application/json',
    maxBytes: MAX_JSON_BYTES,
  };
  const [given = ''] = (headers['content-type'] ?? '').split(';');
  if (given.trim().toLowerCase() !== contentType) {
    return refuse(fail('unsupported-media-type', { message: `Send the content-type ${contentType}.` }));
  }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    return refuse(fail('unsupported-media-type', { message: 'Send the body without a content-encoding.' }));
  }
  if (Number(headers['content-length']) > maxBytes) return refuse(fail('too-large'));
  return { ok: true, raw: counted(raw, maxBytes) };
};
