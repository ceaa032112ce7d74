import { Readable } from 'node:stream';
import { fail, ok, type PlainRequest, type PlainResponse, problemResponse } from '@piecework/http';
import { createInProcessServiceClient, type InProcessService } from './in-process-service-client';
import { type ServiceClient, ServiceUnavailableError } from './service-client';

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

const start = (task: Partial<InProcessService> = {}, options: { maxInFlight?: number } = {}) => {
  const dispatched: PlainRequest[] = [];
  const remote: string[] = [];
  const overHttp: ServiceClient = {
    call: async (service, operation) => {
      remote.push(`${service} ${operation}`);
      return { status: 200, headers: {}, body: null };
    },
    internal: async (service, name) => {
      remote.push(`${service} internal ${name}`);
      return 'from the other process';
    },
    isReady: async (service) => {
      remote.push(`${service} ready`);
      return true;
    },
    close: async () => {
      remote.push('closed');
    },
  };
  const runtime: InProcessService = {
    dispatch: async (_operation, request) => {
      dispatched.push(request);
      return { ...ok([]), headers: JSON_TYPE };
    },
    internal: async (name, args) => ({ name, args }),
    ready: async () => {},
    ...task,
  };
  const services = new Map([['task' as const, { runtime }]]);
  return { client: createInProcessServiceClient(services, overHttp, options), services, dispatched, remote };
};

const request = (parts: Partial<PlainRequest> = {}): PlainRequest => ({
  method: 'POST',
  path: '/tasks',
  params: {},
  query: {},
  headers: { 'x-correlation-id': 'correlation-1' },
  body: undefined,
  ...parts,
});
const raw = (...chunks: (string | Buffer)[]) => Readable.from(chunks.map((chunk) => Buffer.from(chunk)));

describe('a call to a service of this process', () => {
  test.each([
    ['chunks', raw('{"taskTitle":', '"Größe"}'), { taskTitle: 'Größe' }],
    ['a character that is split', raw(Buffer.from('"ö"').subarray(0, 2), Buffer.from('"ö"').subarray(2)), 'ö'],
    ['a byte-order mark', raw('\uFEFF{"a":1}'), { a: 1 }],
    ['an empty body', raw(), {}],
    ['a value that is no object', raw('null'), null],
  ])('passes the JSON of %s', async (_what, body, expected) => {
    const { client, dispatched, remote } = start();
    await client.call('task', 'createTask', request({ raw: body }));
    expect(dispatched).toEqual([expect.objectContaining({ body: expected })]);
    expect(dispatched[0]).not.toHaveProperty('raw');
    expect(remote).toEqual([]);
  });

  test('passes a parsed body', async () => {
    const { client, dispatched } = start();
    await client.call('task', 'createTask', request({ body: { a: 1 } }));
    expect(dispatched[0]?.body).toEqual({ a: 1 });
  });

  test('is refused with malformed JSON', async () => {
    const { client, dispatched } = start();
    for (const text of ['{', ' ', '{"a":1}x'])
      expect(await client.call('task', 'createTask', request({ raw: raw(text) }))).toEqual(
        problemResponse(fail('not-json'), 'correlation-1'),
      );
    expect(dispatched).toEqual([]);
  });

  test('rejects with the error of its body', async () => {
    const broken = new Readable({ read() {} });
    broken.destroy(new Error('The sender disconnected'));
    await expect(start().client.call('task', 'createTask', request({ raw: broken }))).rejects.toThrow(
      'The sender disconnected',
    );
  });

  test('has no header of its answer that is not for callers', async () => {
    const headers = { ...JSON_TYPE, 'x-total-count': '3', 'x-internal': 'secret' };
    const { client } = start({ dispatch: async () => ({ ...ok([1]), headers }) });
    expect(await client.call('task', 'listTasks', request({ method: 'GET' }))).toEqual({
      status: 200,
      headers: { ...JSON_TYPE, 'x-total-count': '3' },
      body: [1],
    });
  });

  test('is refused above the limit, until another one ends', async () => {
    const ends: ((response: PlainResponse) => void)[] = [];
    const dispatch = () => new Promise<PlainResponse>((resolve) => ends.push(resolve));
    const { client } = start({ dispatch }, { maxInFlight: 1 });
    const first = client.call('task', 'listTasks', request());
    await expect(client.call('task', 'listTasks', request())).rejects.toThrow(ServiceUnavailableError);
    ends[0]?.({ ...ok(1), headers: {} });
    expect((await first).body).toBe(1);
    const third = client.call('task', 'listTasks', request());
    ends[1]?.({ ...ok(3), headers: {} });
    expect((await third).body).toBe(3);
  });
});

test('an internal call answers as over HTTP: null for nothing, unavailable for an error', async () => {
  expect(await start().client.internal('task', 'totals', { a: 1 })).toEqual({ name: 'totals', args: { a: 1 } });
  expect(await start({ internal: async () => undefined }).client.internal('task', 'totals', {})).toBeNull();
  const failing = start({ internal: () => Promise.reject(new Error('a bug')) });
  await expect(failing.client.internal('task', 'totals', {})).rejects.toThrow(ServiceUnavailableError);
});

test('a service is ready when its store and event log are', async () => {
  expect(await start().client.isReady('task')).toBe(true);
  const away = start({ ready: () => Promise.reject(new Error('the disk is full')) });
  expect(await away.client.isReady('task')).toBe(false);
});

test('raw bodies and services of other processes are called over HTTP', async () => {
  const { client, services, dispatched, remote } = start();
  await client.call('media', 'uploadImage', request({ raw: raw('a picture') }));
  await client.call('user', 'listUsers', request());
  services.delete('task');
  await client.call('task', 'listTasks', request());
  expect(await client.internal('task', 'totals', {})).toBe('from the other process');
  expect(await client.isReady('task')).toBe(true);
  await client.close();
  expect(remote).toEqual([
    ...['media uploadImage', 'user listUsers', 'task listTasks'],
    ...['task internal totals', 'task ready', 'closed'],
  ]);
  expect(dispatched).toEqual([]);
});
