import { createManualClock, eventually } from '@piecework/base/testing';
import { type Rig, startRig } from '../../testing';
import { CACHE_MS, createSharedTaskLists, DROP_MS, DROPS_AT_ONCE } from './shared-task-lists';

let rig: Rig;
const clock = createManualClock();
const asked = () => rig.calls.filter(({ method, url }) => method === 'GET' && url.startsWith('/tasks')).length;
/** Responses held back by a test. */
let held: (() => void)[] | undefined;

beforeEach(async () => {
  rig = await startRig({ clock });
  held = undefined;
  rig.answer = async ({ request, response }) => {
    if (held) await new Promise<void>((resolve) => held?.push(resolve));
    const isBad = request.url?.includes('sort=wrong');
    const body = isBad
      ? { code: 'validation', correlationId: request.headers['x-correlation-id'] }
      : [{ _id: 'task-1', of: request.url }];
    response.writeHead(isBad ? 400 : 200, {
      'content-type': isBad ? 'application/problem+json' : 'application/json',
      'x-total-count': '1',
      link: '<?offset=1>; rel="next"',
    });
    response.end(JSON.stringify(body));
  };
});
afterEach(async () => {
  for (const go of held ?? []) go();
  await rig.stop();
});

const list = (query = '', headers: Record<string, string> = {}) => fetch(`${rig.url}/tasks${query}`, { headers });
const edited = () => rig.publish('task.edited', { taskId: 'task-1', title: 'New' });

describe('the task list of anonymous callers', () => {
  test('is requested once for concurrent callers and within a second', async () => {
    held = [];
    const many = Array.from({ length: 20 }, () => list());
    await eventually(() => held?.length === 1);
    // Later arrivals use the cached answer.
    held.pop()?.();
    const answers = await Promise.all(many);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    held = undefined;
    expect((await list()).headers.get('x-total-count')).toBe('1');
    expect(asked()).toBe(1);
    await clock.advance(CACHE_MS);
    await list();
    expect(asked()).toBe(2);
  });

  test('has an ETag and answers 304', async () => {
    const first = await list();
    const tag = first.headers.get('etag') ?? '';
    expect([first.headers.get('cache-control'), first.headers.get('link')]).toEqual([
      'no-cache',
      '<?offset=1>; rel="next"',
    ]);
    expect(first.headers.get('vary')).toContain('Authorization');
    const again = await list('', { 'if-none-match': `"other", W/${tag}` });
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await list('', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await fetch(`${rig.url}/tasks`, { method: 'HEAD' })).headers.get('etag')).toBe(tag);
    expect(asked()).toBe(1);
  });

  test('is dropped when an event changes a task', async () => {
    await list();
    await edited();
    await list();
    expect(asked()).toBe(2);
    await rig.registerUser('ann');
    await list();
    expect(asked()).toBe(2);
  });

  test('is dropped four times at once and then every 250 ms, however often a task changes', async () => {
    await clock.advance(DROPS_AT_ONCE * DROP_MS);
    for (let change = 0; change < 50; change++) {
      await edited();
      await list();
    }
    expect(asked()).toBe(1 + DROPS_AT_ONCE);
    await clock.advance(DROP_MS);
    await list();
    await list();
    expect(asked()).toBe(2 + DROPS_AT_ONCE);
    await clock.advance(DROP_MS);
    await list();
    expect(asked()).toBe(2 + DROPS_AT_ONCE);
  });

  test('is dropped when an event changes the places of a task', async () => {
    await list();
    await rig.publish('task.places-closed', {
      taskId: 'task-1',
      buyerId: 'user-bob',
      payable: 5,
      open: 1,
      places: { version: 1, open: 0, pending: 0, approved: 0 },
    });
    await list();
    expect(asked()).toBe(2);
  });

  test('is dropped by a successful change through this gateway, not by a refused one', async () => {
    const ann = await rig.registerUser('ann', 'buyer');
    const answer = rig.answer;
    const remove = async (status: number) => {
      rig.answer = ({ response }) => void response.writeHead(status).end('{}');
      await rig.fetchAs(ann, '/tasks/task-1', { method: 'DELETE' });
      rig.answer = answer;
    };
    await list();
    await remove(409);
    await list();
    expect(asked()).toBe(1);
    await remove(200);
    await list();
    expect(asked()).toBe(2);
  });

  test('is not cached when a task changes during the request', async () => {
    held = [];
    const before = list();
    await eventually(() => held?.length === 1);
    await edited();
    const after = list();
    await eventually(() => held?.length === 2);
    for (const go of held) go();
    await Promise.all([before, after]);
    held = undefined;
    await list();
    expect(asked()).toBe(2);
  });

  test('is cached per known query parameter', async () => {
    for (const query of ['?q=a', '?q=a&utm=1', '?utm=2&q=a', '?q=b', '?q=a&limit=5']) await list(query);
    expect(rig.calls.map(({ url }) => url)).toEqual(['/tasks?q=a', '/tasks?q=b', '/tasks?q=a&limit=5']);
  });

  test('is not shared with signed-in callers', async () => {
    const ann = await rig.registerUser('ann');
    await list();
    for (let i = 0; i < 2; i++) {
      const answer = await rig.fetchAs(ann, '/tasks');
      expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'no-store']);
    }
    expect(asked()).toBe(3);
  });

  test('does not cache a refusal', async () => {
    const bad = () => list('?sort=wrong').then((answer) => answer.json());
    const refusals = [await bad(), ...(await Promise.all([bad(), bad()]))];
    expect(new Set(refusals.map(({ correlationId }) => correlationId)).size).toBe(3);
  });

  test('is requested again after a failure', async () => {
    const answer = rig.answer;
    rig.answer = ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('[');
      response.destroy();
    };
    expect((await Promise.all([list(), list()])).map(({ status }) => status)).toEqual([503, 503]);
    rig.answer = answer;
    expect((await list()).status).toBe(200);
  });
});

test('shared lists use a bounded amount of memory', async () => {
  const lists = createSharedTaskLists({ clock });
  let calls = 0;
  const ask = (key: string, size: number) =>
    lists.answer(key, { headers: {} }, async () => {
      calls += 1;
      return { status: 200, headers: {}, body: Buffer.alloc(size) };
    });
  const MB = 1024 * 1024;
  for (let i = 0; i < 17; i++) await ask(`large-${i}`, MB);
  await ask('large-16', MB);
  expect(calls).toBe(17);
  await ask('large-0', MB);
  expect(calls).toBe(18);
  for (let i = 0; i < 201; i++) await ask(`small-${i}`, 1);
  await ask('small-0', 1);
  expect(calls).toBe(18 + 202);
});
