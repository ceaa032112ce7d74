import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Clock, MINUTE_MS, systemClock } from '@piecework/base';
import { eventually, pause } from '@piecework/base/testing';
import { type Rig, startRig } from '../../testing';

let rig: Rig;
afterEach(() => rig.stop());

const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { code: string }).code,
  response.headers.get('retry-after'),
];

describe('a service that', () => {
  test('is down causes 503 with Retry-After for its calls only', async () => {
    rig = await startRig();
    const ann = await rig.registerUser('ann');
    await rig.stopUpstream();
    expect(await codeOf(await rig.fetchAs(ann, '/submissions'))).toEqual([503, 'unavailable', '1']);
    expect(await codeOf(await rig.fetchAs(ann, '/totals'))).toEqual([503, 'unavailable', '1']);
    expect((await rig.fetchAs(ann, '/config')).status).toBe(200);
  });

  test('is down during an upload causes 503, not a broken connection', async () => {
    rig = await startRig();
    const ann = await rig.registerUser('ann');
    await rig.stopUpstream();
    const body = new FormData();
    body.set('image', new Blob([Buffer.alloc(3 * 1024 * 1024)]));
    expect(await codeOf(await rig.fetchAs(ann, '/images', { method: 'POST', body }))).toEqual([
      503,
      'unavailable',
      '1',
    ]);
  });

  test('is down leaves no timer of a file of rows', async () => {
    const canceled: number[] = [];
    const after: Clock['after'] = (ms, run) => {
      const cancel = systemClock.after(ms, run);
      return () => {
        canceled.push(ms);
        cancel();
      };
    };
    rig = await startRig({ clock: { ...systemClock, after } });
    const ann = await rig.registerUser('ann', 'buyer');
    await rig.stopUpstream();
    const upload = { method: 'PUT', headers: { 'content-type': 'text/csv' }, body: 'a,b' };
    expect(await codeOf(await rig.fetchAs(ann, '/batches/b1/rows', upload))).toEqual([503, 'unavailable', '1']);
    await eventually(() => canceled.includes(5 * MINUTE_MS));
  });

  test('hangs causes 503 after the timeout', async () => {
    rig = await startRig({ timeoutMs: 1000 });
    rig.answer = () => {};
    const began = Date.now();
    expect(await codeOf(await fetch(`${rig.url}/testimonials`))).toEqual([503, 'unavailable', '1']);
    expect(Date.now() - began).toBeLessThan(5000);
  });

  test('hangs while its caller disconnects is counted as 499', async () => {
    rig = await startRig();
    let asked = false;
    rig.answer = () => {
      asked = true;
    };
    const leaving = new AbortController();
    const call = fetch(`${rig.url}/testimonials`, { signal: leaving.signal }).catch(() => {});
    await eventually(() => asked);
    leaving.abort();
    await call;
    const counted = async () =>
      (await (await fetch(`${rig.url}/metrics`)).text()).match(/listTestimonials",status="(\d+)"/)?.[1];
    await eventually(async () => (await counted()) !== undefined);
    expect(await counted()).toBe('499');
  });

  test('hangs under load has excess calls refused at once', async () => {
    rig = await startRig({ maxInFlight: 2 });
    const held: ServerResponse[] = [];
    rig.answer = ({ response }) => void held.push(response);
    const waiting = [fetch(`${rig.url}/testimonials`), fetch(`${rig.url}/testimonials`)];
    await eventually(() => held.length === 2);
    expect(await codeOf(await fetch(`${rig.url}/testimonials`))).toEqual([503, 'unavailable', '1']);
    for (const response of held) response.end();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    rig.answer = ({ response }) => void response.end();
    for (let i = 0; i < 5; i++) expect((await fetch(`${rig.url}/testimonials`)).status).toBe(200);
  });

  test('hangs keeps capacity for other accounts', async () => {
    rig = await startRig({
      maxInFlight: 512,
      timeoutMs: 20_000,
      env: { RATE_LIMITS: 'accountPerSecond=1000,addressPerSecond=1000' },
    });
    const [ann, bob] = [await rig.registerUser('ann'), await rig.registerUser('bob')];
    const held: ServerResponse[] = [];
    rig.answer = ({ response }) => void held.push(response);
    const waiting = Array.from({ length: 100 }, () => rig.fetchAs(ann, '/tasks/t1'));
    await eventually(() => held.length === 100);
    expect((await rig.fetchAs(ann, '/tasks/t1')).status).toBe(429);
    const other = rig.fetchAs(bob, '/tasks/t1');
    await eventually(() => held.length === 101);
    for (const response of held) response.end();
    expect(new Set((await Promise.all([...waiting, other])).map(({ status }) => status))).toEqual(new Set([200]));
    rig.answer = ({ response }) => void response.end();
    expect((await rig.fetchAs(ann, '/tasks/t1')).status).toBe(200);
  });

  test('receives a slow form is not occupied by it', async () => {
    rig = await startRig({ maxInFlight: 1 });
    const slow = httpRequest(`${rig.url}/identity/google`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': 100 },
    });
    slow.on('error', () => {});
    slow.write('a');
    await pause(50);
    expect((await fetch(`${rig.url}/testimonials`)).status).toBe(200);
    slow.destroy();
  });

  test('answers with an HTML error page causes 503 without its content', async () => {
    rig = await startRig();
    rig.answer = ({ response }) => {
      response.writeHead(500, { 'content-type': 'text/html' });
      response.end('<h1>Error: at secret.ts:1</h1>');
    };
    const response = await fetch(`${rig.url}/testimonials`);
    const text = await response.text();
    expect([response.status, text.includes('secret'), JSON.parse(text).code]).toEqual([503, false, 'unavailable']);
  });

  test('answers with an endless error page is cut off', async () => {
    rig = await startRig();
    let isOver = false;
    rig.answer = ({ response }) => {
      response.writeHead(500, { 'content-type': 'text/html' });
      response.write('<h1>');
      response.once('close', () => {
        isOver = true;
      });
    };
    expect((await fetch(`${rig.url}/testimonials`)).status).toBe(503);
    await eventually(() => isOver);
  });

  test("refuses the gateway's assertion ends no session of the caller", async () => {
    rig = await startRig();
    rig.answer = ({ response }) => {
      response.writeHead(401, { 'content-type': 'application/problem+json' });
      response.end('{"code":"unauthenticated"}');
    };
    const ann = await rig.registerUser('ann');
    expect(await codeOf(await rig.fetchAs(ann, '/submissions'))).toEqual([503, 'unavailable', '1']);
    const identity = rig.tokens.signIdentity({
      uid: 'u',
      email: 'gone@example.com',
      name: '',
      picture: '',
      provider: 'password',
    });
    expect((await rig.fetchAs(identity, '/identity/me')).status).toBe(401);
  });

  test.each([
    ['short', 1000],
    ['long', 1_000_000],
  ])("breaks off a %s response in the middle breaks the caller's connection", async (_, length) => {
    rig = await startRig();
    rig.answer = ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': String(length) });
      response.write('[{"a":1},');
      setTimeout(() => response.destroy(), 30);
    };
    const whole = fetch(`${rig.url}/testimonials`).then(async (response) =>
      response.ok ? response.text() : Promise.reject(new Error('503')),
    );
    await expect(whole).rejects.toThrow();
    rig.answer = ({ response }) => void response.end('[]');
    expect((await fetch(`${rig.url}/testimonials`)).status).toBe(200);
  });

  test('is reachable again is used without a restart', async () => {
    rig = await startRig();
    rig.answer = ({ response }) => void response.destroy();
    expect((await fetch(`${rig.url}/testimonials`)).status).toBe(503);
    rig.answer = ({ response }) => void response.end('[]');
    expect((await fetch(`${rig.url}/testimonials`)).status).toBe(200);
  });
});

test('is the user service leaves known accounts working while it is down', async () => {
  rig = await startRig();
  rig.internalHandlers.userByEmail = () => new Promise(() => {});
  expect((await rig.fetchAs(await rig.registerUser('ann'), '/submissions')).status).toBe(200);
  expect(await codeOf(await rig.fetchAs(rig.access('unknown'), '/submissions'))).toEqual([503, 'unavailable', '1']);
});

describe('a large body', () => {
  const CHUNK = Buffer.alloc(256 * 1024, 'a');

  test('of a response is streamed', async () => {
    rig = await startRig();
    let finish = () => {};
    rig.answer = ({ response }) => {
      response.writeHead(200, { 'content-type': 'image/webp', 'content-length': String(CHUNK.length * 2) });
      response.write(CHUNK);
      finish = () => response.end(CHUNK);
    };
    const response = await fetch(`${rig.url}/images/${'0'.repeat(26)}`);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    finish();
    let rest = 0;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) rest += part.value.length;
    expect(rest).toBeGreaterThan(CHUNK.length);
  });

  test('of a response waits for a slow reader', async () => {
    rig = await startRig();
    let written = 0;
    rig.answer = async ({ response }) => {
      response.writeHead(200, { 'content-type': 'image/webp' });
      while (written < 256 && !response.destroyed) {
        written += 1;
        if (!response.write(CHUNK)) await once(response, 'drain').catch(() => {});
      }
      response.end();
    };
    const request = httpRequest(`${rig.url}/images/${'0'.repeat(26)}`);
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.pause();
    await pause(300);
    expect(written).toBeLessThan(200);
    response.resume();
    await once(response, 'end');
    expect(written).toBe(256);
  });

  test('of a request is streamed', async () => {
    rig = await startRig();
    const ann = await rig.registerUser('ann');
    let received = 0;
    rig.answerRaw = (request, response) => {
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
      });
      request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
    };
    const request = httpRequest(`${rig.url}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann}`, 'content-type': 'multipart/form-data; boundary=x' },
    });
    request.write(CHUNK);
    await eventually(() => received === CHUNK.length);
    request.end(CHUNK);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect([response.statusCode, received]).toEqual([200, CHUNK.length * 2]);
    response.resume();
  });
});

describe('a caller that disconnects', () => {
  test('while waiting cancels the call to the service', async () => {
    rig = await startRig();
    let left = false;
    let began = false;
    rig.answer = ({ response }) => {
      began = true;
      response.once('close', () => {
        left = true;
      });
    };
    const leaving = new AbortController();
    const call = fetch(`${rig.url}/testimonials`, { signal: leaving.signal }).catch(() => 'left');
    await eventually(() => began);
    leaving.abort();
    expect(await call).toBe('left');
    await eventually(() => left);
  });

  test('during a response cancels the call to the service', async () => {
    rig = await startRig();
    let left = false;
    rig.answer = ({ response }) => {
      response.writeHead(200, { 'content-type': 'image/webp' });
      response.write('beginning');
      response.once('close', () => {
        left = true;
      });
    };
    const response = await fetch(`${rig.url}/images/${'0'.repeat(26)}`);
    await response.body?.cancel();
    await eventually(() => left);
  });

  test('during an upload cancels the call to the service', async () => {
    rig = await startRig();
    const ann = await rig.registerUser('ann');
    let left = false;
    let began = false;
    rig.answerRaw = (request) => {
      began = true;
      request.on('error', () => {});
      request.once('close', () => {
        left = true;
      });
      request.resume();
    };
    const request = httpRequest(`${rig.url}/images`, {
      method: 'POST',
      headers: { authorization: `Bearer ${ann}`, 'content-type': 'multipart/form-data; boundary=x' },
    });
    request.on('error', () => {});
    request.write('beginning');
    await eventually(() => began);
    request.destroy();
    await eventually(() => left);
    rig.answerRaw = undefined;
    expect((await fetch(`${rig.url}/testimonials`)).status).toBe(200);
  });
});
