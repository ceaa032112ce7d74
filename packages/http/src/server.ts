import type { Server } from 'node:http';
import { OperatorError } from '@piecework/base';
import { OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import express, { type Request, type Response } from 'express';
import { type HttpAdapter, plainRequest } from './adapter';
import type { PlainRequest, PlainResponse } from './reply';
import { createProblemServer } from './wire';

/** Bytes of a JSON body. */
export const MAX_JSON_BYTES = 100 * 1024;

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

/** A path of the contract as Express writes it. */
export const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
export const expressMethod = (method: OperationSpec['method']) =>
  method.toLowerCase() as Lowercase<OperationSpec['method']>;

/** Mounts the operations of one service on its app; `handle` answers in plain values and never rejects. */
export const mountOperations = (
  app: express.Express,
  { send }: Pick<HttpAdapter, 'send'>,
  operations: readonly OperationId[],
  handle: (operation: OperationId, request: PlainRequest) => Promise<PlainResponse>,
): void => {
  for (const operation of operations) {
    const spec: OperationSpec = OPERATIONS[operation];
    const isRaw = spec.rawBody !== undefined;
    const parsers = isRaw || NO_BODY.has(spec.method) ? [] : [jsonBody];
    const serve = async (request: Request, response: Response) =>
      send(request, response, await handle(operation, plainRequest(request, response, isRaw)));
    app[expressMethod(spec.method)](expressPath(spec.path), ...parsers, serve);
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
