import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '@piecework/base';
import { type EventBus, toRecord } from '@piecework/event-log';
import { adminNews, inboxes, mails, notifications } from '@piecework/notification/stores';
import { adminActs, inboxRows, outboxRows, parkedRows } from '@piecework/service-runtime/rows';
import type { CollectionSpec, Document, Store } from '@piecework/store';
import { openSqliteStore } from '@piecework/store/sqlite';
import { reservations, submissions, taskPlaces } from '@piecework/submission/stores';
import { additions, tasks } from '@piecework/task/stores';
import { personNotes, reportCases, suspensions, users } from '@piecework/user/stores';
import {
  accounts,
  adjustments,
  bonuses,
  entries,
  payments,
  payoutRates,
  transfers,
  withdrawals,
} from '@piecework/wallet/stores';
import { soundMarket } from '../testing';
import { type AuditDeps, auditStores } from './audit';
import { AUDITED_SERVICES, type AuditedService, createSnapshot } from './snapshot';

const KEPT = {
  users: ['user', users],
  personNotes: ['user', personNotes],
  suspensions: ['user', suspensions],
  reportCases: ['user', reportCases],
  tasks: ['task', tasks],
  additions: ['task', additions],
  places: ['submission', taskPlaces],
  submissions: ['submission', submissions],
  reservations: ['submission', reservations],
  accounts: ['wallet', accounts],
  transfers: ['wallet', transfers],
  entries: ['wallet', entries],
  bonuses: ['wallet', bonuses],
  withdrawals: ['wallet', withdrawals],
  payoutRates: ['wallet', payoutRates],
  adjustments: ['wallet', adjustments],
  payments: ['wallet', payments],
  notifications: ['notification', notifications],
  inboxes: ['notification', inboxes],
  mails: ['notification', mails],
  adminNews: ['notification', adminNews],
} as const;

let folder: string;
let stores: Record<AuditedService, Store>;

const rows = (service: AuditedService, spec: unknown) => stores[service].collection(spec as CollectionSpec<Document>);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'piecework-audit-'));
  const open = (service: AuditedService) =>
    openSqliteStore({ file: join(folder, `${service}.sqlite`), synchronous: 'OFF' });
  stores = Object.fromEntries(
    await Promise.all(AUDITED_SERVICES.map(async (service) => [service, await open(service)])),
  ) as typeof stores;
  for (const service of AUDITED_SERVICES) await stores[service].prepare([inboxRows, outboxRows, parkedRows]);
  const { tables } = soundMarket();
  for (const service of AUDITED_SERVICES) await stores[service].prepare([adminActs]);
  for (const { service, ...act } of tables.adminActs.values()) await rows(service, adminActs).insertOne(act);
  for (const [table, [service, spec]] of Object.entries(KEPT)) {
    await stores[service].prepare([spec]);
    await rows(service, spec).insertMany([...tables[table as keyof typeof KEPT].values()]);
  }
});
afterEach(async () => {
  for (const store of Object.values(stores)) await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const EVENT = {
  eventId: 'event-1',
  type: 'task.edited',
  version: 1,
  occurredAt: '2026-11-21T09:00:00.000Z',
  aggregateId: 'open',
  correlationId: 'correlation-1',
  causationId: null,
  actor: null,
  data: { taskId: 'open', title: 'New' },
} as const;

const holding = (...values: string[]): Pick<EventBus, 'subscribe'> => ({
  subscribe: async ({ group, handler }) => {
    expect(group).toBeNull();
    const all = Promise.all(
      values.map((value, at) => handler({ topic: 'task', key: 'open', value, position: String(at) })),
    );
    return { caughtUp: all.then(() => {}), stop: async () => {} };
  },
});

/** Skips the delay between passes; `then` runs in its place, with the number of passes so far. */
const passing = (then: (passes: number) => Promise<unknown> = async () => {}) => {
  const pauses: number[] = [];
  const clock: Clock = {
    now: () => 0,
    after: (ms, fn) => {
      pauses.push(ms);
      void then(pauses.length).then(fn);
      return () => {};
    },
  };
  return { clock, pauses };
};

const audit = (deps: Partial<AuditDeps> = {}) =>
  auditStores({
    stores,
    bus: holding(),
    consumed: { user: [], task: [], submission: ['task.edited'], wallet: [], notification: [] },
    clock: passing().clock,
    ...deps,
  });

const setCoins = (coins: number) => rows('user', users).updateOne({ _id: 'worker' }, { $set: { coins } } as never);
const WRONG = 'a shown balance is the account’s';

describe('the audit of the stored data', () => {
  test('counts a collection as empty until a release that knows it has started', async () => {
    const older = {} as typeof stores;
    for (const service of AUDITED_SERVICES) {
      older[service] = await openSqliteStore({ file: join(folder, `older-${service}.sqlite`) });
      await older[service].prepare([inboxRows, outboxRows, parkedRows]);
    }
    for (const [service, spec] of Object.values(KEPT)) await older[service].prepare([spec]);
    try {
      expect(await audit({ stores: older })).toMatchObject({ violations: [], documents: 0 });
    } finally {
      for (const store of Object.values(older)) await store.close();
    }
  });

  test('finds no violation in a sound marketplace, in one pass', async () => {
    const { clock, pauses } = passing();
    const { violations, documents } = await audit({ clock });
    expect(violations).toEqual([]);
    expect(pauses).toEqual([]);
    const { tables } = soundMarket();
    const kept = Object.keys(KEPT).map((table) => tables[table as keyof typeof KEPT].size);
    expect(documents).toBe(kept.reduce((sum, size) => sum + size, 0));
  });

  test('of a stopped stack skips invariants that pending events still establish', async () => {
    const behind = { coinVersion: -1, coins: 0 };
    await rows('user', users).updateOne({ _id: 'worker' }, { $set: behind } as never);
    expect((await audit()).violations).toMatchObject([{ invariant: 'a shown balance is up to date' }]);
    const atRest = await audit({ lagAtRest: async (service) => (service === 'user' ? 1 : 0) });
    expect(atRest).toMatchObject({ violations: [], pendingEvents: 1 });
    expect((await audit({ lagAtRest: async () => 0 })).violations).toHaveLength(1);
  });

  test('reports a lasting violation with its account', async () => {
    await setCoins(999);
    const { clock, pauses } = passing();
    const { violations } = await audit({ clock });
    expect(violations).toMatchObject([{ invariant: WRONG, subject: 'worker' }]);
    expect(pauses).toEqual([2000, 2000, 2000]);
  });

  test.each([1, 2, 3])('does not report a violation that ends before pass %i ends', async (healed) => {
    const { coins } = soundMarket().tables.users.get('worker') ?? { coins: 0 };
    await setCoins(999);
    const { clock, pauses } = passing(async (passes) => passes === healed && setCoins(coins));
    expect((await audit({ clock })).violations).toEqual([]);
    expect(pauses).toHaveLength(healed);
  });

  test('does not report a violation that appears after the first pass', async () => {
    const { coins } = soundMarket().tables.users.get('worker') ?? { coins: 0 };
    await rows('user', users).updateOne({ _id: 'other' }, { $inc: { coins: 1 } } as never);
    const { clock } = passing(() => setCoins(coins + 1));
    expect((await audit({ clock })).violations.map(({ subject }) => subject)).toEqual(['other']);
  });

  test('reports a deadline a minute after it has passed, and none at rest', async () => {
    const due = 1_000_000;
    await rows('submission', submissions).updateOne({ _id: 'waiting' }, { $set: { autoApproveAt: due } } as never);
    const at = async (now: number, deps: Partial<AuditDeps> = {}) =>
      (await audit({ clock: { ...passing().clock, now: () => now }, ...deps })).violations;
    expect(await at(due + 59_999)).toEqual([]);
    const overdue = [{ invariant: 'no deadline has passed', subject: 'waiting' }];
    expect(await at(due + 60_000)).toMatchObject(overdue);
    expect(await at(due + 60_000, { lagAtRest: async () => 0 })).toEqual([]);
  });

  test.each([
    [
      'an account number in plain',
      async () => {
        const account = { key: '0123456789abcdef', sealed: '01712345678', mask: '678' };
        await rows('wallet', withdrawals).updateOne({ _id: 'asked-pending' }, { $set: { account } } as never);
      },
      { invariant: 'an account number is stored sealed, with a mask of three characters', subject: 'asked-pending' },
    ],
    [
      'an act of an admin without its row',
      () => rows('wallet', adminActs).deleteMany({ action: 'payout-paid' } as never),
      { invariant: 'each admin act has one row in the trail', subject: 'withdrawal asked-paid' },
    ],
  ])('reports %s, live and at rest', async (_what, breaks, violation) => {
    await breaks();
    expect((await audit()).violations).toMatchObject([violation]);
    expect((await audit({ lagAtRest: async () => 0 })).violations).toMatchObject([violation]);
  });

  test('does not report a stream of events that are each published soon', async () => {
    const add = (n: number) =>
      rows('task', outboxRows).insertOne({ _id: `e${n}`, topic: 'task', key: 'k', value: '' } as never);
    await add(0);
    const busy = passing(async (passes) => {
      await rows('task', outboxRows).deleteMany({});
      await add(passes);
    });
    expect((await audit({ clock: busy.clock })).violations).toEqual([]);
    await rows('task', outboxRows).deleteMany({});
    await add(99);
    expect((await audit()).violations).toMatchObject([{ invariant: 'outboxes are empty', subject: 'task:e99' }]);
  });

  test('does not report a sum with another difference in each pass', async () => {
    const change = (by: number) =>
      rows('wallet', accounts).updateOne({ _id: 'user:worker' }, { $inc: { balance: by } } as never);
    await change(5);
    const moving = passing(() => change(1));
    const invariants = (await audit({ clock: moving.clock })).violations.map(({ invariant }) => invariant);
    // The account is wrong in every pass, but the total differs from pass to pass.
    expect(invariants).toContain('a balance is the sum of its entries');
    expect(invariants).not.toContain('users + escrow = grants + top-ups + appeals ± adjustments − payouts');
    expect((await audit()).violations.map(({ subject }) => subject)).toContain('all accounts, by 8 coins');
  });
});

/** Reads of the collection are empty; reads of the inbox fail. */
const unreadableInbox = ({ name }: { name: string }) => ({
  find: async () => {
    if (name === inboxRows.name) throw new Error('the store is unavailable');
    return [];
  },
});

describe('the audit of inboxes', () => {
  const NOTICED = 'every event is in the inbox of each service that consumes it';
  const handle = (service: AuditedService) =>
    rows(service, inboxRows).insertOne({ _id: EVENT.eventId, at: '' } as never);

  test('reports an event that a service has not handled', async () => {
    const { violations } = await audit({ bus: holding(JSON.stringify(EVENT)) });
    expect(violations).toEqual([{ invariant: NOTICED, subject: 'submission event-1', detail: 'task.edited' }]);
  });

  test('accepts a handled event, and asks no service that does not consume it', async () => {
    await handle('submission');
    expect((await audit({ bus: holding(JSON.stringify(EVENT)) })).violations).toEqual([]);
  });

  test('does not accept the inbox of another service', async () => {
    await handle('wallet');
    expect((await audit({ bus: holding(JSON.stringify(EVENT)) })).violations).toHaveLength(1);
  });

  test('waits for a pending event', async () => {
    const { clock } = passing(() => handle('submission'));
    expect((await audit({ bus: holding(JSON.stringify(EVENT)), clock })).violations).toEqual([]);
  });

  test('reports that a missing event is parked', async () => {
    const parked = {
      _id: 'task:event-1',
      ...toRecord('task', EVENT),
      position: '0',
      type: 'task.edited',
      reason: 'poison',
      attempts: 5,
      parkedAt: '',
      order: 0,
      waitingFor: null,
    };
    await rows('submission', parkedRows).insertOne(parked);
    const { violations } = await audit({ bus: holding(JSON.stringify(EVENT)) });
    expect(violations.map(({ subject, detail }) => [subject, detail])).toEqual([
      ['submission:task:event-1', 'poison'],
      ['submission event-1', 'task.edited, parked'],
    ]);
  });

  test('asks again for missing events only', async () => {
    const ids = Array.from({ length: 5000 }, (_, n) => `event-${n}`);
    const events = ids.map((eventId) => JSON.stringify({ ...EVENT, eventId }));
    await rows('submission', inboxRows).insertMany(ids.slice(1).map((_id) => ({ _id, at: '' }) as never));
    let readings = 0;
    const log = holding(...events);
    const bus: typeof log = {
      subscribe: (options) => {
        readings += 1;
        return log.subscribe(options);
      },
    };
    const { violations } = await audit({ bus });
    expect(violations.map(({ subject }) => subject)).toEqual(['submission event-0']);
    expect(readings).toBe(1);
  });

  test('fails, instead of waiting forever, when an inbox cannot be read', async () => {
    const readable = { ...stores, submission: { ...stores.submission, collection: unreadableInbox } };
    await expect(
      audit({ stores: readable as unknown as typeof stores, bus: holding(JSON.stringify(EVENT)) }),
    ).rejects.toThrow('the store is unavailable');
  });

  test('skips unreadable events', async () => {
    expect((await audit({ bus: holding('no event', '{}') })).violations).toEqual([]);
  });
});

test('the totals contain issued, paid out and held coins, and dollars in and out', async () => {
  const { totals } = await audit();
  expect(totals).toEqual({
    coins: {
      'granted at sign-up': 100,
      'bought and credited': 20,
      'taken back from payments': 10,
      'adjusted (roles, closings, admins)': -10,
      'paid by appeals': 5,
      'paid out': 3,
      'earned by work': 18,
      'in accounts': 77,
      'in escrow': 25,
    },
    centsIn: 200,
    centsOut: 15,
    centsOwed: 385,
  });
  // Coins issued = coins paid out + coins held.
  const { coins } = totals;
  const inMinusOut =
    Number(coins['granted at sign-up']) +
    Number(coins['bought and credited']) -
    Number(coins['taken back from payments']) +
    Number(coins['adjusted (roles, closings, admins)']) +
    Number(coins['paid by appeals']) -
    Number(coins['paid out']);
  expect(inMinusOut).toBe(Number(coins['in accounts']) + Number(coins['in escrow']));
});

describe('an incremental snapshot', () => {
  const worker = (snapshot: ReturnType<typeof createSnapshot>) => snapshot.users.get('worker')?.coins;

  test('reads only documents that are reported as changed', async () => {
    const snapshot = createSnapshot(stores);
    await snapshot.refresh();
    await setCoins(1);
    await snapshot.refresh();
    expect(worker(snapshot)).toBe(15);
    snapshot.changed('user', [{ collection: 'users', id: 'worker' }]);
    await snapshot.refresh();
    expect(worker(snapshot)).toBe(1);
  });

  test('drops deleted documents', async () => {
    const snapshot = createSnapshot(stores);
    await snapshot.refresh();
    await rows('user', users).deleteOne({ _id: 'worker' });
    snapshot.changed('user', [{ collection: 'users', id: 'worker' }]);
    await snapshot.refresh();
    expect(worker(snapshot)).toBeUndefined();
    await rows('user', users).deleteMany({});
    snapshot.changed('user', [{ collection: 'users', id: null }]);
    await snapshot.refresh();
    expect(snapshot.users.size).toBe(0);
  });

  test('ignores changes of other collections, also with the same name in another service', async () => {
    const snapshot = createSnapshot(stores);
    await snapshot.refresh();
    await setCoins(1);
    snapshot.changed('wallet', [{ collection: 'users', id: 'worker' }]);
    snapshot.changed('user', [{ collection: 'sessions', id: 'worker' }]);
    await snapshot.refresh();
    expect(worker(snapshot)).toBe(15);
  });

  test('reads everything after a reset', async () => {
    const snapshot = createSnapshot(stores);
    await snapshot.refresh();
    await setCoins(1);
    snapshot.reset();
    await snapshot.refresh();
    expect(worker(snapshot)).toBe(1);
  });

  test('includes the outbox of each service', async () => {
    const snapshot = createSnapshot(stores);
    for (const service of ['task', 'wallet'] as const)
      await rows(service, outboxRows).insertOne({ _id: 'same', topic: 'task', key: 'k', value: '' } as never);
    await snapshot.refresh();
    expect([...snapshot.outbox.keys()]).toEqual(['task:same', 'wallet:same']);
    await rows('task', outboxRows).deleteMany({});
    snapshot.changed('task', [{ collection: 'outbox', id: null }]);
    await snapshot.refresh();
    expect([...snapshot.outbox.keys()]).toEqual(['wallet:same']);
  });
});
