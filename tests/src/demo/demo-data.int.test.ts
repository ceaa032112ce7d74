import { DAY_MS, HOUR_MS, MINUTE_MS, timeOfId } from '@piecework/base';
import { pause } from '@piecework/base/testing';
import type { Settings } from '@piecework/config';
import type {
  Adjustment,
  AdminAct,
  Appeal,
  Notification,
  Payment,
  Reservation,
  Row,
  Submission,
  Task,
  Testimonial,
  User,
  Withdrawal,
} from '@piecework/contracts';
import { openStore } from '@piecework/service-runtime/run';
import {
  ANSWERS,
  BATCHES,
  countRows,
  createDemoApi,
  DEMO_PASSWORD,
  type DemoApi,
  ensureDemoData,
  expectedBalance,
  isApproved,
  isPaidFor,
  isRejected,
  OLDEST_DAYS,
  openPlaces,
  PEOPLE,
  PURCHASES,
  placesOf,
  SUBMISSIONS,
  seedDemo,
  seedPast,
  TASKS,
  TESTIMONIALS,
  WITHDRAWALS,
} from '@piecework/stack/demo';
import { submissions } from '@piecework/submission/stores';
import { tasks } from '@piecework/task/stores';
import { entries, withdrawals } from '@piecework/wallet/stores';
import { startTestStack, type TestStack } from '../support/stack';

let stack: TestStack;
let api: DemoApi;
const start = async (fill?: (settings: Settings) => Promise<void>) => {
  stack = await startTestStack({}, undefined, fill);
  api = createDemoApi(stack.url, stack.internal);
};
afterEach(() => stack.stop());

const silent = () => {};
const ensure = (print: (line: string) => void = silent) =>
  ensureDemoData({ gateway: stack.url, internal: stack.internal, print });

const tokenOf = async (email: string): Promise<string> => {
  const { body } = await api.call<{ idToken: string }>('POST', '/identity/sign-in', {
    body: { email, password: DEMO_PASSWORD },
  });
  return (await api.call<{ token: string }>('POST', '/jwt', { token: body.idToken, body: { email } })).body.token;
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

  const all = await list<Task>('/tasks');
  expect(all.map(({ taskTitle }) => taskTitle).sort()).toEqual([...TASKS, ...BATCHES].map(({ title }) => title).sort());
  expect(new Set(all.map(({ taskImageURL }) => taskImageURL)).size).toBe(63);
  const disputed: Row[] = [];
  for (const batch of BATCHES) {
    const shown = all.find(({ taskTitle }) => taskTitle === batch.title);
    expect(shown?.batch).toMatchObject({ rows: countRows(batch), overlap: { max: batch.overlap } });
    expect(shown?.requiredWorkers).toBe(placesOf(batch) - batch.answers.length);
    const rows = await list<Row>(`/tasks/${shown?._id}/rows`);
    expect(rows.filter(({ state }) => state !== 'open').length).toBeGreaterThan(2);
    disputed.push(...rows.filter(({ state }) => state === 'disputed'));
  }
  expect(disputed.length).toBeGreaterThan(3);
  for (const task of TASKS) {
    const shown = all.find(({ taskTitle }) => taskTitle === task.title);
    expect([task.key, shown?.totalPayableAmount]).toEqual([task.key, task.places * task.pay]);
    expect([task.key, shown?.paused, shown?.reservedPlaces]).toEqual([task.key, task.paused, task.reservedBy && 1]);
    expect([task.key, shown?.closed?.refunded]).toEqual([task.key, task.closed && openPlaces(task) * task.pay]);
  }
  const heroes = TASKS.filter(({ hero }) => hero).map(({ title }) => title);
  const newest = await list<Task>('/tasks?open=1&limit=3');
  expect(newest.map(({ taskTitle }) => taskTitle).sort()).toEqual(heroes.sort());

  const work = await list<Submission>('/submissions');
  const planned = (letters: string) => SUBMISSIONS.filter(({ outcome }) => letters.includes(outcome)).length;
  expect(count(work, ({ status }) => status)).toEqual(
    count(
      [...SUBMISSIONS.map(({ outcome }) => outcome), ...ANSWERS.map(({ isApproved }) => (isApproved ? 'A' : 'P'))],
      (outcome) => (isPaidFor(outcome) ? 'approved' : isRejected(outcome) ? 'reject' : 'pending'),
    ),
  );
  expect(work.filter(({ reason }) => reason)).toHaveLength(planned('ROUD'));
  expect(work.filter(({ revision }) => revision && !revision.resubmittedAt)).toHaveLength(planned('S'));
  expect(work.filter(({ earlier }) => earlier)).toHaveLength(planned('N'));
  expect(work.flatMap(({ attachments = [] }) => attachments)).toHaveLength(
    SUBMISSIONS.flatMap(({ pictures }) => pictures).length,
  );
  const day = Date.now() + DAY_MS;
  expect(work.filter(({ autoApproveAt }) => autoApproveAt && Date.parse(autoApproveAt) < day).length).toBeGreaterThan(
    2,
  );
  expect(count(await list<Appeal>('/appeals'), ({ state, paidBy }) => `${state} ${paidBy}`)).toEqual({
    'open escrow': planned('O'),
    'dismissed undefined': planned('D'),
    'upheld escrow': 1,
    'upheld platform': 1,
  });

  const withdrawals = await list<Withdrawal>('/withdrawals');
  expect(count(withdrawals, ({ status }) => status)).toEqual(
    count(WITHDRAWALS, (withdrawal) =>
      isApproved(withdrawal) ? 'approved' : ['pending', 'held'].includes(withdrawal.outcome) ? 'pending' : 'canceled',
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
    WITHDRAWALS.filter(({ account, outcome }) => account && !['canceled', 'too few'].includes(outcome)).length,
  );
  expect(withdrawals.filter(({ cancelReason }) => cancelReason).length).toBeGreaterThan(0);
  expect(withdrawals.filter(({ hold }) => hold)).toHaveLength(1);
  const trail = count(await list<AdminAct>('/admin/trail'), ({ action }) => action);
  expect(trail).toMatchObject({ 'appeal-upheld': 2, 'payout-paid': 2, 'payout-failed': 1, 'account-suspended': 1 });
  expect(work.filter(({ bonus }) => bonus)).toHaveLength(1);
  expect(count(await list<Adjustment>('/adjustments'), ({ state }) => state)).toEqual({ posted: 1, waiting: 1 });
  expect(await list<Withdrawal>('/withdrawals?look=1')).toEqual([]);
  expect(count(await list<Payment>('/payments'), ({ state }) => state)).toEqual(
    count(Object.values(PURCHASES).flat(), ({ credited }) => (credited ? 'credited' : 'recorded')),
  );
  expect((await list<Testimonial>('/testimonials')).map(({ quote }) => quote)).toEqual(
    TESTIMONIALS.map(({ quote }) => quote),
  );
  for (const { reservedBy, title } of TASKS.filter((task) => task.reservedBy)) {
    const holder = await tokenOf(`${reservedBy}@piecework.demo`);
    const held = (await api.call<Reservation[]>('GET', '/reservations', { token: holder })).body;
    expect(held.map(({ taskTitle }) => taskTitle)).toEqual([title]);
    expect(Date.parse(held[0]?.expiresAt ?? '')).toBeGreaterThan(Date.now() + 12 * HOUR_MS);
  }
  for (const who of ['worker', 'buyer']) {
    const own = await tokenOf(`${who}@piecework.demo`);
    const told = (await api.call<Notification[]>('GET', '/notifications', { token: own })).body;
    expect(new Set(told.map(({ read }) => read)).size).toBe(2);
    expect(new Set(told.map(({ kind }) => kind)).size).toBeGreaterThan(3);
  }
  const kinds = (await list<Notification>('/notifications')).map(({ kind }) => kind);
  // Not the sign-ins of these tests.
  const toAdmin = kinds.filter((kind) => kind !== 'security-changed');
  expect(toAdmin.sort()).toEqual(['appeal-filed', 'withdrawal-requested']);
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
    await start();
    for (const end of [1, 190, '/places', '/appeals/', '/resubmission', '/end', '/reservation', '/payout']) {
      await expect(seedDemo(stoppedAt(end), { print: silent, now: Date.now() })).rejects.toThrow('stopped');
      await stack.settle();
    }
    await ensure();
    await expectCompleteDemoData();

    const lines: string[] = [];
    await ensure((line) => lines.push(line));
    expect(lines).toEqual([]);
  },
  5 * MINUTE_MS,
);

it(
  'the demo data is not loaded into a store with registered users',
  async () => {
    await start();
    const email = 'ann@example.com';
    const { body } = await api.call<{ idToken: string }>('POST', '/identity/sign-up', {
      body: { email, password: DEMO_PASSWORD, displayName: 'Ann' },
    });
    await api.call('POST', '/users', { token: body.idToken, body: { userName: 'Ann', userRole: 'worker' } });
    await ensure();
    expect(await api.internal.countUsers()).toBe(1);
  },
  MINUTE_MS,
);

/** Runs the seed up to so many tasks, as in a process that is stopped. */
const seedUpTo = async (settings: Settings, count: number) => {
  const seed = await seedPast(settings, silent);
  if (!seed) throw new Error('there is nothing to seed');
  const rejected = expect(seed.done).rejects.toThrow('The next start continues');
  const store = await openStore(settings, 'task');
  while ((await store.collection(tasks).countDocuments({})) < count) await pause(5);
  await store.close();
  await seed.stop();
  await rejected;
};

const fillPast = async (settings: Settings) => {
  const seed = await seedPast(settings, silent);
  await seed?.done;
  await seed?.stop();
};

const expectEightWeeks = async () => {
  const now = Date.now();
  const work = await stack.storeOf('submission').collection(submissions).find({});
  const ledger = await stack.storeOf('wallet').collection(entries).find({});
  const payouts = await stack.storeOf('wallet').collection(withdrawals).find({});
  const posted = await stack.storeOf('task').collection(tasks).find({});

  const past = [
    ...work.flatMap(({ createdAt, decidedAt = createdAt, revision, appeal }) => [
      ...[createdAt, decidedAt, revision?.requestedAt ?? createdAt, revision?.resubmittedAt ?? createdAt],
      ...[appeal?.filedAt ?? createdAt, appeal?.decidedAt ?? createdAt],
    ]),
    ...ledger.map(({ at }) => at),
    ...payouts.map(({ requestedAt }) => requestedAt),
    ...posted.map(({ _id }) => timeOfId(_id) ?? Number.NaN),
  ];
  expect(Math.max(...past)).toBeLessThanOrEqual(now);
  expect((now - Math.min(...past)) / DAY_MS).toBeGreaterThan(OLDEST_DAYS - 7);
  expect((now - Math.min(...past)) / DAY_MS).toBeLessThan(OLDEST_DAYS + 1);
  expect(new Set(work.map(({ createdAt }) => new Date(createdAt).getUTCHours())).size).toBeGreaterThan(12);

  const decisions = work.filter(({ status }) => status === 'approved').map(({ decidedAt = 0 }) => decidedAt);
  const weeks = new Set(decisions.map((at) => Math.floor((now - at) / (7 * DAY_MS))));
  expect([...weeks].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);

  const deadlines = [
    ...work.flatMap(({ autoApproveAt = now + 1, revisionDueAt = now + 1 }) => [autoApproveAt, revisionDueAt]),
    ...payouts.map(({ eraseAt = now + 1 }) => eraseAt),
  ];
  expect(Math.min(...deadlines)).toBeGreaterThan(now);
  for (const { _id, createdAt } of work) expect(Math.abs((timeOfId(_id) ?? 0) - createdAt)).toBeLessThan(60_000);

  const sequences = new Map<string, number>();
  for (const { account, at } of [...ledger].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))) {
    expect(at).toBeGreaterThanOrEqual(sequences.get(account) ?? 0);
    sequences.set(account, at);
  }
};

it(
  'an embedded store gets the demo data in the past eight weeks, also after an interruption, and only once',
  async () => {
    await start(async (settings) => {
      await seedUpTo(settings, 25);
      await fillPast(settings);
      expect(await seedPast(settings, silent)).toBeNull();
    });
    await expectEightWeeks();
    await expectCompleteDemoData();
    const token = await tokenOf('admin@piecework.demo');
    const today = new Date().toISOString().slice(0, 10);
    for (const task of (await api.call<Task[]>('GET', '/tasks', { token })).body)
      if (task.requiredWorkers > 0) expect(task.completionDate >= today).toBe(true);
    const ended = (await api.call<Task[]>('GET', '/tasks?closed=1', { token })).body;
    expect(count(ended, ({ closed }) => closed?.reason ?? '')).toEqual(
      count(
        TASKS.filter(({ closed }) => closed),
        ({ closed }) => closed ?? '',
      ),
    );
    const acts = (await api.call<AdminAct[]>('GET', '/admin/trail', { token })).body.map(({ at }) => Date.parse(at));
    expect((Date.now() - Math.min(...acts)) / DAY_MS).toBeGreaterThan(OLDEST_DAYS - 7);
    expect(Math.max(...acts)).toBeLessThanOrEqual(Date.now());
  },
  5 * MINUTE_MS,
);
