import { pipeline, Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ids, Log } from '@piecework/base';
import type { CommonProblem } from '@piecework/contracts';
import type { ErrorRequestHandler, Request, Response } from 'express';
import { CORRELATION_HEADER, correlationIdOf } from './headers';
import { problemResponse } from './problem-response';
import { CallerGoneError, type Failure, fail, type PlainRequest, type PlainResponse } from './reply';

const headersOf = (request: Request) => request.headers as PlainRequest['headers'];

/** @param isRaw whether the handler reads the body itself; otherwise it is what a parser has made of it */
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
    response.once('close', () => {
      if (!response.writableFinished) leave();
    });
  },
});

/** Bytes of a long answer that are written at a time: what its reader has taken is seen by the piece. */
const PIECE_BYTES = 64 * 1024;

/** Pieces of long answers that are written in one turn of the event loop, of all answers together: short ones come in between. */
const PIECES_A_TURN = 2;
const waiting: (() => void)[] = [];

const releaseSome = () => {
  for (const release of waiting.splice(0, PIECES_A_TURN)) release();
  if (waiting.length > 0) setImmediate(releaseSome);
};
const ownTurn = () =>
  new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(releaseSome);
  });

async function* bytePieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    await ownTurn();
    yield bytes.subarray(at, at + PIECE_BYTES);
  }
}

/** Rows up to which a list is turned into text at once. */
const ROWS_AT_ONCE = 50;
/** Characters of a long list that are made at a time: a millisecond of work. */
const LIST_PIECE = 256 * 1024;

/** A long list as JSON, piece by piece: others are answered in between, and no more is made than the reader takes. */
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

/** What Express and its JSON parser throw, as problems. */
const parseFailure = (error: { type?: string; status?: number }): Failure<CommonProblem> | null => {
  // An address whose percent signs cannot be read.
  if (error instanceof URIError) return fail('not-found');
  if (error.type === 'entity.too.large') return fail('too-large');
  if (error.status === 415) return fail('unsupported-media-type');
  return error.status === 400 ? fail('not-json') : null;
};

/** The reader went away, which is no fault. */
const isReaderGone = (error: NodeJS.ErrnoException): boolean =>
  error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error instanceof CallerGoneError;

export interface HttpAdapterOptions {
  ids: Ids;
  log: Log;
  /** Headers of every answer; one of the answer's own wins. */
  baseHeaders?: (request: Request) => Readonly<Record<string, string>>;
  /** Called for each answer after its head is written and before its body. */
  onAnswer?: (request: Request, response: Response) => void;
}

/** Sends answers in plain values and problems over HTTP: the same for the gateway and the services. */
export const createHttpAdapter = ({ ids, log, baseHeaders, onAnswer }: HttpAdapterOptions) => {
  const correlationOf = (request: Request) => correlationIdOf(headersOf(request), ids);

  const send = (request: Request, response: Response, { status, headers, body }: PlainResponse): void => {
    if (response.destroyed) {
      if (body instanceof Readable) body.destroy();
      return;
    }
    // The rest of a body that was too slow is not waited for.
    if (status === 408) response.shouldKeepAlive = false;
    const payload = payloadOf(body);
    const length =
      payload.kind === 'none' || payload.bytes === undefined
        ? undefined
        : { 'content-length': String(payload.bytes) };
    response.writeHead(status, { ...baseHeaders?.(request), ...length, ...headers });
    onAnswer?.(request, response);
    if (payload.kind === 'none') response.end();
    // As text of the head's own encoding bytes leave in one piece with it; they are the same.
    else if (payload.kind === 'whole' && Buffer.isBuffer(payload.content))
      response.end(payload.content.toString('latin1'), 'latin1');
    else if (payload.kind === 'whole') response.end(payload.content);
    // A source that fails in the middle destroys the connection: half an answer must not look like a whole one.
    else
      pipeline(payload.source, response, (error) => {
        if (!error) return;
        const correlationId = headers[CORRELATION_HEADER] ?? correlationOf(request);
        const context = { err: error, correlationId, path: request.path };
        log[isReaderGone(error) ? 'debug' : 'warn'](context, 'an answer was broken off');
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

  /** The last handler of an app. */
  const onError: ErrorRequestHandler = (error, request, response, _next) => {
    const correlationId = correlationOf(request);
    const context = { err: error, correlationId, path: request.path };
    if (response.headersSent || response.destroyed) {
      log[isReaderGone(error) ? 'debug' : 'warn'](context, 'an answer was broken off');
      return void response.destroy();
    }
    const failure = parseFailure(error);
    if (!failure) log.error(context, 'a request failed by a fault of ours');
    refuse(request, response, failure ?? fail('internal'), {}, correlationId);
  };

  return { send, refuse, onError };
};
export type HttpAdapter = ReturnType<typeof createHttpAdapter>;
