import { connect, type Server, type Socket } from 'node:net';
import { problemSchema } from '@piecework/contracts';
import { createApp, listen } from './server';
import { createProblemServer } from './wire';

let stop: () => Promise<void>;
let port: number;
beforeEach(async () => {
  const app = createApp();
  app.get('/', (_request, response) => void response.json({ ok: true }));
  app.get('/never', () => {});
  // Answers before the body arrives and stays open.
  app.post('/half', (_request, response) => void response.write('half an answer'));
  ({ port, stop } = await listen(app, 0, ['127.0.0.1']));
});
afterEach(() => stop());

const open: Socket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

/** Sends each piece after a response to the previous one; resolves with all received text when the connection closes. */
const talk = (...pieces: string[]): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1' });
    open.push(socket);
    const next = () => {
      const piece = pieces.shift();
      if (piece !== undefined) socket.write(piece, 'latin1');
    };
    socket.on('connect', next).on('error', () => {});
    socket.on('data', (chunk) => {
      received += chunk;
      next();
    });
    socket.on('close', () => resolve(received));
  });

const problemIn = (received: string) => {
  const [head = '', body = ''] = received.split('\r\n\r\n');
  expect(head.toLowerCase()).toContain('content-type: application/problem+json');
  expect(head.toLowerCase()).toContain(`content-length: ${Buffer.byteLength(body)}`);
  const problem = problemSchema.strict().parse(JSON.parse(body));
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${problem.status} `));
  return problem.code;
};

describe('malformed HTTP', () => {
  test.each([
    ['bytes', '\x16\x03\x01\r\n\r\n', 'malformed-request'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 'malformed-request'],
    ['a head without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 'headers-too-large'],
    ['a wish for miracles', 'GET / HTTP/1.1\r\nhost: x\r\nexpect: miracles\r\n\r\n', 'expectation-failed'],
  ])('%s: a problem, then the connection ends', async (_what, bytes, code) => {
    expect(problemIn(await talk(bytes))).toBe(code);
  });

  test('after a response on the same connection is answered with a problem', async () => {
    const received = await talk('GET / HTTP/1.1\r\nhost: x\r\n\r\n', 'nonsense\r\n\r\n');
    expect(problemIn(received.slice(received.lastIndexOf('HTTP/1.1')))).toBe('malformed-request');
  });

  test('during a response ends it without mixing into it', async () => {
    const begin = 'POST /half HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n';
    const received = await talk(begin, 'ZZ\r\n');
    expect(received).toContain('half an answer');
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('bytes after a request without a response yet: a problem', async () => {
    const received = await talk('GET /never HTTP/1.1\r\nhost: x\r\n\r\nnonsense\r\n\r\n');
    expect(problemIn(received)).toBe('malformed-request');
  });

  test('bytes after a pipelined request do not break the response before it', async () => {
    const request = 'POST /half HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n';
    const received = await talk(request, `${request}nonsense\r\n\r\n`);
    expect(received).toContain('half an answer');
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  test('a late request is answered with 408', async () => {
    const slow: Server = createProblemServer(() => {});
    const received = new Promise<string>((resolve) => {
      slow.emit('clientError', Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), {
        writable: true,
        end: resolve,
      });
    });
    expect(problemIn(await received)).toBe('request-timeout');
  });
});

test('an HTTP/1.0 client without a host is served', async () => {
  expect(await talk('GET / HTTP/1.0\r\n\r\n')).toContain('{"ok":true}');
});
