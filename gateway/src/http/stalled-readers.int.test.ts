import { once } from 'node:events';
import { request as httpRequest, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { createManualClock, eventually } from '@piecework/base/testing';
import { type Rig, startRig } from '../../testing';

let rig: Rig;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await rig.stop();
});

/** Exceeds the buffers of all connections between service and reader. */
const ENDLESS = Buffer.alloc(32 * 1024 * 1024, 'x');

/** The service sends without end; returns its responses. */
const answerEndlessly = (): ServerResponse[] => {
  const upstream: ServerResponse[] = [];
  rig.answerRaw = (_request, response) => {
    upstream.push(response);
    response.writeHead(200, { 'content-type': 'application/json' });
    for (let at = 0; at < ENDLESS.length; at += 64 * 1024) response.write(ENDLESS.subarray(at, at + 64 * 1024));
  };
  return upstream;
};

const askWithoutReading = (headers = ''): Socket => {
  const socket = connect(rig.port, '127.0.0.1').pause();
  socket.on('error', () => {});
  socket.write(`GET /testimonials HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`);
  sockets.push(socket);
  return socket;
};

/** Resolves when no response makes progress. */
const untilStuck = async (upstream: readonly ServerResponse[], count: number) => {
  let last = -1;
  let same = 0;
  await eventually(() => {
    const waiting = upstream.reduce((sum, { writableLength }) => sum + writableLength, 0);
    same = upstream.length === count && waiting === last && waiting > 0 ? same + 1 : 0;
    last = waiting;
    return same >= 20;
  });
};

const metric = async (name: string) => {
  const text = await (await fetch(`${rig.url}/metrics`)).text();
  return Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(text)?.[1]);
};

describe('a reader', () => {
  test('that reads nothing for 15 s is cut off, and its call to the service ends', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock });
    const upstream = answerEndlessly();
    askWithoutReading();
    await untilStuck(upstream, 1);
    await clock.advance(14_000);
    expect(upstream[0]?.closed).toBe(false);
    await clock.advance(11_000);
    await eventually(() => upstream[0]?.closed === true);
    expect(await metric('piecework_stalled_readers_total')).toBe(1);
  });

  test('that reads slowly is kept', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock });
    const upstream = answerEndlessly();
    const socket = askWithoutReading();
    let read = 0;
    socket.on('data', (chunk) => {
      read += chunk.length;
    });
    for (let round = 1; round <= 4; round++) {
      socket.pause();
      await untilStuck(upstream, 1);
      await clock.advance(10_000);
      socket.resume();
      const before = read;
      await eventually(() => read > before + 2 * 1024 * 1024);
    }
    expect([upstream[0]?.closed, socket.destroyed]).toEqual([false, false]);
  });

  test('of a quiet live stream is kept', async () => {
    const clock = createManualClock();
    // Below the heartbeat interval of the stream.
    rig = await startRig({ clock, env: { RATE_LIMITS: 'stalledReaderSeconds=5' } });
    const ann = await rig.registerUser('ann');
    const stream = await rig.fetchAs(ann, '/live');
    for (let seconds = 0; seconds < 120; seconds += 5) {
      await clock.advance(5000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).done).toBe(false);
    expect(rig.gateway.gauges.piecework_live_streams.value()).toBe(1);
    await reader.cancel();
  });
});

describe('downloads', () => {
  const CSV = '/statement.csv';

  test('are two at a time per account, and a number of all accounts, each until its reader has it', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock, env: { RATE_LIMITS: 'downloads=3' } });
    const [ann, bob, cleo] = await Promise.all(['ann', 'bob', 'cleo'].map((name) => rig.registerUser(name)));
    const upstream = answerEndlessly();
    const begun = [ann, ann, bob].map((person) => rig.fetchAs(person, CSV));
    const answers = await Promise.all(begun);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const person of [ann, cleo]) expect((await rig.fetchAs(person, CSV)).status).toBe(429);
    expect(await metric('piecework_refused_downloads_total')).toBe(2);
    await answers[0]?.body?.cancel();
    await eventually(() => upstream.some(({ closed }) => closed));
    expect((await rig.fetchAs(cleo, CSV)).status).toBe(200);
  });
});

describe('anonymous callers of one network', () => {
  const ask = (network: string) => fetch(`${rig.url}/testimonials`, { headers: { 'x-forwarded-for': network } });

  test('have a limited number of calls, unread responses included, and get 429 beyond', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock, env: { RATE_LIMITS: 'strangersAtOnce=2', TRUST_PROXY: '1' } });
    const upstream = answerEndlessly();
    askWithoutReading('x-forwarded-for: 1.1.1.1\r\n');
    askWithoutReading('x-forwarded-for: 1.1.1.1\r\n');
    await untilStuck(upstream, 2);
    rig.answerRaw = undefined;
    const refused = await ask('1.1.1.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(rig.calls).toHaveLength(0);
    expect((await ask('2.2.2.2')).status).toBe(200);
    const ann = await rig.registerUser('ann');
    const signedIn = await rig.fetchAs(ann, '/submissions', { headers: { 'x-forwarded-for': '1.1.1.1' } });
    expect(signedIn.status).toBe(200);
    expect(await metric('piecework_refused_strangers_total')).toBe(1);
    await clock.advance(25_000);
    await eventually(async () => (await ask('1.1.1.1')).status === 200);
  });

  test('release their calls when a connection with pipelined responses is lost', async () => {
    rig = await startRig({ env: { RATE_LIMITS: 'strangersAtOnce=3', TRUST_PROXY: '1' } });
    let asked = 0;
    rig.answerRaw = () => void asked++;
    const socket = connect(rig.port, '127.0.0.1');
    sockets.push(socket);
    const call = 'GET /testimonials HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: 1.1.1.1\r\n\r\n';
    socket.write(call.repeat(3));
    await eventually(() => asked === 3);
    expect((await ask('1.1.1.1')).status).toBe(429);
    rig.answerRaw = undefined;
    socket.destroy();
    await eventually(async () => (await ask('1.1.1.1')).status === 200);
    const answers = await Promise.all([1, 2, 3].map(() => ask('1.1.1.1')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  });
});

describe('a JSON body', () => {
  test('that arrives too slowly is refused after 10 s, and its connection is closed', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock });
    const headers = { 'content-type': 'application/json', 'content-length': '1000' };
    const request = httpRequest(`${rig.url}/identity/sign-in`, { method: 'POST', headers });
    request.on('error', () => {});
    let answer: { status: number; body: string } | undefined;
    request.once('response', async (response) => {
      let body = '';
      for await (const chunk of response) body += chunk;
      answer = { status: response.statusCode ?? 0, body };
    });
    request.write('{');
    const [socket] = (await once(request, 'socket')) as [Socket];
    const closed = once(socket, 'close');
    const began = clock.now();
    await eventually(async () => {
      request.write(' ');
      await clock.advance(100);
      return answer !== undefined;
    });
    expect(clock.now() - began).toBeGreaterThanOrEqual(10_000);
    expect([answer?.status, JSON.parse(answer?.body ?? '{}').code]).toEqual([408, 'request-timeout']);
    await closed;
    expect(rig.calls).toEqual([]);
  });
});
