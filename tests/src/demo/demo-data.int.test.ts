import type {
  AdminAct,
  Appeal,
  Payment,
  Submission,
  Task,
  Testimonial,
  User,
  Withdrawal,
} from '@piecework/contracts';
import {
  createDemoApi,
  DEMO_PASSWORD,
  type DemoApi,
  ensureDemoData,
  expectedBalance,
  isApproved,
  isPaidFor,
  isRejected,
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

  const work = await list<Submission>('/submissions');
  const planned = (letters: string) => SUBMISSIONS.filter(({ outcome }) => letters.includes(outcome)).length;
  expect(count(work, ({ status }) => status)).toEqual(
    count(SUBMISSIONS, ({ outcome }) =>
      isPaidFor(outcome) ? 'approved' : isRejected(outcome) ? 'reject' : 'pending',
    ),
  );
  expect(work.filter(({ reason }) => reason)).toHaveLength(planned('ROUD'));
  expect(work.filter(({ revision }) => revision && !revision.resubmittedAt)).toHaveLength(planned('S'));
  expect(work.filter(({ earlier }) => earlier)).toHaveLength(planned('N'));
  expect(work.flatMap(({ attachments = [] }) => attachments)).toHaveLength(
    SUBMISSIONS.flatMap(({ pictures }) => pictures).length,
  );
  const day = Date.now() + 24 * 3_600_000;
  expect(
    work.filter(({ autoApproveAt }) => autoApproveAt && Date.parse(autoApproveAt) < day).length,
  ).toBeGreaterThan(2);
  expect(count(await list<Appeal>('/appeals'), ({ state, paidBy }) => `${state} ${paidBy}`)).toEqual({
    'open escrow': planned('O'),
    'dismissed undefined': planned('D'),
    'upheld escrow': 1,
    'upheld platform': 1,
  });

  const withdrawals = await list<Withdrawal>('/withdrawals');
  expect(count(withdrawals, ({ status }) => status)).toEqual(
    count(WITHDRAWALS, (withdrawal) =>
      isApproved(withdrawal) ? 'approved' : withdrawal.outcome === 'pending' ? 'pending' : 'canceled',
    ),
  );
  const approved = WITHDRAWALS.filter(isApproved);
  expect(
    count(
      withdrawals.filter(({ payout }) => payout),
      ({ payout }) => payout ?? '',
    ),
  ).toEqual(count(approved, ({ outcome }) => outcome));
  // A canceled one keeps none.
  expect(withdrawals.filter(({ accountMask }) => accountMask)).toHaveLength(
    WITHDRAWALS.filter(({ account, outcome }) => account && !['canceled', 'too few'].includes(outcome))
      .length,
  );
  expect(withdrawals.filter(({ cancelReason }) => cancelReason).length).toBeGreaterThan(0);
  const trail = count(await list<AdminAct>('/admin/trail'), ({ action }) => action);
  expect(trail).toMatchObject({ 'appeal-upheld': 2, 'payout-paid': 2, 'payout-failed': 1 });
  expect(await list<Withdrawal>('/withdrawals?look=1')).toEqual([]);
  expect(count(await list<Payment>('/payments'), ({ state }) => state)).toEqual(
    count(Object.values(PURCHASES).flat(), ({ credited }) => (credited ? 'credited' : 'recorded')),
  );
  expect((await list<Testimonial>('/testimonials')).map(({ quote }) => quote)).toEqual(
    TESTIMONIALS.map(({ quote }) => quote),
  );
  expect((await stack.audit()).violations).toEqual([]);
};

/** An API whose calls all fail after so many calls, or from the first call with such a path, as in a process that is stopped. */
const stoppedAt = (end: number | string): DemoApi => {
  let left = typeof end === 'number' ? end : Number.POSITIVE_INFINITY;
  const spend = (path = '') => {
    if (typeof end === 'string' && path.includes(end)) left = 0;
    if (left-- <= 0) throw new Error('stopped');
  };
  return {
    ...api,
    call: async (...args: Parameters<DemoApi['call']>) => {
      spend(args[1]);
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
    for (const end of [1, 190, 330, '/resubmission', '/appeals/', '/payout']) {
      await expect(seedDemo(stoppedAt(end), { print: silent, now: Date.now() })).rejects.toThrow('stopped');
      await stack.settle();
    }
    await ensure();
    await expectCompleteDemoData();

    const lines: string[] = [];
    await ensure((line) => lines.push(line));
    expect(lines).toEqual([]);
  },
  5 * MINUTE,
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
