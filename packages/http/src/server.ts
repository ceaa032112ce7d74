import type { IncomingMessage, Server } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { type Ids, type Log, OperatorError } from '@piecework/base';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import express, { type ErrorRequestHandler, type Request, type Response } from 'express';
import { correlationIdOf } from './headers';
import { problemResponse } from './problem-response';
import { type Failure, fail, type PlainRequest, type PlainResponse } from './reply';
import { createProblemServer } from './wire';

/** Bytes of a JSON body. */
export const MAX_JSON_BYTES = 100 * 1024;

/** Rows up to which a list is turned into text at once. */
const ROWS_AT_ONCE = 50;
/** Characters of a long list that are made at a time: a millisecond of work. */
const PIECE = 256 * 1024;

/** A long list as JSON, piece by piece: others are answered in between, and no more is made than the reader takes. */
async function* jsonPieces(rows: readonly unknown[]): AsyncGenerator<string> {
  let piece = '[';
  for (const [index, row] of rows.entries()) {
    if (index > 0) piece += ',';
    piece += JSON.stringify(row);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await setImmediate();
  }
  yield `${piece}]`;
}

export const send = async (response: Response, plain: PlainResponse): Promise<void> => {
  response.status(plain.status);
  for (const [name, value] of Object.entries(plain.headers)) response.setHeader(name, value);
  const { body } = plain;
  if (body === null || body === undefined) return void response.end();
  if (body instanceof Readable) return pipeline(body, response);
  if (typeof body === 'string' || Buffer.isBuffer(body)) return void response.end(body);
  if (Array.isArray(body) && body.length > ROWS_AT_ONCE)
    return pipeline(Readable.from(jsonPieces(body), { highWaterMark: 1 }), response);
  response.end(JSON.stringify(body));
};

const headersOf = (request: IncomingMessage): PlainRequest['headers'] =>
  Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );

const plainRequest = (request: Request, response: Response, raw: boolean): PlainRequest => ({
  method: request.method,
  path: request.path,
  params: request.params as Record<string, string>,
  query: request.query as Record<string, unknown>,
  headers: headersOf(request),
  body: raw ? undefined : request.body,
  ...(raw && { raw: request }),
  whenGone: (leave) => {
    if (response.destroyed) return leave();
    response.once('close', () => {
      if (!response.writableFinished) leave();
    });
  },
});

/** What Express and its JSON parser throw, as problems. */
const parseFailure = (error: { type?: string; status?: number }): Failure | null => {
  // An address whose percent signs cannot be read.
  if (error instanceof URIError) return fail('not-found');
  if (error.type === 'entity.too.large') return fail('too-large');
  if (error.status === 415) return fail('unsupported-media-type');
  return error.status === 400 ? fail('not-json') : null;
};

export const problemErrors =
  (ids: Ids, log: Log): ErrorRequestHandler =>
  (error, request, response, _next) => {
    const correlationId = correlationIdOf(headersOf(request), ids);
    if (response.headersSent || response.destroyed) {
      // Whoever went away is no news. Either way the connection ends, so that half an answer does not look like a whole one.
      const level = error?.code === 'ERR_STREAM_PREMATURE_CLOSE' ? 'debug' : 'warn';
      log[level]({ err: error, correlationId, path: request.path }, 'an answer was broken off');
      return void response.destroy();
    }
    const failure = parseFailure(error);
    if (!failure)
      log.error({ err: error, correlationId, path: request.path }, 'a request failed by a fault of ours');
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    void send(response, problemResponse(failure ?? fail('internal'), correlationId));
  };

/** A bare Express app with what all our servers share: no banner, no ETag work, plain query strings, JSON bodies that are bounded. */
export const createApp = (): express.Express => {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  return app;
};

const jsonBody = express.json({
  limit: MAX_JSON_BYTES,
  strict: false,
  type: () => true,
});
const NO_BODY = new Set(['GET', 'DELETE']);

/** Mounts the operations of one service on its app; `handle` answers in plain values and never rejects. */
export const mountOperations = (
  app: express.Express,
  operations: readonly OperationId[],
  handle: (operation: OperationId, request: PlainRequest) => Promise<PlainResponse>,
): void => {
  for (const operation of operations) {
    const spec: OperationSpec = OPERATIONS[operation];
    const path = spec.path.replace(/\{(\w+)\}/g, ':$1');
    const method = spec.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
    const parsers = spec.rawBody || NO_BODY.has(spec.method) ? [] : [jsonBody];
    app[method](path, ...parsers, async (request: Request, response: Response) => {
      await send(
        response,
        await handle(operation, plainRequest(request, response, spec.rawBody !== undefined)),
      );
    });
  }
};

/** Whether an address is this machine's own. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined &&
  (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'));

/** Milliseconds that running calls get to end in: some wait five seconds for what an event brings. */
const STOP_WITHIN = 6000;

/** The addresses that a program listens on: its setting `LISTEN`. In a container the loopback reaches nobody. */
export const HOSTS = { loopback: ['127.0.0.1', '::1'], all: ['0.0.0.0', '::'] } as const;

/** Listens on every given address; rejects with a sentence when the port is taken. Answers how to stop: new calls are refused, running ones end. */
export const listen = async (
  app: express.Express,
  port: number,
  hosts: readonly string[] = HOSTS.loopback,
): Promise<{ port: number; stop(): Promise<void> }> => {
  const servers: Server[] = [];
  const stop = async () => {
    await Promise.all(
      servers.map(
        (server) =>
          new Promise<void>((resolve) => {
            // A connection that ends its call from now on would be kept for the next one.
            const sweep = setInterval(() => server.closeIdleConnections(), 25);
            const force = setTimeout(() => server.closeAllConnections(), STOP_WITHIN);
            server.close(() => {
              clearInterval(sweep);
              clearTimeout(force);
              resolve();
            });
          }),
      ),
    );
  };
  let bound = port;
  for (const host of hosts) {
    const server = createProblemServer(app);
    // Longer than the gateway's pool keeps a connection, so that it never sends on one that is just being closed.
    server.keepAliveTimeout = 75_000;
    // Whoever sends a byte now and then must not hold a connection for long; a picture may take a minute.
    server.headersTimeout = 10_000;
    server.requestTimeout = 75_000;
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port: bound, host, ipv6Only: true }, resolve);
      });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A machine without IPv6 is served on IPv4 alone.
      if (servers.length > 0 && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      await stop();
      throw new ListenError(bound, host, code ?? String(error), {
        cause: error,
      });
    }
    servers.push(server);
    const address = server.address();
    if (typeof address === 'object' && address) bound = address.port;
  }
  return { port: bound, stop };
};

/** Programs that run alone take no `--port`, and one with an address of its own does not follow the base port. */
const WHEN_ALONE = "alone: PORT=N, or a service's own address such as USER_URL";

/** A port cannot be listened on; `message` says what to do. */
export class ListenError extends OperatorError {
  override readonly name = 'ListenError';
  constructor(
    readonly port: number,
    host: string,
    readonly code: string,
    options?: ErrorOptions,
  ) {
    super(
      code === 'EADDRINUSE'
        ? `Port ${port} on ${host} is taken: stop what uses it, or choose another base port with --port N (${WHEN_ALONE}).`
        : code === 'EACCES'
          ? `Port ${port} needs more rights than you have: choose one above 1024 with --port N (${WHEN_ALONE}).`
          : `Cannot listen on ${host}:${port} (${code}): check the network and the limits of this machine, then start again.`,
      options,
    );
  }
}
