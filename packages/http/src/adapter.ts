import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ids, Log } from '@piecework/base';
import type { CommonProblem } from '@piecework/contracts';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { CORRELATION_HEADER, correlationIdOf } from './headers';
import { onClose } from './on-close';
import { problemResponse } from './problem-response';
import { CallerGoneError, type Failure, fail, type PlainRequest, type PlainResponse } from './reply';

const headersOf = (request: Request) => request.headers as PlainRequest['headers'];

/** @param isRaw the handler reads the stream itself; otherwise `body` is the parsed JSON */
export const plainRequest = (request: Request, response: Response, isRaw: boolean): PlainRequest => ({
  method: request.method,
  path: request.path,
  params: request.params as Record<string, string>,
  query: request.url.includes('?') ? (request.query as Record<string, unknown>) : {},
  headers: headersOf(request),
  body: isRaw ? undefined : request.body,
  ...(isRaw && { raw: request }),
  whenGone: (leave) => {
    if (response.destroyed) return leave();
    onClose(response, () => {
      if (!response.writableFinished) leave();
    });
  },
});

/** Write size of a long answer, in bytes; also the granularity of backpressure. */
const PIECE_BYTES = 64 * 1024;

const waiting: (() => void)[] = [];

/** One piece per turn of the event loop, over all responses: leaves room for short answers. */
const releaseNext = () => {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(releaseNext);
};
const ownTurn = () =>
  new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(releaseNext);
  });

async function* bytePieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await ownTurn();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

const ROWS_AT_ONCE = 50;
/** Characters of JSON per piece: about 1 ms of work. */
const LIST_PIECE = 256 * 1024;

/** Serializes a long list under backpressure and yields to the event loop between pieces. */
async function* jsonPieces(rows: readonly unknown[]): AsyncGenerator<string> {
  let piece = '[';
  for (const [index, row] of rows.entries()) {
    if (index > 0) piece += ',';
    piece += JSON.stringify(row);
    if (piece.length < LIST_PIECE) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  yield `${piece}]`;
}

type Payload =
  | { kind: 'none' }
  | { kind: 'whole'; content: string | Buffer; bytes: number }
  | { kind: 'stream'; source: Readable; bytes?: number };

const payloadOf = (body: unknown): Payload => {
  if (body === null || body === undefined) return { kind: 'none' };
  if (body instanceof Readable) return { kind: 'stream', source: body };
  if (Array.isArray(body) && body.length > ROWS_AT_ONCE)
    return { kind: 'stream', source: Readable.from(jsonPieces(body), { highWaterMark: 1 }) };
  const content = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  const bytes = Buffer.byteLength(content);
  if (bytes <= PIECE_BYTES) return { kind: 'whole', content, bytes };
  const source = Readable.from(bytePieces(Buffer.from(content)), { objectMode: false });
  return { kind: 'stream', source, bytes };
};

const parseFailure = (error: { type?: string; status?: number }): Failure<CommonProblem> | null => {
  // Malformed percent-encoding.
  if (error instanceof URIError) return fail('not-found');
  if (error.type === 'entity.too.large') return fail('too-large');
  if (error.status === 415) return fail('unsupported-media-type');
  return error.status === 400 ? fail('not-json') : null;
};

const isReaderGone = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof CallerGoneError;

export interface HttpAdapterOptions {
  ids: Ids;
  log: Log;
  baseHeaders?: (request: Request) => Readonly<Record<string, string>>;
  /** Called after the head is written and before the body. */
  onAnswer?: (request: Request, response: Response) => void;
}

export const createHttpAdapter = ({ ids, log, baseHeaders, onAnswer }: HttpAdapterOptions) => {
  const correlationOf = (request: Request) => correlationIdOf(headersOf(request), ids);

  const send = (request: Request, response: Response, { status, headers, body }: PlainResponse): void => {
    if (response.destroyed) {
      if (body instanceof Readable) body.destroy();
      return;
    }
    // Do not wait for the rest of a slow body.
    if (status === 408) response.shouldKeepAlive = false;
    const payload = payloadOf(body);
    const length =
      payload.kind === 'none' || payload.bytes === undefined ? undefined : { 'content-length': String(payload.bytes) };
    response.writeHead(status, { ...baseHeaders?.(request), ...length, ...headers });
    onAnswer?.(request, response);
    if (payload.kind === 'none') response.end();
    // Node writes a latin1 string in one piece with the head; latin1 preserves every byte.
    else if (payload.kind === 'whole' && Buffer.isBuffer(payload.content))
      response.end(payload.content.toString('latin1'), 'latin1');
    else if (payload.kind === 'whole') response.end(payload.content);
    // A failing source destroys the connection: a truncated answer must not look complete.
    else
      pipeline(payload.source, response, (error) => {
        if (!error) return;
        const correlationId = headers[CORRELATION_HEADER] ?? correlationOf(request);
        const context = { err: error, correlationId, path: request.path };
        log[isReaderGone(error) ? 'debug' : 'warn'](context, 'response aborted');
      });
  };

  const refuse = (
    request: Request,
    response: Response,
    failure: Failure<CommonProblem>,
    headers: Record<string, string> = {},
    correlationId = correlationOf(request),
  ): void => {
    const problem = problemResponse(failure, correlationId);
    send(request, response, {
      ...problem,
      headers: { ...problem.headers, ...headers, [CORRELATION_HEADER]: correlationId },
    });
  };

  const onError: ErrorRequestHandler = (error, request, response, _next) => {
    const correlationId = correlationOf(request);
    const context = { err: error, correlationId, path: request.path };
    if (response.headersSent || response.destroyed) {
      log[isReaderGone(error) ? 'debug' : 'warn'](context, 'response aborted');
      return void response.destroy();
    }
    const failure = parseFailure(error);
    if (!failure) log.error(context, 'request failed: unexpected error');
    refuse(request, response, failure ?? fail('internal'), {}, correlationId);
  };

  return { send, refuse, onError };
};
export type HttpAdapter = ReturnType<typeof createHttpAdapter>;
