import { problemSchema } from '@piecework/contracts';
import { useContractFixture } from '../support/contract';
import { parseAnswer, sendBytes } from '../support/raw-http';

// Raw requests that no HTTP client sends.
const fixture = useContractFixture();
const send = (bytes: string) => sendBytes(fixture().stack.settings.port + 80, bytes, 500);

const JSON_POST = 'POST /identity/sign-in HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';

describe('malformed HTTP requests', () => {
  test.each([
    ['a TLS handshake', '\x16\x03\x01\x00\x00garbage\r\n\r\n', 400, 'malformed-request'],
    ['an unknown method', 'FOO /tasks HTTP/1.1\r\nhost: localhost\r\n\r\n', 400, 'malformed-request'],
    ['an unsupported method', 'PROPFIND /tasks HTTP/1.1\r\nhost: localhost\r\n\r\n', 405, 'method-not-allowed'],
    ['no host', 'GET /tasks HTTP/1.1\r\n\r\n', 400, 'malformed-request'],
    ['a space in the address', 'GET /ta sks HTTP/1.1\r\nhost: localhost\r\n\r\n', 400, 'malformed-request'],
    [
      'non-ASCII characters in the address',
      'GET /tasks/é HTTP/1.1\r\nhost: localhost\r\n\r\n',
      400,
      'malformed-request',
    ],
    ['NUL in a header', 'GET /tasks HTTP/1.1\r\nhost: localhost\r\nx: a\u0000b\r\n\r\n', 400, 'malformed-request'],
    [
      'an oversized address',
      `GET /tasks?q=${'a'.repeat(20_000)} HTTP/1.1\r\nhost: localhost\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    [
      'an oversized header',
      `GET /tasks HTTP/1.1\r\nhost: localhost\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    [
      'an unknown expectation',
      'POST /tasks HTTP/1.1\r\nhost: localhost\r\nexpect: miracles\r\ncontent-length: 0\r\n\r\n',
      417,
      'expectation-failed',
    ],
    [
      'Content-Length with Transfer-Encoding',
      `${JSON_POST}content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET /tasks HTTP/1.1\r\n\r\n`,
      400,
      'malformed-request',
    ],
    [
      'two Content-Length headers',
      `${JSON_POST}content-length: 1\r\ncontent-length: 2\r\n\r\n`,
      400,
      'malformed-request',
    ],
    ['a negative Content-Length', `${JSON_POST}content-length: -1\r\n\r\n`, 400, 'malformed-request'],
    ['an unknown Transfer-Encoding', `${JSON_POST}transfer-encoding: x\r\n\r\n`, 400, 'malformed-request'],
    ['an invalid chunk length', `${JSON_POST}transfer-encoding: chunked\r\n\r\nZZ\r\n{}\r\n`, 400, 'malformed-request'],
    ['OPTIONS *', 'OPTIONS * HTTP/1.1\r\nhost: localhost\r\n\r\n', 404, 'not-found'],
    ['a backslash', 'GET /\\tasks HTTP/1.1\r\nhost: localhost\r\n\r\n', 404, 'not-found'],
    ['a percent sign', 'GET /tasks/% HTTP/1.1\r\nhost: localhost\r\n\r\n', 404, 'not-found'],
  ])('the gateway answers %s with a problem', async (_case, bytes, status, code) => {
    const answer = parseAnswer(await send(bytes));
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/problem+json']);
    // Some answers are chunked: the problem is between the chunk lengths.
    const body: unknown = JSON.parse(/\{.*\}/s.exec(answer.body)?.[0] ?? '{}');
    expect(problemSchema.strict().parse(body)).toMatchObject({ status, code });
  });

  test.each([
    ['HTTP/1.0', 'GET /config HTTP/1.0\r\nhost: localhost\r\n\r\n'],
    ['two hosts', 'GET /config HTTP/1.1\r\nhost: localhost\r\nhost: y\r\n\r\n'],
    ['another site in the address', 'GET http://evil.example/config HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['thousands of headers', `GET /config HTTP/1.1\r\nhost: localhost\r\n${'a: b\r\n'.repeat(2500)}\r\n`],
    ['non-ASCII characters in a token', 'GET /config HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ü\r\n\r\n'],
    [
      'an upgrade to another protocol',
      'GET /config HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n',
    ],
  ])('the gateway answers 200 to a request with %s', async (_case, bytes) => {
    expect(parseAnswer(await send(bytes)).status).toBe(200);
  });

  test('an incomplete request gets no answer, and does not block others', async () => {
    const half = send(`${JSON_POST}content-length: 100\r\n\r\n{`);
    expect((await fixture().stack.call('GET', '/config')).status).toBe(200);
    expect(await half).toBe('');
  });
});
