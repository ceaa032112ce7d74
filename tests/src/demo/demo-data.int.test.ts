import type { Payment, Submission, Task, Testimonial, User, Withdrawal } from '@piecework/contracts';
import {
  createDemoApi,
  DEMO_PASSWORD,
  type DemoApi,
  ensureDemoData,
  expectedBalance,
  PEOPLE,
  PURCHASES,
  SUBMISSIONS,
  seedDemo,
  TASKS,
  TESTIMONIALS,
  WITHDRAWALS,
} from '@piecework/local-stack/demo';
import { startTestStack, type TestStack } from '../support/stack';

let stack: TestStack;
let api: DemoApi;
beforeEach(async () => {
  stack = await startTestStack();
  api = createDemoApi(stack.url, stack.internal);
}, 60_000);
afterEach(() => stack.stop());

const silent = () => {};
const ensure = (print: (line: string) => void = silent) =>
  ensureDemoData({ gateway: stack.url, internal: stack.internal, print });

/** Milliseconds. Password hashing is slow, and other tests run on the same machine. */
const MINUTE = 60_000;

const tokenOf = async (email: string): Promise<string> => {
  const { body } = await api.call<{ idToken: string }>('POST', '/identity/sign-in', {
    body: { email, password: DEMO_PASSWORD },
  });
  return (await api.call<{ token: string }>('POST', '/jwt', { token: body.idToken, body: { email } })).body
    .token;
};

const count = <T>(items: readonly T[], of: (item: T) => string) => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[of(item)] = (counts[of(item)] ?? 0) + 1;
  return counts;
};

const expectCompleteDemoData = async () => {
  await stack.settle();
  const token = await tokenOf('admin@piecework.demo');
  const list = async <T>(path: string) => (await api.call<T[]>('GET', path, { token })).body;

  const coins = Object.fromEntries(
    (await list<User>('/users')).map((user) => [user.userEmail, user.userAvailableCoin]),
  );
  expect(coins).toEqual(Object.fromEntries(PEOPLE.map((person) => [person.email, expectedBalance(person)])));

  const tasks = await list<Task>('/tasks');
  expect(tasks.map(({ taskTitle }) => taskTitle).sort()).toEqual(TASKS.map(({ title }) => title).sort());
  expect(new Set(tasks.map(({ taskImageURL }) => taskImageURL)).size).toBe(60);
  const heroes = TASKS.filter(({ hero }) => hero).map(({ title }) => title);
  expect(
    tasks
      .slice(0, 3)
      .map(({ taskTitle }) => taskTitle)
      .sort(),
  ).toEqual(heroes.sort());

  const words = { A: 'approved', P: 'pending', R: 'reject' };
  expect(count(await list<Submission>('/submissions'), ({ status }) => status)).toEqual(
    count(SUBMISSIONS, ({ outcome }) => words[outcome]),
  );
  expect(count(await list<Withdrawal>('/withdrawals'), ({ status }) => status)).toEqual(
    count(WITHDRAWALS, ({ outcome }) => (outcome === 'too few' ? 'canceled' : outcome)),
  );
  expect(await list<Withdrawal>('/withdrawals?look=1')).toEqual([]);
  expect(count(await list<Payment>('/payments'), ({ state }) => state)).toEqual(
    count(Object.values(PURCHASES).flat(), ({ credited }) => (credited ? 'credited' : 'recorded')),
  );
  expect((await list<Testimonial>('/testimonials')).map(({ quote }) => quote)).toEqual(
    TESTIMONIALS.map(({ quote }) => quote),
  );
  expect((await stack.audit()).violations).toEqual([]);
};

/** An API whose calls all fail after the first `calls`, as in a process that is stopped. */
const stoppedAfter = (calls: number): DemoApi => {
  let left = calls;
  const spend = () => {
    if (left-- <= 0) throw new Error('stopped');
  };
  return {
    ...api,
    call: async (...args: Parameters<DemoApi['call']>) => {
      spend();
      return (await api.call(...args)) as never;
    },
    upload: async (...args) => {
      spend();
      return api.upload(...args);
    },
  };
};

it(
  'the demo data is completed after interruptions at any call, passes the audit, and is not loaded twice',
  async () => {
    for (const calls of [1, 60, 190, 330, 620]) {
      await expect(seedDemo(stoppedAfter(calls), { print: silent, now: Date.now() })).rejects.toThrow(
        'stopped',
      );
      await stack.settle();
    }
    await ensure();
    await expectCompleteDemoData();

    const lines: string[] = [];
    await ensure((line) => lines.push(line));
    expect(lines).toEqual([]);
  },
  3 * MINUTE,
);

it(
  'the demo data is not loaded into a store with registered users',
  async () => {
    const email = 'ann@example.com';
    const { body } = await api.call<{ idToken: string }>('POST', '/identity/sign-up', {
      body: { email, password: DEMO_PASSWORD, displayName: 'Ann' },
    });
    await api.call('POST', '/users', { token: body.idToken, body: { userName: 'Ann', userRole: 'worker' } });
    await ensure();
    expect(await api.internal.countUsers()).toBe(1);
  },
  MINUTE,
);
