import type { Server } from 'node:http';
import { OperatorError } from '@piecework/base';
import { MAX_JSON_KIBIBYTES, OPERATIONS, type OperationId, type OperationSpec } from '@piecework/contracts';
import express, { type Request, type Response } from 'express';
import { type HttpAdapter, plainRequest } from './adapter';
import type { PlainRequest, PlainResponse } from './reply';
import { createProblemServer } from './wire';

export const MAX_JSON_BYTES = MAX_JSON_KIBIBYTES * 1024;

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

export const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
export const expressMethod = (method: OperationSpec['method']) =>
  method.toLowerCase() as Lowercase<OperationSpec['method']>;

/** @param handle must not reject */
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

export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined &&
  (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'));

/** Milliseconds for running calls to end: some wait 5 s for an event. */
const STOP_WITHIN = 6000;

/** Values of the setting `LISTEN`. A container is not reachable on its loopback. */
export const HOSTS = { loopback: ['127.0.0.1', '::1'], all: ['0.0.0.0', '::'] } as const;

/** Listens on every host. `stop` refuses new calls and waits for running ones. @throws {ListenError} */
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
            // Keep-alive would hold a connection open whose call ends from now on.
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
    // Longer than the keep-alive of the gateway's pool: the gateway must not send on a connection that is closing.
    server.keepAliveTimeout = 75_000;
    // Limits slow senders; an upload of a picture may take a minute.
    server.headersTimeout = 10_000;
    server.requestTimeout = 75_000;
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port: bound, host, ipv6Only: true }, resolve);
      });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A machine without IPv6 serves IPv4 only.
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

const WHEN_ALONE = "alone: PORT=N, or a service's own address such as USER_URL";

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
        ? `Port ${port} on ${host} is in use. Stop the other program, or choose another base port with --port N (${WHEN_ALONE}).`
        : code === 'EACCES'
          ? `Port ${port} requires privileges. Choose a port above 1024 with --port N (${WHEN_ALONE}).`
          : `Cannot listen on ${host}:${port} (${code}): check the network and the limits of this machine, then start again.`,
      options,
    );
  }
}
