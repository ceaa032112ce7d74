import { createIds, DAY_MS, silentLog } from '@piecework/base';
import { type AnyEvent, TOPICS } from '@piecework/contracts';
import { adminActs } from '@piecework/service-runtime/rows';
import { openBus, openStore } from '@piecework/service-runtime/run';
import type { Store } from '@piecework/store';
import { submissions } from '@piecework/submission/stores';
import { withdrawals } from '@piecework/wallet/stores';
import { createAccountNumbers } from '@piecework/wallet/timers';
import { newFolder, npmRun, npmStart, READY, startStackOver, stopped } from '../support/child-program';
import { addressOf } from '../support/child-stack';
import { createClient } from '../support/client';
import { type Person, peopleOn } from '../support/people';
import { eventually } from '../support/stack';

// Deadlines that passed a week ago, when nothing ran, and a kill −9 in the middle of the sweep that catches up.

const WEEK = 7 * DAY_MS;
const OLD = 'the payout key of last year, long enough';
const NEW = 'the payout key of this year, long enough';
const NUMBER = '01712345678';
const COINS = 200;
const WORKERS = 20;
/** Documents of each kind: more than the batch of a sweep. */
const EACH = 120;

let dataDir: string;
let port: number;
/** The submission that paid for the withdrawals. */
let earned: string;
let approved: string[];
let overdue: string[];
let paid: string[];
let held: string[];

const inTurns = async <T>(items: readonly T[], work: (item: T) => Promise<unknown>) => {
  for (let begun = 0; begun < items.length; begun += WORKERS)
    await Promise.all(items.slice(begun, begun + WORKERS).map(work));
};

beforeAll(async () => {
  dataDir = await newFolder();
  const stack = await startStackOver(dataDir, { env: { PAYOUT_KEY: OLD } });
  port = stack.port;
  const client = createClient(stack.gateway);
  const people = peopleOn(stack, client);
  const [admin, buyer, earner] = [
    await people.newcomer('admin', 'Ada'),
    await people.newcomer('buyer', 'Bella'),
    await people.newcomer('worker', 'Erna'),
  ];
  const payouts = (2 * EACH + 1) * COINS;
  await people.enrich(buyer, admin, payouts + 3000);
  await eventually('the buyer has coins', 60_000, async () =>
    (await people.balance(buyer)) > payouts + 3000 ? true : undefined,
  );
  earned = await people.submit(earner, await people.post(buyer, { requiredWorkers: 1, payableAmount: payouts }));
  await people.decide(buyer, earned, 'approved');
  const workers = await people.crowd('worker', WORKERS);

  const submitted = async () => {
    const ids: string[] = [];
    while (ids.length < EACH) {
      const task = await people.post(buyer, { requiredWorkers: WORKERS, autoApproveHours: 1 });
      await inTurns(workers, async (worker: Person) => ids.push(await people.submit(worker, task)));
    }
    return ids.sort();
  };
  approved = await submitted();
  overdue = await submitted();
  await inTurns(overdue, (id) =>
    client.get('requestRevision', { as: buyer, params: { id }, body: { note: 'Name the last bird too.' } }),
  );
  await eventually('the worker has coins', 60_000, async () =>
    (await people.balance(earner)) > payouts ? true : undefined,
  );
  paid = [];
  await inTurns(overdue, async () => {
    const body = { withdrawalCoin: COINS, paymentSystem: 'bkash', accountNumber: NUMBER };
    paid.push(await client.insert('createWithdrawal', { as: earner, body }));
  });
  paid.sort();
  await inTurns(paid, async (id) => {
    await client.get('decideWithdrawal', { as: admin, params: { id }, body: { status: 'approved' } });
    const body = { outcome: 'paid', reference: 'TRX 1', accountMask: NUMBER.slice(-3) };
    await client.get('decidePayout', { as: admin, params: { id }, body });
  });
  held = [];
  await inTurns(paid, async () => {
    // Without an account number, which the timers of the numbers would also handle.
    const body = { withdrawalCoin: COINS, paymentSystem: 'bkash' };
    held.push(await client.insert('createWithdrawal', { as: earner, body }));
  });
  held.sort();
  await inTurns(held, (id) =>
    client.get('holdWithdrawal', { as: admin, params: { id }, body: { reasonCode: 'one-buyer' } }),
  );
  await client.close();
  expect((await stopped(stack)).code).toBe(0);
});

const settings = () => addressOf(port, dataDir, { PAYOUT_KEY: NEW }).settings;

const withStore = async <R>(service: 'submission' | 'wallet', work: (store: Store) => Promise<R>) => {
  const store = await openStore(settings(), service);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
};

const start = (env: Record<string, string>) =>
  npmStart(['--port', port, '--data', dataDir, '--no-demo', '--no-fronts'], { env });

/** Ids by the type of the event, once per event: a process that is killed after publishing publishes again. */
const idsIn = async (type: AnyEvent['type']): Promise<string[]> => {
  const bus = await openBus(settings(), silentLog);
  const idOf = new Map<string, string>();
  const reader = await bus.subscribe({
    group: null,
    topics: TOPICS,
    handler: async ({ value }) => {
      const event = JSON.parse(value) as AnyEvent;
      if (event.type === type) idOf.set(event.eventId, event.aggregateId);
    },
  });
  await reader.caughtUp;
  await reader.stop();
  await bus.close();
  return [...idOf.values()].sort();
};

interface Kind {
  timer: string;
  service: 'submission' | 'wallet';
  env: Record<string, string>;
  /** Makes the documents due, at rest. */
  pass(store: Store): Promise<unknown>;
  /** Number of documents with the deadline. */
  left(store: Store): Promise<number>;
  check(): Promise<void>;
}

const BEFORE = { PAYOUT_KEY: OLD };
const ROTATION = { PAYOUT_KEY: NEW, PAYOUT_KEY_PREVIOUS: OLD };

const submissionsDue = (field: 'autoApproveAt' | 'revisionDueAt') => {
  const due = { status: 'pending', [field]: { $gt: 0 } } as const;
  return {
    service: 'submission',
    env: BEFORE,
    pass: (store) => store.collection(submissions).updateMany(due, { $set: { [field]: Date.now() - WEEK } }),
    left: (store) => store.collection(submissions).countDocuments(due),
  } satisfies Partial<Kind>;
};

/** Id of the key before the rotation. */
let oldKey = '';

const KINDS: readonly Kind[] = [
  {
    timer: 'auto-approval',
    ...submissionsDue('autoApproveAt'),
    check: async () => expect((await idsIn('submission.approved')).filter((id) => id !== earned)).toEqual(approved),
  },
  {
    timer: 'overdue-revision',
    ...submissionsDue('revisionDueAt'),
    check: async () => expect(await idsIn('submission.rejected')).toEqual(overdue),
  },
  {
    timer: 'holds-to-end',
    service: 'wallet',
    env: BEFORE,
    pass: (store) =>
      store.collection(withdrawals).updateMany({ holdUntil: { $gt: 0 } }, { $set: { holdUntil: Date.now() - WEEK } }),
    left: (store) => store.collection(withdrawals).countDocuments({ holdUntil: { $gt: 0 } }),
    check: async () => {
      expect(await idsIn('withdrawal.released')).toEqual(held);
      await withStore('wallet', async (store) => {
        for (const row of await store.collection(withdrawals).find({ _id: { $in: held } })) {
          expect([row.status, row.hold]).toEqual(['pending', undefined]);
          expect(row.timeline?.map(({ state }) => state)).toEqual(['requested', 'held', 'released']);
        }
        // A release by the timer is no act of an admin.
        const acts = await store.collection(adminActs).find({ 'subject.id': { $in: held } });
        expect(new Set(acts.map(({ action }) => action))).toEqual(new Set(['withdrawal-held']));
      });
    },
  },
  {
    timer: 'account-numbers-to-reseal',
    service: 'wallet',
    env: ROTATION,
    pass: async (store) => {
      const [first] = await store.collection(withdrawals).find({ payout: 'paid' }, { limit: 1 });
      oldKey = first?.account?.key ?? '';
    },
    left: (store) => store.collection(withdrawals).countDocuments({ 'account.key': oldKey }),
    check: () =>
      withStore('wallet', async (store) => {
        const numbers = createAccountNumbers([NEW], createIds());
        for (const { _id, account } of await store.collection(withdrawals).find({ payout: 'paid' }))
          expect(account && numbers.open(_id, account)).toBe(NUMBER);
      }),
  },
  {
    timer: 'account-numbers-to-erase',
    service: 'wallet',
    env: ROTATION,
    pass: (store) =>
      store.collection(withdrawals).updateMany({ payout: 'paid' }, { $set: { eraseAt: Date.now() - WEEK } }),
    left: (store) => store.collection(withdrawals).countDocuments({ eraseAt: { $gt: 0 } }),
    check: () =>
      withStore('wallet', async (store) => {
        const rows = await store.collection(withdrawals).find({ payout: 'paid' }, { sort: { _id: 1 } });
        expect(rows.map(({ _id }) => _id)).toEqual(paid);
        for (const row of rows) expect(row.account).toBeUndefined();
      }),
  },
];

test.each(KINDS)(
  '$timer handles each deadline of a week once, although it is killed in the middle',
  async ({ service, env, pass, left, check }) => {
    await withStore(service, pass);
    await withStore(service, async (store) => {
      expect(await left(store)).toBe(EACH);
      const killed = start(env);
      await eventually('the sweep has begun', 120_000, async () => (await left(store)) < EACH || undefined);
      killed.kill('SIGKILL');
      expect((await killed.ended).signal).toBe('SIGKILL');
      expect(await left(store)).toBeGreaterThan(0);
    });

    const restarted = start(env);
    await restarted.untilOutput(READY);
    await withStore(service, (store) =>
      eventually('nothing is due', 120_000, async () => (await left(store)) === 0 || undefined),
    );
    expect((await stopped(restarted)).code).toBe(0);
    await check();
    const audit = await npmRun('audit', ['--data', dataDir], { env: { PORT: String(port) } });
    expect(audit.output).toContain('Clean: every invariant holds.');
    expect(audit.code).toBe(0);
  },
);
