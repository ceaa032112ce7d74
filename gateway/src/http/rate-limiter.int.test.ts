import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Clock, systemClock } from '@piecework/base';
import { createManualClock, eventually } from '@piecework/base/testing';
import { identityOf, type Rig, startRig } from '../../testing';

let rig: Rig;
afterEach(() => rig.stop());

const statuses = (answers: readonly Response[]) => answers.map(({ status }) => status);
const times = async (count: number, call: () => Promise<Response>) => {
  const answers: Response[] = [];
  for (let i = 0; i < count; i++) answers.push(await call());
  return answers;
};

describe('rate limits', () => {
  test('answer 429 with Retry-After per address', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock, env: { RATE_LIMITS: 'addressPerSecond=3' } });
    const answers = await times(4, () => fetch(`${rig.url}/tasks`));
    expect(statuses(answers)).toEqual([200, 200, 200, 429]);
    expect(answers[3]?.headers.get('retry-after')).toBe('1');
    expect(answers[3]?.headers.get('content-type')).toBe('application/problem+json');
    expect((await fetch(`${rig.url}/nothing`)).status).toBe(429);
    await clock.advance(2000);
    expect((await fetch(`${rig.url}/tasks`)).status).toBe(200);
  });

  test('exclude health and metrics for this machine, and include other addresses', async () => {
    rig = await startRig({ clock: createManualClock(), env: { RATE_LIMITS: 'addressPerSecond=1' } });
    const ask = (path: string, headers = {}) => fetch(`${rig.url}${path}`, { headers });
    await ask('/tasks');
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await ask(path)).status).not.toBe(429);
    expect((await ask('/docs')).status).toBe(429);
    expect((await ask('/readyz', { 'x-forwarded-for': '1.2.3.4' })).status).toBe(429);
  });

  test('apply per account across addresses', async () => {
    rig = await startRig({ clock: createManualClock(), env: { RATE_LIMITS: 'accountPerSecond=2' } });
    const [ann, bob] = [await rig.registerUser('ann'), await rig.registerUser('bob')];
    expect(statuses(await times(3, () => rig.fetchAs(ann, '/submissions')))).toEqual([200, 200, 429]);
    expect((await rig.fetchAs(bob, '/submissions')).status).toBe(200);
    expect(rig.calls).toHaveLength(3);
  });

  test('apply to edits per account in ten seconds, over all its tasks and its profile', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock, env: { RATE_LIMITS: 'editsPerMinute=12' } });
    const [ann, bob] = [await rig.registerUser('ann'), await rig.registerUser('bob')];
    const edit = (person: typeof ann, path: string) =>
      rig.fetchAs(person, path, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{}' });
    const answers = [];
    for (const path of ['/tasks/t1', '/profile', '/tasks/t2']) answers.push(await edit(ann, path));
    expect(answers.map(({ status }) => status === 429)).toEqual([false, false, true]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(1);
    expect((await edit(bob, '/profile')).status).not.toBe(429);
    expect((await rig.fetchAs(ann, '/submissions')).status).toBe(200);
    await clock.advance(120_000);
    expect((await edit(ann, '/tasks/t2')).status).not.toBe(429);
  });

  test('count sign-ins separately per address and minute', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock, env: { RATE_LIMITS: 'identityPerMinute=2' } });
    const signIn = () =>
      fetch(`${rig.url}/identity/sign-in`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
    const answers = await times(3, signIn);
    expect(statuses(answers)).toEqual([200, 200, 429]);
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThan(1);
    expect((await fetch(`${rig.url}/tasks`)).status).toBe(200);
    await clock.advance(120_000);
    expect((await signIn()).status).toBe(200);
  });

  test('use the address of a trusted proxy only', async () => {
    rig = await startRig({ clock: createManualClock(), env: { RATE_LIMITS: 'addressPerSecond=1' } });
    const from = (address: string) => fetch(`${rig.url}/tasks`, { headers: { 'x-forwarded-for': address } });
    expect([(await from('1.1.1.1')).status, (await from('2.2.2.2')).status]).toEqual([200, 429]);
    await rig.stop();
    rig = await startRig({ clock: createManualClock(), env: { RATE_LIMITS: 'addressPerSecond=1', TRUST_PROXY: '1' } });
    expect([(await from('1.1.1.1')).status, (await from('2.2.2.2')).status]).toEqual([200, 200]);
    expect((await from('9.9.9.9, 1.1.1.1')).status).toBe(429);
  });
});

describe('lists', () => {
  /** Their answers wait until `answer` is called. */
  const holdLists = () => {
    const held: ServerResponse[] = [];
    rig.answer = ({ response }) => void held.push(response);
    const answer = (body: string) => {
      for (const response of held.splice(0)) {
        // In pieces, as long lists are sent: without a content-length.
        response.writeHead(200, { 'content-type': 'application/json' });
        response.write(body);
        response.end();
      }
    };
    return { held, answer };
  };

  test('of one account run two at a time, and other accounts and calls do not wait', async () => {
    rig = await startRig();
    const [ann, bob] = [await rig.registerUser('ann'), await rig.registerUser('bob')];
    const { held, answer } = holdLists();
    const asked = ['/submissions', '/statement', '/submissions', '/tasks', '/statement'].map((path) =>
      rig.fetchAs(ann, path),
    );
    await eventually(() => held.length === 2);
    void rig.fetchAs(ann, '/tasks/t1');
    void rig.fetchAs(bob, '/submissions');
    await eventually(() => held.length === 4);
    while (rig.calls.length < 7 || held.length > 0) {
      answer('[]');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(statuses(await Promise.all(asked))).toEqual([200, 200, 200, 200, 200]);
  });

  test('keep their turn until they are sent', async () => {
    rig = await startRig();
    const ann = await rig.registerUser('ann');
    const { held } = holdLists();
    const running = [rig.fetchAs(ann, '/submissions'), rig.fetchAs(ann, '/submissions')];
    await eventually(() => held.length === 2);
    const waiting = rig.fetchAs(ann, '/submissions');
    await eventually(() => rig.gateway.gauges.piecework_waiting_lists.value() === 1);
    for (const response of held) response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    const [first, second] = (await Promise.all(running)) as [Response, Response];
    expect([rig.gateway.gauges.piecework_waiting_lists.value(), held.length]).toEqual([1, 2]);
    for (const response of held.splice(0)) response.end(']');
    expect([await first.json(), await second.json()]).toEqual([[], []]);
    await eventually(() => held.length === 1);
    held[0]?.writeHead(200, { 'content-type': 'application/json' }).end('[]');
    expect((await waiting).status).toBe(200);
  });

  test('of slow readers, and of visitors, do not delay the accounts of their network', async () => {
    rig = await startRig();
    const { held } = holdLists();
    const answered: ServerResponse[] = [];
    const beginAll = () => {
      for (const response of held.splice(0)) {
        response.writeHead(200, { 'content-type': 'application/json' }).write('[');
        answered.push(response);
      }
    };
    const slow = await Promise.all(['a', 'b', 'c', 'd'].map((name) => rig.registerUser(name)));
    const calls = [...slow, ...slow].map((token) => rig.fetchAs(token, '/submissions'));
    await eventually(() => held.length === 8);
    beginAll();
    await Promise.all(calls);
    const visits = Array.from({ length: 9 }, () => fetch(`${rig.url}/testimonials`));
    await eventually(() => held.length === 8);
    beginAll();
    await eventually(() => rig.gateway.gauges.piecework_waiting_lists.value() === 1);
    void rig.fetchAs(await rig.registerUser('ann'), '/submissions');
    await eventually(() => held.length === 1);
    held[0]?.writeHead(200).end('[]');
    for (const response of answered) response.end(']');
    await eventually(() => held.length === 2);
    held[1]?.writeHead(200).end('[]');
    expect(statuses(await Promise.all(visits))).toEqual(Array(9).fill(200));
  });

  test('that exceed the budget of their account wait for it, and are refused after ten seconds', async () => {
    const clock = createManualClock();
    rig = await startRig({ clock, env: { RATE_LIMITS: 'accountListKib=1' } });
    const [ann, bob] = [await rig.registerUser('ann'), await rig.registerUser('bob')];
    const { held, answer } = holdLists();
    const ask = (token: string) => rig.fetchAs(token, '/submissions');
    const first = ask(ann);
    await eventually(() => held.length === 1);
    answer('x'.repeat(20 * 1024));
    await first;
    const second = ask(ann);
    await eventually(() => rig.gateway.gauges.piecework_waiting_lists.value() === 1);
    void ask(bob);
    await eventually(() => held.length === 1);
    await clock.advance(6000);
    await eventually(() => held.length === 2);
    answer('x'.repeat(40 * 1024));
    expect((await second).status).toBe(200);
    const third = ask(ann);
    await eventually(() => rig.gateway.gauges.piecework_waiting_lists.value() === 1);
    await clock.advance(10_001);
    expect([(await third).status, (await third).headers.get('retry-after')]).toEqual([429, '10']);
  });
});

describe('concurrent password hashes', () => {
  const json = { 'content-type': 'application/json' };
  const post = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${rig.url}${path}`, { method: 'POST', headers: { ...json, ...headers }, body: '{}' });
  const from = (address: string) => ({ 'x-forwarded-for': address });

  test('are limited per network, and other networks and calls continue', async () => {
    rig = await startRig({ env: { RATE_LIMITS: 'signInsAtOnce=2', TRUST_PROXY: '1' } });
    const token = `Bearer ${rig.tokens.signIdentity(identityOf('ann'))}`;
    let answerAll = () => {};
    const held = new Promise<void>((resolve) => {
      answerAll = resolve;
    });
    rig.answer = async ({ request, response }) => {
      if (request.url !== '/identity/refresh') await held;
      response.end('{}');
    };
    const running = [post('/identity/sign-in', from('1.1.1.1')), post('/identity/sign-up', from('1.1.1.1'))];
    await eventually(() => rig.calls.length >= 2);
    for (const path of ['/identity/sign-in', '/identity/sign-up', '/identity/password']) {
      const refused = await post(path, { ...from('1.1.1.1'), authorization: token });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    }
    expect((await post('/identity/refresh', from('1.1.1.1'))).status).toBe(200);
    running.push(post('/identity/sign-in', from('2.2.2.2')));
    await eventually(() => rig.calls.length >= 4);
    answerAll();
    expect(statuses(await Promise.all(running))).toEqual([200, 200, 200]);
    expect((await post('/identity/sign-in', from('1.1.1.1'))).status).toBe(200);
    const metrics = await (await fetch(`${rig.url}/metrics`)).text();
    expect(/^piecework_refused_sign_ins_total.* (\d+)$/m.exec(metrics)?.[1]).toBe('3');
  });

  test('have a network header that only the gateway sets', async () => {
    rig = await startRig({ env: { TRUST_PROXY: '1' } });
    const forged = { 'x-piecework-network': '9.9.9.9' };
    const network = () => rig.calls.at(-1)?.headers['x-piecework-network'];
    await post('/identity/sign-in', { ...from('2001:db8:1:2:3::4'), ...forged });
    expect(network()).toBe('2001:db8:1:2');
    const authorization = `Bearer ${rig.tokens.signIdentity(identityOf('ann'))}`;
    await post('/identity/password', { ...from('1.1.1.1'), ...forged, authorization });
    expect(network()).toBe('1.1.1.1');
    await post('/users', { ...from('2.2.2.2'), ...forged, authorization });
    expect(network()).toBe('2.2.2.2');
    await fetch(`${rig.url}/tasks`, { headers: forged });
    expect(network()).toBeUndefined();
  });
});

describe('body limits', () => {
  const TEN_MB = 10 * 1024 * 1024;
  /** Resolves when the response is read and the body is sent: a refusal must not block its sender. */
  const post = (path: string, headers: Record<string, string>, bytes: number, chunk = 64 * 1024) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const request = httpRequest(`${rig.url}${path}`, { method: 'POST', headers }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const part of response) chunks.push(part as Buffer);
        await sent;
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() });
      });
      const sent = once(request, 'finish');
      request.on('error', reject);
      for (let done = 0; done < bytes; done += chunk) request.write(Buffer.alloc(Math.min(chunk, bytes - done), 'x'));
      request.end();
    });
  const json = { 'content-type': 'application/json' };

  test('are 100 KiB for JSON, with and without content-length', async () => {
    rig = await startRig();
    const limit = 100 * 1024;
    expect((await post('/identity/sign-in', { ...json, 'content-length': String(limit) }, limit)).status).toBe(200);
    expect((await post('/identity/sign-in', json, limit)).status).toBe(200);
    expect(rig.calls.map(({ body }) => body.length)).toEqual([limit, limit]);
    for (const [headers, bytes] of [
      [{ ...json, 'content-length': String(limit + 1) }, limit + 1],
      [json, limit + 1],
      [{ ...json, 'content-length': String(TEN_MB) }, TEN_MB],
      [json, TEN_MB],
    ] as const) {
      const { status, body } = await post('/identity/sign-in', headers, bytes);
      expect([status, JSON.parse(body).code]).toEqual([413, 'too-large']);
    }
    expect(rig.calls).toHaveLength(2);
  });

  test('leave no pending call when a refused sender disconnects', async () => {
    const waiting = new Set<symbol>();
    const after: Clock['after'] = (ms, fn) => {
      const timer = Symbol();
      waiting.add(timer);
      const cancel = systemClock.after(ms, fn);
      return () => {
        waiting.delete(timer);
        cancel();
      };
    };
    rig = await startRig({ clock: { now: systemClock.now, after } });
    const before = waiting.size;
    const request = httpRequest(`${rig.url}/identity/sign-in`, {
      method: 'POST',
      headers: { ...json, 'content-length': String(TEN_MB) },
    });
    request.on('error', () => {});
    request.write('x');
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(413);
    await once(response.resume(), 'end');
    expect(waiting.size).toBe(before + 1);
    request.destroy();
    await eventually(() => waiting.size === before);
  });

  test('are those of the operation for an upload, which is cut off beyond', async () => {
    rig = await startRig();
    const headers = {
      authorization: `Bearer ${await rig.registerUser('ann')}`,
      'content-type': 'multipart/form-data; boundary=x',
    };
    expect((await post('/images', headers, 5 * 1024 * 1024)).status).toBe(200);
    const declared = { ...headers, 'content-length': String(TEN_MB) };
    expect((await post('/images', declared, TEN_MB)).status).toBe(413);
    // Only the first call reaches the service.
    expect(rig.calls).toHaveLength(1);
    expect((await post('/images', headers, TEN_MB)).status).toBe(413);
    expect((await rig.fetchAs(undefined, '/tasks')).status).toBe(200);
  });

  test('refuse an upload without a token before it is sent', async () => {
    rig = await startRig();
    expect((await post('/images', { 'content-type': 'multipart/form-data; boundary=x' }, TEN_MB)).status).toBe(401);
    expect(rig.calls).toEqual([]);
  });

  test("accept only the operation's content-type, uncompressed", async () => {
    rig = await startRig();
    const signIn = (headers: Record<string, string>, body?: string) =>
      fetch(`${rig.url}/identity/sign-in`, { method: 'POST', headers, ...(body && { body }) });
    expect((await signIn({ 'content-type': 'text/plain' }, '{}')).status).toBe(415);
    expect((await signIn({ 'content-type': 'application/x-www-form-urlencoded' }, 'a=b')).status).toBe(415);
    expect((await signIn({ ...json, 'content-encoding': 'gzip' }, '{}')).status).toBe(415);
    expect((await signIn({ 'content-type': 'Application/JSON; charset=utf-8' }, '{}')).status).toBe(200);
    expect((await signIn({})).status).toBe(200);
    const wrong = await rig.fetchAs(await rig.registerUser('ann'), '/images', {
      method: 'POST',
      headers: json,
      body: '{}',
    });
    expect([wrong.status, ((await wrong.json()) as { message: string }).message]).toEqual([
      415,
      'Send the content-type multipart/form-data.',
    ]);
  });
});
