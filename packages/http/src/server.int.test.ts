import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { createIds } from '@piecework/base';
import { eventually, pause } from '@piecework/base/testing';
import type { OperationId } from '@piecework/contracts';
import pino from 'pino';
import { createHttpAdapter } from './adapter';
import type { PlainRequest, PlainResponse } from './reply';
import {
  createApp,
  isLoopback,
  ListenError,
  listen,
  MAX_JSON_BYTES,
  mountOperations,
  requireFreePorts,
} from './server';

const JSON_HEADERS = { 'content-type': 'application/json' };
const answered = (body: unknown, headers: Record<string, string> = JSON_HEADERS): PlainResponse => ({
  status: 200,
  headers,
  body,
});

type Handle = (operation: OperationId, request: PlainRequest) => Promise<PlainResponse>;
type Server = Awaited<ReturnType<typeof listen>>;

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const OPERATIONS_SERVED = ['createTask', 'changeTask', 'getTask', 'listTasks', 'deleteTask', 'uploadImage'] as const;

const serve = async (
  handle: Handle = async (operation, { raw: _, ...request }) => answered({ operation, ...request }),
) => {
  const logged: { level: number; msg: string }[] = [];
  const app = createApp();
  const log = pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const adapter = createHttpAdapter({ ids: createIds(), log });
  mountOperations(app, adapter, OPERATIONS_SERVED, handle);
  app.use(adapter.onError);
  const server = await listen(app, 0);
  servers.push(server);
  const base = `http://127.0.0.1:${server.port}`;
  const post = async (body: string | Buffer | undefined, headers: Record<string, string> = JSON_HEADERS) => {
    const response = await fetch(`${base}/tasks`, {
      method: 'POST',
      headers,
      ...(body !== undefined && { body: body as string }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { ...server, base, post, logged };
};

const dial = (port: number): Promise<Socket & { received: () => string }> =>
  new Promise((resolve, reject) => {
    let received = '';
    const socket = Object.assign(
      connect(port, '127.0.0.1', () => resolve(socket)),
      { received: () => received },
    );
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', reject);
  });

describe('a call over HTTP', () => {
  test('reaches its operation in plain values', async () => {
    const { base } = await serve();
    const response = await fetch(`${base}/tasks/task-7?a=1&b=x%20y`, {
      method: 'PATCH',
      headers: { ...JSON_HEADERS, 'X-Some-Header': 'Kept' },
      body: '{"taskTitle": "T"}',
    });
    expect(await response.json()).toMatchObject({
      operation: 'changeTask',
      method: 'PATCH',
      path: '/tasks/task-7',
      params: { id: 'task-7' },
      query: { a: '1', b: 'x y' },
      headers: { 'x-some-header': 'Kept' },
      body: { taskTitle: 'T' },
    });
  });

  test('has a flat query: brackets create no objects', async () => {
    const { base } = await serve();
    const response = await fetch(`${base}/tasks?q[$ne]=1&sort=a&sort=b`);
    expect(await response.json()).toMatchObject({ query: { 'q[$ne]': '1', sort: ['a', 'b'] } });
  });

  test('has no x-powered-by header', async () => {
    const { base } = await serve();
    expect((await fetch(`${base}/tasks`)).headers.get('x-powered-by')).toBeNull();
  });

  test.each([
    ['an object', { a: 1 }, '{"a":1}'],
    ['a list', [1], '[1]'],
    ['a text', '<p>é</p>', '<p>é</p>'],
    ['bytes', Buffer.from('bytes'), 'bytes'],
    ['a stream', () => Readable.from(['a', 'b']), 'ab'],
    ['nothing', null, ''],
  ])('is answered with %s', async (_what, body, expected) => {
    const { base } = await serve(async () => answered(typeof body === 'function' ? body() : body));
    expect(await (await fetch(`${base}/tasks`)).text()).toBe(expected);
  });

  test('answers 500 without the body for an invalid response header', async () => {
    const { base, logged } = await serve(async () =>
      answered('secret', { 'x-total-count': '7', 'content-disposition': 'a\r\nset-cookie: evil=1' }),
    );
    const response = await fetch(`${base}/tasks`);
    expect(response.status).toBe(500);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('x-total-count')).toBeNull();
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toMatchObject({ code: 'internal' });
    expect(logged.map(({ msg }) => msg)).toEqual(['request failed: unexpected error']);
  });

  test('answers 404 for malformed percent-encoding', async () => {
    const { base, logged } = await serve();
    const response = await fetch(`${base}/tasks/%E0%A4%A`);
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ code: 'not-found' })]);
    expect(logged).toEqual([]);
  });
});

describe('a JSON body', () => {
  test('of more than 100 KiB is refused, with and without content-length', async () => {
    const { base, post } = await serve(async () => answered('fine'));
    const ofBytes = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
    expect((await fetch(`${base}/tasks`, { method: 'POST', body: ofBytes(MAX_JSON_BYTES) })).status).toBe(200);
    expect(await post(ofBytes(MAX_JSON_BYTES + 1))).toMatchObject({ status: 413, body: { code: 'too-large' } });
    const untold = await fetch(`${base}/tasks`, {
      method: 'POST',
      body: Readable.toWeb(Readable.from([Buffer.from(ofBytes(MAX_JSON_BYTES + 1))])) as ReadableStream,
      duplex: 'half',
    } as RequestInit);
    expect(untold.status).toBe(413);
  });

  test('is limited by its decompressed size', async () => {
    const { post } = await serve();
    const bomb = gzipSync(`"${'x'.repeat(10 * MAX_JSON_BYTES)}"`);
    expect(bomb.length).toBeLessThan(MAX_JSON_BYTES);
    expect((await post(bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
    expect(await post(gzipSync('{"a":1}'), { 'content-encoding': 'gzip' })).toMatchObject({ body: { body: { a: 1 } } });
  });

  test.each(['{', '{"a":}', 'text', "{'a': 1}", '{"a":1}}', '\u0000'])(
    'with invalid JSON is refused: %j',
    async (body) => {
      const { post, logged } = await serve();
      expect(await post(body)).toMatchObject({ status: 400, body: { code: 'not-json' } });
      expect(logged).toEqual([]);
    },
  );

  test('with a false content-encoding is refused', async () => {
    const { post, logged } = await serve();
    expect(await post('not gzip', { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
      body: { code: 'not-json' },
    });
    expect(logged).toEqual([]);
  });

  test.each(['[1]', '7', '"text"', 'null', 'true'])('that is no object is left to the validation: %s', async (body) => {
    const { post } = await serve();
    expect((await post(body)).body.body).toEqual(JSON.parse(body));
  });

  test('that is missing or empty has no fields', async () => {
    const { port, post } = await serve();
    expect((await post('')).body.body).toEqual({});
    const socket = await dial(port);
    socket.write('POST /tasks HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    await eventually(() => socket.closed);
    expect(socket.received()).toContain('200 OK');
    expect(socket.received()).not.toContain('"body"');
  });

  test('is parsed with any content-type', async () => {
    const { post } = await serve();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream'])
      expect((await post('{"a":1}', { 'content-type': type })).body.body).toEqual({ a: 1 });
  });

  test.each([
    ['content-type', 'application/json; charset=latin1'],
    ['content-encoding', 'zstd'],
  ])('in a %s that no parser supports is refused: %s', async (name, value) => {
    const { post } = await serve();
    expect(await post('{"a":1}', { ...JSON_HEADERS, [name]: value })).toMatchObject({
      status: 415,
      body: { code: 'unsupported-media-type' },
    });
  });

  test('of a GET or DELETE is not read', async () => {
    const { base } = await serve();
    const response = await fetch(`${base}/tasks/a`, { method: 'DELETE', body: '{' });
    expect(await response.json()).not.toHaveProperty('body');
  });

  test('that breaks off reaches no operation and logs no error', async () => {
    let called = 0;
    const { port, base, logged } = await serve(async () => {
      called += 1;
      return answered('fine');
    });
    const socket = await dial(port);
    socket.write('POST /tasks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n{"a":');
    await pause(30);
    socket.destroy();
    await pause(30);
    expect(called).toBe(0);
    expect(logged.filter(({ level }) => level >= 40)).toEqual([]);
    expect((await fetch(`${base}/tasks`)).status).toBe(200);
  });

  test('of a raw operation is passed unread', async () => {
    const { base } = await serve(async (_, { raw, body }) => {
      const chunks: Buffer[] = [];
      for await (const chunk of raw ?? []) chunks.push(chunk as Buffer);
      return answered({ length: Buffer.concat(chunks).length, body });
    });
    const size = 3 * MAX_JSON_BYTES;
    const response = await fetch(`${base}/images`, { method: 'POST', body: Buffer.alloc(size) });
    expect(await response.json()).toEqual({ length: size });
  });
});

describe('a long list', () => {
  const countTurns = () => {
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    return {
      now: () => turns,
      stop: () => {
        isOver = true;
      },
    };
  };

  test('is serialized in parts that yield to the event loop', async () => {
    const turns = countTurns();
    const madeIn = new Set<number>();
    const plain = Array.from({ length: 400 }, (_, index) => ({ index, text: 'ä"\n'.repeat(2000) }));
    const rows = plain.map((row) => ({
      toJSON: () => {
        madeIn.add(turns.now());
        return row;
      },
    }));
    const { base } = await serve(async () => answered(rows));
    const response = await fetch(`${base}/tasks`);
    expect(await response.json()).toEqual(plain);
    turns.stop();
    expect(madeIn.size).toBeGreaterThan(10);
  });

  test.each([0, 1, 50, 51])('of %i rows is one JSON array', async (length) => {
    const rows = Array.from({ length }, (_, index) => ({ index }));
    const { base } = await serve(async () => answered(rows));
    expect(await (await fetch(`${base}/tasks`)).json()).toEqual(rows);
  });
});

describe('a response that breaks off', () => {
  let printed: jest.SpyInstance;
  beforeEach(() => {
    printed = jest.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => {
    // Broken-off answers go to the log, not to the console.
    expect(printed).not.toHaveBeenCalled();
    printed.mockRestore();
  });

  const failing = (chunks: readonly string[]) =>
    Readable.from(
      (async function* () {
        yield* chunks;
        throw new Error('the disk is gone');
      })(),
    );

  test('in the middle does not look complete', async () => {
    const { base, logged } = await serve(async () => answered(failing(['half'])));
    const response = await fetch(`${base}/tasks`).catch(() => null);
    await expect(response === null ? Promise.reject(new Error('refused')) : response.text()).rejects.toThrow();
    await eventually(() => logged.length > 0);
    expect(logged).toMatchObject([{ level: 40, msg: 'response aborted' }]);
  });

  test('before its start ends the connection', async () => {
    const { base, logged } = await serve(async () => answered(failing([])));
    await expect(fetch(`${base}/tasks`)).rejects.toThrow('fetch failed');
    await eventually(() => logged.length > 0);
    expect(logged).toMatchObject([{ level: 40, msg: 'response aborted' }]);
  });

  test('because the caller disconnected destroys its source and logs nothing', async () => {
    const endless = new Readable({
      read() {
        setImmediate(() => this.push('x'.repeat(1000)));
      },
    });
    const { port, logged } = await serve(async () => answered(endless));
    const socket = await dial(port);
    socket.write('GET /tasks HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => socket.received().length > 0);
    socket.destroy();
    await eventually(() => endless.destroyed);
    await eventually(() => logged.length > 0);
    expect(logged.map(({ level }) => level)).toEqual([20]);
  });

  test('before its source was ready destroys the stream', async () => {
    const late = new Readable({ read() {} });
    let ready = () => {};
    let asked = false;
    const { port } = await serve(async () => {
      asked = true;
      await new Promise<void>((resolve) => {
        ready = resolve;
      });
      return answered(late);
    });
    const socket = await dial(port);
    socket.write('GET /tasks HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => asked);
    socket.destroy();
    await pause(30);
    ready();
    await eventually(() => late.destroyed);
  });
});

describe('listen', () => {
  test('serves both names of localhost', async () => {
    const { port } = await serve(async () => answered('fine'));
    const hosts = ['127.0.0.1', ...((await hasIPv6()) ? ['[::1]'] : [])];
    for (const host of hosts) expect((await fetch(`http://${host}:${port}/tasks`)).status).toBe(200);
  });

  const hasIPv6 = () =>
    new Promise<boolean>((resolve) => {
      const probe = createTcpServer();
      probe.once('error', () => resolve(false));
      probe.listen(0, '::1', () => probe.close(() => resolve(true)));
    });

  const occupy = async () => {
    const other = createTcpServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const release = () => new Promise((resolve) => other.close(resolve));
    return { port: (other.address() as AddressInfo).port, release };
  };

  test('explains that a port is in use', async () => {
    const { port, release } = await occupy();
    const error = await listen(createApp(), port).catch((reason: unknown) => reason);
    await release();
    expect(error).toBeInstanceOf(ListenError);
    expect((error as ListenError).message).toBe(
      `Port ${port} on 127.0.0.1 is in use. Stop the other program, or choose another base port with --port N (alone: PORT=N, or a service's own address such as USER_URL).`,
    );
  });

  test('names every part whose port is in use, and leaves the others free', async () => {
    const [first, second] = [await occupy(), await occupy()];
    const free = await occupy();
    await free.release();
    const error = await requireFreePorts([
      { part: 'shell', port: first.port },
      { part: 'gateway', port: free.port },
      { part: 'wallet', port: second.port },
    ]).catch((reason: unknown) => reason);
    expect((error as Error).message).toContain(`Ports ${first.port} (shell) and ${second.port} (wallet) are in use.`);
    await Promise.all([first.release(), second.release()]);
    const server = await listen(createApp(), free.port);
    await server.stop();
  });

  test('releases the first address when the second is in use', async () => {
    const { port, release } = await occupy();
    const hosts = [(await hasIPv6()) ? '::1' : '127.0.0.2', '127.0.0.1'];
    await expect(listen(createApp(), port, hosts)).rejects.toThrow('is in use');
    await release();
    const again = await listen(createApp(), port, hosts);
    expect(again.port).toBe(port);
    await again.stop();
  });

  test('serves the first address when the second does not exist', async () => {
    // 2001:db8::/32 is reserved for documentation and on no machine.
    const server = await listen(createApp(), 0, ['127.0.0.1', '2001:db8::1']);
    expect((await fetch(`http://127.0.0.1:${server.port}/`)).status).toBe(404);
    await server.stop();
  });

  test('explains that no address exists', async () => {
    await expect(listen(createApp(), 0, ['2001:db8::1'])).rejects.toThrow(
      /^Cannot listen on 2001:db8::1:0 \(E\w+\): check /,
    );
  });

  test('explains each cause', () => {
    expect(new ListenError(80, '::1', 'EACCES').message).toBe(
      "Port 80 requires privileges. Choose a port above 1024 with --port N (alone: PORT=N, or a service's own address such as USER_URL).",
    );
    expect(new ListenError(8080, '::1', 'EMFILE').message).toBe(
      'Cannot listen on ::1:8080 (EMFILE): check the network and the limits of this machine, then start again.',
    );
  });
});

describe('close', () => {
  test('finishes running calls and accepts no new ones', async () => {
    let finish = () => {};
    let began = false;
    const { base, stop } = await serve(async () => {
      began = true;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return answered({ done: true });
    });
    const running = fetch(`${base}/tasks`);
    await eventually(() => began);
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    await expect(fetch(`${base}/tasks`)).rejects.toThrow('fetch failed');
    expect(stopped).toBe(false);
    finish();
    expect(await (await running).json()).toEqual({ done: true });
    await stopping;
  });

  test('does not wait for idle connections', async () => {
    const { port, stop } = await serve(async () => answered('fine'));
    const socket = await dial(port);
    socket.write('GET /tasks HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => socket.received().includes('fine'));
    const began = Date.now();
    await stop();
    expect(Date.now() - began).toBeLessThan(1500);
    socket.destroy();
  });

  test('closes the connection of a call that ends meanwhile', async () => {
    const body = new Readable({ read() {} });
    const { port, stop } = await serve(async () => answered(body));
    const socket = await dial(port);
    body.push('half');
    socket.write('GET /tasks HTTP/1.1\r\nhost: x\r\n\r\n');
    await eventually(() => socket.received().includes('half'));
    const began = Date.now();
    const stopping = stop();
    body.push(null);
    await stopping;
    expect(Date.now() - began).toBeLessThan(1500);
    expect(socket.received()).toContain('\r\n0\r\n');
  });

  test('serves open connections while it drains, and accepts no new ones', async () => {
    const server = await listen(
      createApp().use((_, response) => void response.end('fine')),
      0,
      ['127.0.0.1'],
      1000,
    );
    const socket = await dial(server.port);
    const call = 'GET /tasks HTTP/1.1\r\nhost: x\r\n\r\n';
    socket.write(call);
    await eventually(() => socket.received().endsWith('fine'));
    const began = Date.now();
    const stopping = server.stop();
    await expect(fetch(`http://127.0.0.1:${server.port}`)).rejects.toThrow('fetch failed');
    await pause(200);
    socket.write(call);
    await eventually(() => socket.received().split('fine').length === 3);
    await stopping;
    expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
    expect(Date.now() - began).toBeLessThan(3000);
  });

  test('ends without draining when no connection is open', async () => {
    const server = await listen(createApp(), 0, ['127.0.0.1'], 60_000);
    await server.stop();
  });

  test('aborts a call that does not end', async () => {
    let began = false;
    const { base, stop } = await serve(async () => {
      began = true;
      return new Promise<never>(() => {});
    });
    const running = fetch(`${base}/tasks`);
    const ended = expect(running).rejects.toThrow('fetch failed');
    await eventually(() => began);
    await stop();
    await ended;
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['1270.0.0.1', false],
  [undefined, false],
])('isLoopback of %s is %s', (address, expected) => {
  expect(isLoopback(address)).toBe(expected);
});
