import { createFakeGateway, fakeFetch, later, networkFailure, problem } from '../../testing';
import { fakeXhr } from '../../testing/fake-fetch';
import { call, callList, uploadImage } from './api';
import { imageSrc, imageSrcSet, setGateway } from './gateway';

const NO_HEADERS = { get: () => null };

const gateway = createFakeGateway({});
beforeEach(() => {
  setGateway('http://localhost:3080/');
  gateway.calls.length = 0;
  Object.assign(globalThis, { fetch: fakeFetch(gateway), XMLHttpRequest: fakeXhr(gateway) });
});

describe('a call', () => {
  it('sends parameters, query, body and idempotency key as in the contract', async () => {
    gateway.answer({ 'PATCH /submissions/{id}': { modifiedCount: 1 }, 'POST /tasks': { insertedId: 't' } });
    await call('PATCH /submissions/{id}', { params: { id: 'a/b?' }, body: { status: 'approved' } });
    await callList('GET /tasks', { query: { open: '1', sort: 'pay', limit: 12, offset: 0, q: '' } });
    await call('POST /withdrawals', { body: { withdrawalCoin: 200, paymentSystem: 'bkash' }, key: 'k' }).catch(
      () => undefined,
    );
    expect(gateway.calls).toMatchObject([
      { route: 'PATCH /submissions/{id}', params: { id: 'a/b?' }, body: { status: 'approved' } },
      { route: 'GET /tasks', query: { open: '1', sort: 'pay', limit: '12', offset: '0' } },
      { route: 'POST /withdrawals', headers: { 'idempotency-key': 'k' } },
    ]);
    expect(gateway.calls[1]?.query).not.toHaveProperty('q');
    expect(gateway.calls[1]?.headers).toEqual({});
  });

  it('carries a correlation id unless that alone would cause a CORS preflight', async () => {
    gateway.answer({ 'POST /withdrawals': { insertedId: 'w' }, 'POST /images': { data: { display_url: '/i' } } });
    await call('POST /withdrawals', { body: { withdrawalCoin: 200, paymentSystem: 'bkash' }, key: 'k' });
    await call('POST /withdrawals', { body: { withdrawalCoin: 200, paymentSystem: 'bkash' }, key: 'l' });
    await uploadImage(new File(['x'], 'x.png'));
    await callList('GET /tasks');
    const ids = gateway.calls.map(({ headers }) => headers['x-correlation-id']);
    expect(ids).toEqual([...Array(3).fill(expect.stringMatching(/^[0-9a-f]{16}$/)), undefined]);
    expect(new Set(ids.slice(0, 3)).size).toBe(3);
  });

  it('includes the correlation id in the message of a 5xx, not of a 4xx', async () => {
    const answer = (status: number) => ({
      ok: false,
      status,
      headers: NO_HEADERS,
      text: async () => '{"message":"Sorry.","code":"c","correlationId":"0123456789abcdef"}',
    });
    for (const [status, message] of [
      [503, 'Sorry. (Reference 0123456789abcdef)'],
      [500, 'Sorry. (Reference 0123456789abcdef)'],
      [409, 'Sorry.'],
    ] as const) {
      Object.assign(globalThis, { fetch: async () => answer(status) });
      await expect(call('GET /totals')).rejects.toMatchObject({ message, correlationId: '0123456789abcdef' });
    }
  });

  it('returns the total of a list', async () => {
    gateway.answer({ 'GET /tasks': { rows: [], total: 60 } });
    expect(await callList('GET /tasks')).toEqual({ rows: [], total: 60 });
  });

  it('returns the errors of fields', async () => {
    gateway.answer({ 'GET /totals': problem(400, 'validation', 'Correct.', { limit: 'Too many' }) });
    await expect(call('GET /totals')).rejects.toMatchObject({
      status: 400,
      code: 'validation',
      message: 'Correct.',
      fields: { limit: 'Too many' },
    });
  });

  it('rejects with status 0 when the server cannot be reached', async () => {
    gateway.answer({ 'GET /totals': networkFailure() });
    await expect(call('GET /totals')).rejects.toMatchObject({ status: 0, code: 'network-request-failed' });
  });

  it.each([true, undefined])('outlives its page when asked to: %s', async (keepalive) => {
    gateway.answer({ 'GET /totals': {} });
    const fetched = jest.fn(fakeFetch(gateway));
    Object.assign(globalThis, { fetch: fetched });
    await call('GET /totals', { ...(keepalive && { keepalive }) });
    expect(fetched.mock.lastCall?.[1]?.keepalive).toBe(keepalive);
  });

  it('has a message for an error page of an intermediary', async () => {
    const html = { ok: false, status: 502, headers: NO_HEADERS, text: async () => '<html>Bad gateway' };
    Object.assign(globalThis, { fetch: async () => html });
    await expect(call('GET /totals')).rejects.toMatchObject({
      status: 502,
      message: expect.stringMatching(/isn’t responding/),
    });
  });

  it.each(['null', '"no"', '[1]', '{"errors":{"a":1},"message":{"x":1},"code":7}', '{"errors":[null]}'])(
    'has a message for a malformed error body: %s',
    async (body) => {
      Object.assign(globalThis, {
        fetch: async () => ({ ok: false, status: 500, headers: NO_HEADERS, text: async () => body }),
      });
      await expect(call('GET /totals')).rejects.toMatchObject({
        status: 500,
        code: 'unavailable',
        message: expect.stringMatching(/isn’t responding/),
        fields: {},
      });
    },
  );

  it('treats an HTML page with status 200 as a network failure', async () => {
    const html = {
      ok: true,
      status: 200,
      headers: NO_HEADERS,
      text: async () => '<html>Sign in to this wireless network',
    };
    Object.assign(globalThis, { fetch: async () => html });
    await expect(call('GET /totals')).rejects.toMatchObject({ status: 0 });
  });

  it('times out', async () => {
    jest.useFakeTimers();
    gateway.answer({ 'GET /totals': later(60_000, {}) });
    const result = call('GET /totals').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await result).toMatchObject({ status: 0 });
    jest.useRealTimers();
  });

  it('times out when the body stalls', async () => {
    jest.useFakeTimers();
    const hanging = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    Object.assign(globalThis, {
      fetch: async (_url: string, { signal }: { signal: AbortSignal }) => ({
        ok: true,
        status: 200,
        text: () => hanging(signal),
      }),
    });
    const result = call('GET /totals').catch((error: unknown) => error);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(await result).toMatchObject({ status: 0 });
    jest.useRealTimers();
  });

  it('rejects with AbortError when the caller aborts', async () => {
    gateway.answer({ 'GET /totals': later(1000, {}) });
    const stop = new AbortController();
    const result = call('GET /totals', { signal: stop.signal });
    stop.abort();
    await expect(result).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an upload', () => {
  const file = new File(['x'], 'a.png', { type: 'image/png' });

  it('reports its progress and returns the URL', async () => {
    gateway.answer({ 'POST /images': { success: true, data: { display_url: '/images/1' } } });
    const seen: (number | null)[] = [];
    expect(await uploadImage(file, { onProgress: (fraction) => seen.push(fraction) })).toBe('/images/1');
    expect(seen).toEqual([0.5, 1]);
    expect(gateway.calls[0]?.body).toBe(file);
  });

  describe('that is cut', () => {
    const stored = { success: true, data: { display_url: '/images/1' } };
    const sent = () => gateway.calls.length;
    let online = true;
    beforeEach(() => {
      online = true;
      jest.useFakeTimers();
      jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
    });
    afterEach(() => jest.useRealTimers());
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

    it.each([
      ['by the network', networkFailure()],
      ['by the server', problem(503, 'unavailable', 'Busy.')],
      ['on its way', problem(400, 'upload-incomplete', 'Incomplete.')],
    ])('%s is sent again, after longer and longer pauses', async (_cause, failure) => {
      gateway.answer({ 'POST /images': () => (sent() < 3 ? failure : stored) });
      const seen: (number | null)[] = [];
      const url = uploadImage(file, { onProgress: (fraction) => seen.push(fraction) });
      await pass(999);
      expect(sent()).toBe(1);
      await pass(1);
      expect(sent()).toBe(2);
      await pass(1999);
      expect(sent()).toBe(2);
      await pass(1);
      expect(await url).toBe('/images/1');
      expect(seen).toEqual([0.5, null, 0.5, null, 0.5, 1]);
    });

    it('gives up after six attempts', async () => {
      gateway.answer({ 'POST /images': networkFailure() });
      const failed = expect(uploadImage(file)).rejects.toMatchObject({ status: 0 });
      await pass(31_000);
      await failed;
      expect(sent()).toBe(6);
    });

    it('waits for the network when the browser is offline, and goes on at once', async () => {
      gateway.answer({ 'POST /images': () => (online ? stored : networkFailure()) });
      online = false;
      const url = uploadImage(file);
      await pass(60_000);
      expect(sent()).toBe(1);
      online = true;
      window.dispatchEvent(new Event('online'));
      await pass(0);
      expect(await url).toBe('/images/1');
    });

    it('is not sent again once it is canceled', async () => {
      gateway.answer({ 'POST /images': networkFailure() });
      const stop = new AbortController();
      const failed = expect(uploadImage(file, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
      await pass(500);
      stop.abort();
      await failed;
      await pass(60_000);
      expect(sent()).toBe(1);
    });
  });

  it("rejects with the server's message, without another attempt", async () => {
    gateway.answer({ 'POST /images': problem(413, 'too-large', 'Too large.') });
    await expect(uploadImage(file)).rejects.toMatchObject({ status: 413, message: 'Too large.' });
    expect(gateway.calls).toHaveLength(1);
  });

  it('rejects with part-missing when its chunk cannot be loaded', async () => {
    jest.doMock('./upload', () => {
      throw new Error('Loading chunk 7 failed.');
    });
    jest.resetModules();
    const fresh = await import('./api');
    await expect(fresh.uploadImage(file)).rejects.toMatchObject({ status: 0, code: 'part-missing' });
    jest.dontMock('./upload');
  });

  it('can be aborted', async () => {
    const stop = new AbortController();
    stop.abort();
    await expect(uploadImage(file, { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('imageSrc', () => {
  const NAME = `${'0'.repeat(25)}1`;

  it('maps own pictures to the current gateway and width', () => {
    for (const url of [`/images/${NAME}.webp`, `http://127.0.0.1:4080/images/${NAME}.webp`])
      expect(imageSrc(url, 320)).toBe(`http://localhost:3080/images/${NAME}.webp?w=320`);
    expect(imageSrc(`/images/${NAME}`)).toBe(`http://localhost:3080/images/${NAME}`);
    expect(imageSrcSet(`/images/${NAME}`)).toMatch(/\?w=160 160w, .*\?w=1280 1280w$/);
  });

  it.each([
    'https://i.example/images/a.png',
    `https://i.example/images/${NAME}.webp`,
    '',
    '/images/../secret',
    'javascript:alert(1)',
  ])('leaves other URLs unchanged: %s', (url) => {
    expect(imageSrc(url, 320)).toBe(url);
    expect(imageSrcSet(url)).toBeUndefined();
  });
});
