import {
  createServer,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createIds } from '@piecework/base';
import type { CommonProblem } from '@piecework/contracts';
import { PROBLEM_TYPE, problemResponse } from './problem-response';
import { fail } from './reply';

/** What Node finds wrong with a request before there is one → our code; anything else is no HTTP. */
const CODES: Readonly<Record<string, CommonProblem>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

const ids = createIds();

const problemOf = (code: CommonProblem) => {
  const { status, body } = problemResponse(fail(code), ids.next());
  const text = JSON.stringify(body);
  const headers = {
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(text),
    connection: 'close',
  };
  return { status, headers, text };
};

const refuse = (response: ServerResponse, code: CommonProblem): void => {
  const { status, headers, text } = problemOf(code);
  response.writeHead(status, headers).end(text);
};

/** Where there is no response object, because there is no request. */
const refuseSocket = (socket: Duplex, code: CommonProblem): void => {
  const { status, headers, text } = problemOf(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
};

/** Whether an answer has begun on this connection: another one in the middle would be taken for a part of it. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;

/**
 * Destroys a response when its connection is lost while it waits behind another answer (pipelining). Node says 'close' only to the response
 * that is being written, and whatever waits for the end of the others would wait for ever.
 */
const closeWithConnection = (socket: Socket, response: ServerResponse): void => {
  if (response.socket) return;
  const lost = () => {
    response.destroy();
    response.emit('close');
  };
  // As many listeners as requests wait.
  socket.setMaxListeners(0).once('close', lost);
  // From its turn on, Node tells it.
  response.once('socket', () => socket.off('close', lost));
};

/**
 * A server that answers a problem, as everywhere else, where Node by itself answers an empty page: to what its parser cannot read, to a request
 * that names no host, and to an `Expect` that nobody can meet.
 */
export const createProblemServer = (handle: RequestListener): Server => {
  const options = {
    // Required by the listener instead.
    requireHostHeader: false,
    // Node enforces its limits for headers and requests at each look only; every 30 s by default.
    connectionsCheckingInterval: 2000,
  };
  const server = createServer(options, (request, response) => {
    closeWithConnection(request.socket, response);
    const isNameless = request.headers.host === undefined && request.httpVersion === '1.1';
    if (isNameless) refuse(response, 'malformed-request');
    else handle(request, response);
  });
  server.on('checkExpectation', (_request, response: ServerResponse) =>
    refuse(response, 'expectation-failed'),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy();
    else refuseSocket(socket, CODES[error.code ?? ''] ?? 'malformed-request');
  });
  return server;
};
