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

/** Node's error codes; any other code means a malformed request. */
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

const refuseSocket = (socket: Duplex, code: CommonProblem): void => {
  const { status, headers, text } = problemOf(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
};

/** True after the head was sent: a second answer would become part of the first. */
const isAnswering = (socket: Duplex): boolean =>
  (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent === true;

// On a lost connection Node emits 'close' only on the response being written; a pipelined one would wait without end.
const closeWithConnection = (socket: Socket, response: ServerResponse): void => {
  if (response.socket) return;
  const lost = () => {
    response.destroy();
    response.emit('close');
  };
  socket.setMaxListeners(0).once('close', lost);
  // From its turn on, Node emits 'close' itself.
  response.once('socket', () => socket.off('close', lost));
};

/** Answers with a problem where Node sends an empty response: parser errors, a missing Host and an unmet `Expect`. */
export const createProblemServer = (handle: RequestListener): Server => {
  const options = {
    requireHostHeader: false,
    // Node enforces `headersTimeout` and `requestTimeout` only at this interval; its default is 30 s.
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
