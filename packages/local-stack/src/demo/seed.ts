import {
  type Entry,
  type Identity,
  type Payment,
  type Submission,
  type Task,
  TEST_CARDS,
  type Testimonial,
  type Totals,
  type User,
  type Withdrawal,
} from '@piecework/contracts';
import type { DemoApi } from './api';
import { inParallel, until } from './parallel';
import { ADMIN, DEMO_PASSWORD, PEOPLE, type Person } from './people';
import { readPortrait, readTaskPicture } from './pictures';
import { type PlannedWithdrawal, PURCHASES, SUBMISSIONS, WITHDRAWALS } from './plan';
import { type Session, type Sessions, sessionOf } from './sessions';
import { type DemoTask, TASKS } from './tasks';
import { TESTIMONIALS } from './testimonials';
import { workOn } from './work';

/**
 * Makes the demo data through the public calls, so that the ledger explains every coin. Every step first checks what exists:
 * after an interruption a rerun continues.
 */

export interface SeedOptions {
  /** Reports progress. */
  print: (line: string) => void;
  /** Milliseconds since 1970; completion dates count from here. */
  now: number;
}

/** Concurrent steps: enough to keep two cores busy. */
const CONCURRENCY = 12;

// People

const join = async (api: DemoApi, person: Person): Promise<Session> => {
  const { key, email, name, role, hasPortrait } = person;
  const credentials = { email, password: DEMO_PASSWORD };
  const signUp = { ...credentials, displayName: name };
  const signedUp = await api.call<Identity>('POST', '/identity/sign-up', { body: signUp, expect: [409] });
  const isNew = signedUp.status !== 409;
  const { idToken } = (
    isNew ? signedUp : await api.call<Identity>('POST', '/identity/sign-in', { body: credentials })
  ).body;
  const accessToken = async () =>
    (await api.call<{ token: string }>('POST', '/jwt', { token: idToken, body: { email } })).body.token;

  if (!isNew) {
    const token = await accessToken();
    const user = await api.call<User>('GET', '/user', { token, expect: [404] });
    if (user.status === 200) return { person, token, photo: user.body.userPhotoURL };
  }
  const photo = hasPortrait ? await api.upload(idToken, await readPortrait(key)) : '';
  const registration = {
    userName: name,
    userRole: role === 'admin' ? 'worker' : role,
    ...(photo && { userPhotoURL: photo }),
  };
  await api.call('POST', '/users', { token: idToken, body: registration });
  return { person, token: await accessToken(), photo };
};

/** Promotes a registered worker; resolves when the gateway's projection shows the admin role. */
const promote = async (api: DemoApi, { person, token }: Session) => {
  await api.internal.makeAdmin(person.email);
  await until(
    `That ${person.email} is an admin`,
    async () => (await api.call<Totals>('GET', '/totals', { token })).body.admin,
  );
};

// Buyers

/** Follows the checkout: intent, card, record, and the admin's credit. */
const buyCoins = async (api: DemoApi, { person, token }: Session, admin: Session) => {
  const paid = (await api.call<Payment[]>('GET', '/payments', { token })).body.reverse();
  for (const [index, { price, credited }] of (PURCHASES[person.key] ?? []).entries()) {
    const known = paid.findIndex(({ amount }) => amount === price);
    const [payment] = known < 0 ? [] : paid.splice(known, 1);
    const intent = payment?._id ?? (await pay(api, token, price, `demo-${person.key}-${index}`));
    if (credited && payment?.state !== 'credited') {
      await api.call('POST', `/payments/${intent}/credit`, {
        token: admin.token,
        key: `demo-${intent}`,
        body: {},
      });
    }
  }
};

const pay = async (api: DemoApi, token: string, price: number, key: string): Promise<string> => {
  const intent = await api.call<{ clientSecret: string }>('POST', '/create-payment-intent', {
    token,
    key,
    body: { price },
  });
  const card = {
    clientSecret: intent.body.clientSecret,
    cardNumber: TEST_CARDS.succeeds,
    expiry: '12/49',
    cvc: '123',
  };
  await api.call('POST', '/payments/simulated/confirm', { token, body: card });
  const stored = await api.call<{ insertedId: string }>('POST', '/storePayment', {
    token,
    key,
    body: { amount: price },
  });
  return stored.body.insertedId;
};

const postedTasks = async (api: DemoApi): Promise<Map<string, string>> =>
  new Map((await api.call<Task[]>('GET', '/tasks')).body.map(({ taskTitle, _id }) => [taskTitle, _id]));

const dayAfter = (now: number, days: number) => new Date(now + days * 86_400_000).toISOString().slice(0, 10);

/** Posts a task with its picture; returns its id. */
const post = async (api: DemoApi, { token }: Session, task: DemoTask, now: number): Promise<string> => {
  const taskImageURL = await api.upload(token, await readTaskPicture(task.key));
  const body = {
    taskTitle: task.title,
    taskDetail: task.detail,
    submissionInfo: task.info,
    requiredWorkers: task.places,
    payableAmount: task.pay,
    completionDate: dayAfter(now, task.days),
    taskImageURL,
    ...(task.autoApproveHours !== undefined && { autoApproveHours: task.autoApproveHours }),
  };
  const posted = await api.call<{ insertedId: string; code?: string }>('POST', '/tasks', {
    token,
    key: `demo-${task.key}`,
    body,
    expect: [409],
  });
  if (posted.status !== 409) return posted.body.insertedId;
  if (posted.body.code !== 'idempotency-mismatch')
    throw new Error(`'${task.title}' was refused: ${posted.body.code}`);
  // Posted with another picture just before an interruption, and not yet in the list.
  return until(`That '${task.title}' is shown`, async () => (await postedTasks(api)).get(task.title));
};

/** Posts all tasks and returns their ids by key: the buyers take turns, and the three at the top of the home come last. */
const postTasks = async (api: DemoApi, sessions: Sessions, now: number): Promise<Map<string, string>> => {
  const posted = await postedTasks(api);
  const ids = new Map<string, string>();
  const postAll = async (buyer: Session, tasks: readonly DemoTask[]) => {
    for (const task of tasks)
      ids.set(task.key, posted.get(task.title) ?? (await post(api, buyer, task, now)));
  };
  await inParallel(Object.keys(PURCHASES), CONCURRENCY, (key) =>
    postAll(
      sessionOf(sessions, key),
      TASKS.filter(({ buyer, hero }) => buyer === key && !hero),
    ),
  );
  for (const task of TASKS.filter(({ hero }) => hero)) await postAll(sessionOf(sessions, task.buyer), [task]);
  return ids;
};

// Withdrawals

/** Whether all approved submissions of the worker have been paid. */
const isPaid = async (api: DemoApi, { token }: Session): Promise<true | undefined> => {
  const approved = (await api.call<Submission[]>('GET', '/submissions?status=approved', { token })).body;
  const entries = (await api.call<Entry[]>('GET', '/statement', { token })).body;
  const paid = entries.filter(({ kind }) => kind === 'settle' || kind === 'appeal');
  return paid.length >= approved.length || undefined;
};

/** One worker's withdrawals in order, with the admin's decisions. */
const withdraw = async (
  api: DemoApi,
  worker: Session,
  admin: Session,
  planned: readonly PlannedWithdrawal[],
) => {
  const there = (await api.call<Withdrawal[]>('GET', '/withdrawals', { token: worker.token })).body;
  await until(`That ${worker.person.name} is paid`, () => isPaid(api, worker));
  const adminCall = (method: string, path: string, body: unknown) =>
    api.call(method, path, { token: admin.token, body });
  for (const { coins, system, account, outcome, note } of planned) {
    const known = there.find(({ withdrawalCoin }) => withdrawalCoin === coins);
    const request = {
      withdrawalCoin: coins,
      paymentSystem: system,
      ...(account && { accountNumber: account }),
    };
    const key = `demo-${coins}`;
    const id =
      known?._id ??
      (
        await api.call<{ insertedId: string }>('POST', '/withdrawals', {
          token: worker.token,
          key,
          body: request,
        })
      ).body.insertedId;
    if (outcome === 'pending') continue;
    if ((known?.status ?? 'pending') === 'pending') {
      const decision = outcome === 'canceled' ? { status: 'canceled', reason: note } : { status: 'approved' };
      await adminCall('PATCH', `/withdrawals/${id}`, decision);
    }
    if ((known?.payout ?? 'due') !== 'due') continue;
    const payout = { outcome, ...(outcome === 'paid' ? { reference: note } : { reason: note }) };
    if (outcome === 'paid' || outcome === 'failed')
      await adminCall('POST', `/withdrawals/${id}/payout`, payout);
  }
};

// Testimonials

const addTestimonials = async (api: DemoApi, sessions: Sessions) => {
  const { body } = await api.call<Testimonial[]>('GET', '/testimonials');
  const there = new Set(body.map(({ quote }) => quote));
  for (const { person, quote } of TESTIMONIALS) {
    const { photo, person: who } = sessionOf(sessions, person);
    if (!there.has(quote)) await api.internal.addTestimonial({ userName: who.name, userPhoto: photo, quote });
  }
};

/** Resolves when the projected balance equals the ledger's. */
const balanceShown = async (api: DemoApi, { token, person }: Session) => {
  await until(`That ${person.name} sees the last change of their coins`, async () => {
    const [newest] = (await api.call<Entry[]>('GET', '/statement?limit=1', { token })).body;
    const { body: user } = await api.call<User>('GET', '/user', { token });
    return user.userAvailableCoin === newest?.balance || undefined;
  });
};

const groupBy = <T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] => {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
};

export const seedDemo = async (api: DemoApi, { print, now }: SeedOptions): Promise<void> => {
  print(`${PEOPLE.length} people are signing up`);
  // The admin first: until the admin is registered, the seed counts as not begun.
  const admin = await join(api, ADMIN);
  await promote(api, admin);
  const others = PEOPLE.filter((person) => person !== ADMIN);
  const joined = await inParallel(others, CONCURRENCY, (person) => join(api, person));
  const sessions: Sessions = new Map([admin, ...joined].map((session) => [session.person.key, session]));

  print(`${TASKS.length} tasks with pictures are being funded and posted`);
  await inParallel(Object.keys(PURCHASES), CONCURRENCY, (key) =>
    buyCoins(api, sessionOf(sessions, key), admin),
  );
  const taskIds = await postTasks(api, sessions, now);

  print(`${SUBMISSIONS.length} submissions are being sent and reviewed`);
  await inParallel(
    groupBy(SUBMISSIONS, ({ task }) => task.key),
    CONCURRENCY,
    ([key, planned]) => workOn(api, sessions, taskIds.get(key) ?? '', planned),
  );

  print('Earnings are being withdrawn');
  await inParallel(
    groupBy(WITHDRAWALS, ({ worker }) => worker),
    CONCURRENCY,
    ([key, planned]) => withdraw(api, sessionOf(sessions, key), admin, planned),
  );
  await inParallel([...sessions.values()], CONCURRENCY, (session) => balanceShown(api, session));

  // Last: they mark the seed as complete.
  await addTestimonials(api, sessions);
};
