import { lookup } from 'node:dns/promises';
import type { Server } from 'node:http';
import { createServer as createTcpServer, Server as TcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
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

const jsonBody = express.json({ limit: MAX_JSON_BYTES, strict: false, type: () => true });
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
  address !== undefined && (address === '::1' || address.startsWith('127.') || address.startsWith('::ffff:127.'));

/** Milliseconds for running calls to end: some wait 5 s for an event. */
const STOP_WITHIN = 6000;

/** Values of the setting `LISTEN`. A container is not reachable on its loopback. */
export const HOSTS = { loopback: ['127.0.0.1', '::1'], all: ['0.0.0.0', '::'] } as const;

/**
 * The addresses of this machine that `name` resolves to: in several networks it has a name in each.
 *
 * @throws {OperatorError} when there is none
 */
export const ownAddressesOf = async (name: string): Promise<string[]> => {
  const localAddresses = new Set(
    Object.values(networkInterfaces()).flatMap((all = []) => all.map(({ address }) => address)),
  );
  const resolved = await lookup(name, { all: true }).catch(() => []);
  const addresses = resolved.map(({ address }) => address).filter((address) => localAddresses.has(address));
  if (addresses.length === 0) throw new OperatorError(`${name} is no name of this machine.`);
  return addresses;
};

/** @throws {ListenError} */
const bind = async (server: TcpServer, { port, host }: { port: number; host: string }): Promise<void> => {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ port, host, ipv6Only: true }, resolve);
    });
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException;
    throw new ListenError(port, host, code, { cause: error });
  }
};

const failedWith = (error: unknown, ...codes: string[]): boolean =>
  error instanceof ListenError && codes.includes(error.code);

/** A machine without IPv6 serves IPv4 only. */
const lacksAddress = (error: unknown): boolean => failedWith(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT');

const isPortInUse = async (port: number, hosts: readonly string[]): Promise<boolean> => {
  for (const [index, host] of hosts.entries()) {
    const probe = createTcpServer((socket) => socket.destroy());
    try {
      await bind(probe, { port, host });
      await new Promise((resolve) => probe.close(resolve));
    } catch (error) {
      if (failedWith(error, 'EADDRINUSE')) return true;
      if (index === 0 || !lacksAddress(error)) throw error;
    }
  }
  return false;
};

/** A port that a part of the product is about to listen on. */
export interface PartPort {
  part: string;
  port: number;
}

/**
 * Before the first part of a start, which may take minutes: what `listen` would fail with at its end.
 *
 * @throws {PortsInUseError} with every port of `wanted` that is in use
 * @throws {OperatorError} when two parts want the same port
 * @throws {ListenError} for any other reason
 */
export const requireFreePorts = async (
  wanted: readonly PartPort[],
  hosts: readonly string[] = HOSTS.loopback,
): Promise<void> => {
  for (const { port } of wanted) {
    const parts = wanted.filter((other) => other.port === port).map(({ part }) => part);
    if (parts.length > 1)
      throw new OperatorError(`Port ${port} is set for ${listOf(parts)}: give each a port of its own.`);
  }
  const inUse: PartPort[] = [];
  for (const one of wanted) if (await isPortInUse(one.port, hosts)) inUse.push(one);
  if (inUse.length > 0) throw new PortsInUseError(inUse);
};

/** Milliseconds. Longer than the largest upload at the minimum rate (docs/adr/0075). The handler that reads a body enforces the rate; an unread body costs no more than an idle connection. */
export const MAX_REQUEST_MS = 15 * 60_000;

/**
 * Listens on every host. `stop` refuses new connections, serves the open ones for `drainMs`, and waits for running calls.
 *
 * @param drainMs longer than the clients use a connection: one that ends while a call is sent on it loses the call
 * @throws {ListenError}
 */
export const listen = async (
  app: express.Express,
  port: number,
  hosts: readonly string[] = HOSTS.loopback,
  drainMs = 0,
): Promise<{ port: number; stop(): Promise<void> }> => {
  const servers: Server[] = [];
  const stopOne = (server: Server) =>
    new Promise<void>((resolve) => {
      let sweep: NodeJS.Timeout | undefined;
      const drain = setTimeout(() => {
        // Keep-alive would hold a connection open whose call ends from now on.
        sweep = setInterval(() => server.closeIdleConnections(), 25);
      }, drainMs);
      const force = setTimeout(() => server.closeAllConnections(), drainMs + STOP_WITHIN);
      // `close` of an HTTP server would end idle connections at once.
      TcpServer.prototype.close.call(server, () => {
        for (const timer of [drain, sweep, force]) clearTimeout(timer);
        server.close();
        resolve();
      });
    });
  const stop = async () => {
    await Promise.all(servers.map(stopOne));
  };
  let bound = port;
  for (const host of hosts) {
    const server = createProblemServer(app);
    // Longer than the keep-alive of the gateway's pool: the gateway must not send on a connection that is closing.
    server.keepAliveTimeout = 75_000;
    server.headersTimeout = 10_000;
    server.requestTimeout = MAX_REQUEST_MS;
    try {
      await bind(server, { port: bound, host });
    } catch (error) {
      if (servers.length > 0 && lacksAddress(error)) continue;
      await stop();
      throw error;
    }
    servers.push(server);
    const address = server.address();
    if (typeof address === 'object' && address) bound = address.port;
  }
  return { port: bound, stop };
};

const WHEN_ALONE = "alone: PORT=N, or a service's own address such as USER_URL";

const listOf = (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names);

export class PortsInUseError extends OperatorError {
  override readonly name = 'PortsInUseError';
  constructor(readonly ports: readonly PartPort[]) {
    const isOne = ports.length === 1;
    const named = listOf(ports.map(({ port, part }) => `${port} (${part})`));
    super(
      `${isOne ? 'Port' : 'Ports'} ${named} ${isOne ? 'is' : 'are'} in use. Stop the other ${isOne ? 'program' : 'programs'}, or choose another base port with --port N (${WHEN_ALONE}).`,
    );
  }
}

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
