import { createServer, type RequestListener, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createIds } from '@piecework/base';
import type { CommonProblem } from '@piecework/contracts';
import { PROBLEM_TYPE, problemResponse } from './problem-response';
import { fail } from './reply';

/** Node's error codes; any other code means a malformed request. */
const CODES: Readonly<Record<string, CommonProblem>> = {
  HPE_HEADER_OVERFLOW: 'headers-too-large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
};

const ids = createIds();

const problemOf = (code: CommonProblem) => {
  const { status, body } = problemResponse(fail(code), ids.next());
  const text = JSON.stringify(body);
  const headers = { 'content-type': PROBLEM_TYPE, 'content-length': Buffer.byteLength(text), connection: 'close' };
  return { status, headers, text };
};

const refuse = (response: ServerResponse, code: CommonProblem): void => {
  const { status, headers, text } = problemOf(code);
  response.writeHead(status, headers).end(text);
};

const refuseSocket = (socket: Duplex, code: CommonProblem): void => {
  const { status, headers, text } = problemOf(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
};

/** Unfinished responses of a connection. With pipelining only the first one has a socket, the others wait for it. */
const openResponses = new WeakMap<Duplex, Set<ServerResponse>>();

const trackResponse = (connection: Socket, response: ServerResponse): void => {
  const open = openResponses.get(connection) ?? new Set();
  if (!openResponses.has(connection)) {
    openResponses.set(connection, open);
    connection.once('close', () => {
      for (const waiting of open) {
        // Node emits 'close' only on the response that has the socket; the others would wait without end.
        if (waiting.socket) continue;
        waiting.destroy();
        waiting.emit('close');
      }
    });
  }
  open.add(response);
  response.once('finish', () => open.delete(response));
};

/** True between the head and the end of a response: a second one would become part of it. */
const isAnswering = (connection: Duplex): boolean =>
  [...(openResponses.get(connection) ?? [])].some(({ socket, headersSent }) => socket && headersSent);

/** Answers with a problem where Node sends an empty response: parser errors, a missing Host and an unmet `Expect`. */
export const createProblemServer = (handle: RequestListener): Server => {
  const options = {
    requireHostHeader: false,
    // Node enforces `headersTimeout` and `requestTimeout` only at this interval; its default is 30 s.
    connectionsCheckingInterval: 2000,
  };
  const server = createServer(options, (request, response) => {
    trackResponse(request.socket, response);
    const isNameless = request.headers.host === undefined && request.httpVersion === '1.1';
    if (isNameless) refuse(response, 'malformed-request');
    else handle(request, response);
  });
  server.on('checkExpectation', (request, response: ServerResponse) => {
    trackResponse(request.socket, response);
    refuse(response, 'expectation-failed');
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) socket.destroy();
    else refuseSocket(socket, CODES[error.code ?? ''] ?? 'malformed-request');
  });
  return server;
};
